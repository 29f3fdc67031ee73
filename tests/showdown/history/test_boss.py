"""
Boss Media five-card draw: whole hands, and the first thing that is wrong in one.
"""

import re

import pytest

from showdown import Game, parse_cards
from showdown.history import check
from showdown.history.boss import read_boss
from showdown.history.differences import Kind
from showdown.history.facts import Drew, Middle, Moved, Mucked, Paid, Payment, Showed, Silence
from showdown.rules.events import Move
from tests.showdown.history.sites import BOSS_HAND, error_of, facts_of

ELSE = 'PLAYER="P &quot;2&quot; &lt;x&gt;"'


def test_a_hand_says_where_when_and_what_was_played():
    facts = facts_of(BOSS_HAND)
    assert (facts.site, facts.hand, facts.table) == ("Boss Media", 7300, "Table 1")
    assert (facts.game, facts.stakes, facts.max_seats) == (Game.FIXED_LIMIT, (200, 400), 5)
    assert (facts.currency, facts.scale, facts.button) == ("EUR", 100, 5)
    assert facts.played is not None
    assert facts.played.isoformat() == "2011-09-11T21:22:58+00:00"


def test_names_hold_what_xml_must_write_otherwise_and_only_who_plays_is_dealt_in():
    assert [(place.seat, place.name) for place in facts_of(BOSS_HAND).places] == [
        (1, "P1"),
        (2, 'P "2" <x>'),
        (5, "P5"),
    ]


def test_amounts_are_totals_of_the_round():
    moves = [step for step in facts_of(BOSS_HAND).steps if isinstance(step, Moved)]
    assert [(step.move, step.amount, step.to) for step in moves] == [
        (Move.RAISE, None, 400),
        (Move.FOLD, 0, 0),
        (Move.CALL, None, 400),
        (Move.CHECK, 0, 0),
        (Move.BET, 400, 0),
        (Move.CALL, None, 400),
    ]


def test_cards_are_numbers_and_the_new_hand_says_what_was_kept():
    steps = facts_of(BOSS_HAND).steps
    (drew,) = (step for step in steps if isinstance(step, Drew))
    assert (drew.kept, drew.cards) == (parse_cards("AdAc"), parse_cards("KcQc5d"))
    assert [step.amount for step in steps if isinstance(step, Middle)] == [900]
    assert [step.seat for step in steps if isinstance(step, Mucked)] == [2]
    (shown,) = (step for step in steps if isinstance(step, Showed))
    assert shown.name == "$(STR_G_WIN_PAIR) $(STR_G_CARDS_ACES)"


def test_the_hand_holds_and_says_whose_cards_are_not_there():
    found = check(facts_of(BOSS_HAND))
    assert found.ok, found.sentence
    assert found.lacks == ('the cards of P1, P "2" <x>',)
    assert Silence.POTS in facts_of(BOSS_HAND).silent


def test_an_all_in_is_a_call_a_bet_or_a_raise_as_the_price_is():
    text = BOSS_HAND.replace("ACTION_RAISE", "ACTION_ALLIN").replace("ACTION_BET", "ACTION_ALLIN")
    text = text.replace(f'ACTION_CALL" {ELSE}', f'ACTION_ALLIN" {ELSE}')
    assert facts_of(text).steps == facts_of(BOSS_HAND).steps


def test_newcomers_post_and_a_missed_small_blind_is_dead():
    post = '<ACTION TYPE="HAND_BLINDS" PLAYER="P5" KIND="{}" VALUE="{}"></ACTION>\n'
    deal = '<ACTION TYPE="HAND_DEAL" PLAYER="P1">'
    both = BOSS_HAND.replace(deal, post.format("HAND_AB", "3.00") + deal, 1)
    apart = BOSS_HAND.replace(
        deal, post.format("HAND_DS", "1.00") + post.format("HAND_BB", "2.00") + deal, 1
    )
    posts = [s for s in facts_of(both).steps if isinstance(s, Paid)]
    assert (posts[2].kind, posts[2].amount) == (Payment.BOTH, 300)
    for text in (both, apart):
        # One dead euro more lies in the middle.
        text = text.replace('POT="9.00"', 'POT="10.00"').replace('POT="16.75"', 'POT="17.75"')
        text = text.replace('WIN="16.75"', 'WIN="17.75"')
        assert check(facts_of(text)).ok, check(facts_of(text)).sentence


def test_who_won_without_his_cards_gets_such_that_win():
    kings = "".join(f'<CARD LINK="{link}"/>' for link in (12, 38, 1, 16, 45))
    shows = 'HAND="$(STR_G_WIN_PAIR) $(STR_G_CARDS_KINGS)">' + kings
    text = BOSS_HAND.replace('HAND="$(STR_G_MUCK)">', shows)
    # Of the winner nothing is seen, at the deal, at the draw or at the end.
    text = re.sub(r" WINCARDS=.*\n.*(?=</RESULT></SHOWDOWN>)", ">", text)
    text = re.sub(r"(?m)^(<CARD LINK=.\d+./>){5}(?=</ACTION>)", '<CARD LINK="b"/>' * 5, text)
    facts = facts_of(text)
    assert [len(step.cards) for step in facts.steps if isinstance(step, Showed)] == [5, 0]
    found = check(facts)
    assert found.ok, found.sentence
    assert found.lacks == ("the cards of P1, P5",)


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ('WIN="8.75" LOSS', 'WIN="8.50" LOSS', Kind.STACK),
        ('POT="9.00"', 'POT="8.00"', Kind.POT),
        ('RAKE="0.25"', 'RAKE="0.50"', Kind.POT),
        ('WIN="16.75"', 'WIN="16.50"', Kind.SUMMARY),
        (f'CALL" {ELSE} VALUE="4.00"', f'CALL" {ELSE} VALUE="3.00"', Kind.AMOUNT),
        ("STR_G_CARDS_ACES", "STR_G_CARDS_KINGS", Kind.NAME),
        (
            'LINK="24"/><CARD LINK="4"/></RESULT>',
            'LINK="24"/><CARD LINK="3"/></RESULT>',
            Kind.CARDS,
        ),
    ],
)
def test_what_does_not_hold_is_said(old, new, kind):
    text = BOSS_HAND.replace(old, new, 1).replace("24 4 " if kind is Kind.CARDS else "~", "24 3 ")
    assert text != BOSS_HAND
    assert kind in {each.kind for each in check(facts_of(text)).differences}


WRONG = [
    ('ID="7300"', 'ID="x"', 3, 14, "A hand's number"),
    ("GAME_FCD", "GAME_THM", 3, 58, "Only GAME_FCD can be read"),
    ('LIMIT="FL"', 'LIMIT="XL"', 3, 145, "'XL' is none of NL, PL, FL"),
    ('STAKES="2.00/4.00"', 'STAKES="2.00"', 3, 157, "is no pair of stakes"),
    ('DATE="1315776178"', 'DATE="now"', 3, 174, "is no time in seconds"),
    ('DEALER="Y"', 'DEALER="N"', 4, 1, "one of them with DEALER"),
    ('SEAT="2"', 'SEAT="1"', 5, 48, "The seat '1' was listed before"),
    ('KIND="HAND_SB"', 'KIND="HAND_XX"', 9, 46, "'HAND_XX' is none of"),
    ('VALUE="1.00"', 'VALUE="1,00"', 9, 62, "is not an amount"),
    ('VALUE="1.00"', 'VALVE="1.00"', 9, 1, "ACTION needs VALUE here"),
    ("</ACTION>\n<ACTION", "</ACTION>\n<ACTION_", 10, 92, "ACTION_ is open"),
    ('LINK="13"', 'LINK="52"', 16, 29, "There is no card 52"),
    ('LINK="13"', 'LINK="0"', 16, 29, "Ad is there twice"),
    ('TYPE="ACTION_FOLD"', 'TYPE="ACTION_FOOD"', 18, 15, "is nothing that happens"),
    ('PLAYER="P5" VALUE="4.00"', 'PLAYER="P6" VALUE="4.00"', 17, 37, "'P6' does not play"),
    ('COUNT="3"', 'COUNT="2"', 23, 46, "2 cards are changed, but 3"),
    ('COUNT="3"', 'COUNT="9"', 23, 46, "is not how many cards one changes"),
    ("</RESULT></SHOWDOWN></HISTORY>", "</RESULT></SHOWDOWN>", 31, 1, "HISTORY is not closed"),
    ("</RESULT></SHOWDOWN>", "</SHOWDOWN></RESULT>", 31, 84, "SHOWDOWN is closed here; RESULT is"),
    ('WINCARDS="0 13 25 24 4 "', 'WINCARDS="0 13 25 24 5 "', 30, 88, "not the cards"),
    ("<SHOWDOWN", "&<SHOWDOWN", 28, 1, "is no tag"),
]


@pytest.mark.parametrize(("old", "new", "line", "column", "sentence"), WRONG)
def test_the_first_place_that_is_wrong_is_named(old, new, line, column, sentence):
    text = BOSS_HAND.replace(old, new, 1)
    assert text != BOSS_HAND
    error = error_of(text)
    assert sentence in error.sentence
    assert (error.line, error.column) == (line, column), error.sentence


def test_a_broken_hand_spoils_no_other():
    hand = BOSS_HAND.removeprefix('<?xml version="1.0" encoding="UTF-8"?>\n<ROOT>\n')
    hand = hand.removesuffix("</ROOT>\n")
    broken = hand.replace('LINK="13"', 'LINK="99"')
    first, second, third = read_boss(f"<ROOT>\n{hand}{broken}{hand}</ROOT>\n")
    assert [getattr(each, "hand", None) for each in (first, second, third)] == [7300, None, 7300]
