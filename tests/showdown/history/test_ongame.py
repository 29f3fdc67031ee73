"""
OnGame five-card draw: whole hands, and the first thing that is wrong in one.
"""

import pytest

from showdown import Game, parse_cards
from showdown.history import check, results
from showdown.history.differences import Kind
from showdown.history.facts import Collected, Drew, Moved, Paid, Payment, Silence, Threw
from showdown.history.ongame import read_ongame
from showdown.rules.events import Move
from tests.showdown.history.sites import ONGAME_HAND, error_of, facts_of


def test_a_hand_says_where_when_and_what_was_played():
    facts = facts_of(ONGAME_HAND)
    assert (facts.site, facts.hand, facts.number) == ("OnGame", 720000012, "R5-7200-12")
    assert (facts.table, facts.game, facts.stakes) == ("In vented", Game.FIXED_LIMIT, (100, 200))
    assert facts.played is not None
    assert facts.played.isoformat() == "2011-09-11T12:27:03+00:00"
    assert [(place.seat, place.name) for place in facts.places] == [
        (4, "P 2 (x)"),
        (8, "P3: y"),
        (10, "---P1---"),
    ]


def test_a_raise_says_what_it_put_in_and_its_total():
    raised = [
        step
        for step in facts_of(ONGAME_HAND).steps
        if isinstance(step, Moved) and step.move is Move.RAISE
    ]
    assert [(step.amount, step.put_in, step.to) for step in raised] == [
        (None, 200, 200),
        (None, 400, 400),
    ]


def test_a_new_hand_says_what_was_changed_where_no_line_does():
    facts = facts_of(ONGAME_HAND)
    draws = [(s.seat, s.count) for s in facts.steps if isinstance(s, Threw)]
    assert draws == [(4, 1), (8, 0), (10, 1)]
    (drew,) = (s for s in facts.steps if isinstance(s, Drew))
    assert (drew.kept, drew.cards) == (parse_cards("AsJhAcJd"), parse_cards("7c"))
    assert facts.lacks == (
        "how many cards ---P1--- changed (1 by his two hands)",
        "how many cards P3: y changed (taken for none)",
    )


def test_pots_are_printed_whole_and_each_is_raked_as_it_was_paid():
    found = check(facts_of(ONGAME_HAND))
    assert found.ok, found.sentence
    assert found.record is not None
    assert {each.seat: each.net for each in results(found.record)} == {4: -200, 8: -600, 10: 730}


def test_of_what_the_site_never_says_nothing_follows():
    facts = facts_of(ONGAME_HAND)
    assert facts.silent == (Silence.RETURNED, Silence.ALL_IN, Silence.ORDER)
    # Without its mark, the call that took the last chip is the same call.
    assert check(facts_of(ONGAME_HAND.replace(" [all in]", ""))).ok


def test_an_all_in_that_is_none_is_a_difference():
    text = ONGAME_HAND.replace("P3: y calls $1\n", "P3: y calls $1 [all in]\n")
    assert [each.kind for each in check(facts_of(text)).differences] == [Kind.AMOUNT]


def test_the_dashes_before_the_draw_may_be_missing():
    text = ONGAME_HAND.replace("P3: y calls $1\n---\n", "P3: y calls $1\n")
    assert check(facts_of(text)).ok


def test_a_pot_may_be_shared():
    split = ONGAME_HAND.replace(
        "Main pot: $6 won by ---P1--- ($5.70)",
        "Main pot: $6 won by ---P1--- ($2.85), P 2 (x) ($2.85)",
    )
    shares = [(s.seat, s.pot, s.amount) for s in facts_of(split).steps if isinstance(s, Collected)]
    assert shares == [(10, 0, 285), (4, 0, 285), (10, 1, 760)]


def test_newcomers_post_and_a_missed_small_blind_is_dead():
    text = ONGAME_HAND.replace(
        "P3: y posts big blind ($1)\n",
        "P3: y posts big blind ($1)\n"
        "---P1--- posts dead blind ($0.50)\n"
        "---P1--- posts big blind ($1)\n",
    )
    posts = [(s.seat, s.kind, s.amount) for s in facts_of(text).steps if isinstance(s, Paid)]
    assert posts[2:] == [(10, Payment.SMALL, 50), (10, Payment.BIG, 100)]


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("($89), net", "($90), net", Kind.STACK),
        ("net: +$7.30", "net: +$7.31", Kind.STACK),
        ("net: -$6", "net: +$6", Kind.STACK),
        ("raises $4 to $4", "raises $3 to $4", Kind.AMOUNT),
        ("calls $1.50", "calls $1.60", Kind.AMOUNT),
        ("(TWO_PAIR SEVEN, THREE)", "(PAIR SEVEN)", Kind.NAME),
        ("Main pot: $6 ", "Main pot: $7 ", Kind.SIDE_POTS),
        ("($5.70)", "($5.60)", Kind.COLLECTED),
        ("Rake taken: $0.70", "Rake taken: $0.60", Kind.POT),
    ],
)
def test_what_does_not_hold_is_said(old, new, kind):
    text = ONGAME_HAND.replace(old, new)
    assert kind in {each.kind for each in check(facts_of(text)).differences}


WRONG = [
    ("***** History for hand R5-7200-12", "***** History for hand R5-7200", 1, 1, "the title"),
    ("R5-7200-12 *****\nStart", "R5-7200-1200000 *****\nStart", 1, 32, "hands are fewer than"),
    ("Start hand: Sun Sep", "Start hand: Sun Foo", 2, 13, "is not a date and time"),
    ("Sun Sep 11", "Sun Sep 31", 2, 13, "is no point in time"),
    ("FIVE_CARD_DRAW", "TEXAS_HOLDEM", 3, 32, "Only FIVE_CARD_DRAW can be read"),
    ("Real money", "Funny money", 3, 52, "what money it is"),
    ("Button: seat 10", "Button: chair 10", 5, 1, "the button, as in"),
    ("Players in round: 3", "Players in round: 4", 7, 1, "3 seats are listed here, but 4"),
    ("Seat 8: P3: y ($70.75)", "Seat 11: P3: y ($70.75)", 9, 6, "There is no seat 11"),
    ("P 2 (x) calls", "P 2 (x) called", 16, 9, "is nothing that is said"),
    ("---P1---: [As, 5h", "---P1---: [As 5h", 14, 23, "a ',' is wanted"),
    ("changed 1 cards", "changed 6 cards", 19, 9, "is nothing that is said"),
    ("[As, 7c, Jh, Ac, Jd]\nP3", "[As, 7c, Jh, Ac]\nP3", 20, 25, "5 cards are wanted, not 4"),
    ("Dealing pocket cards\n", "---\n---\n---\nDealing pocket cards\n", 15, 1, "one more"),
    ("Summary:\n", "Main pot\n", 32, 1, "a hand ends with its summary"),
    ("Side pot 1:", "Side pot 2:", 27, 1, "Here 'Side pot 1' is wanted"),
    ("won by ---P1--- ($5.70)", "won by P1 ($5.70)", 26, 21, "his share are wanted"),
    ("Rake taken", "Rake token", 28, 1, "Here the rake is wanted"),
    ("net: +$7.30", "net: $7.30", 29, 31, "has no sign"),
    ("Seat 4: P 2 (x) ($0)", "Seat 5: P 2 (x) ($0)", 30, 9, "another player"),
    ("End of hand R5-7200-12", "End of hand R5-7200-13", 32, 1, "it should end with"),
]


@pytest.mark.parametrize(("old", "new", "line", "column", "sentence"), WRONG)
def test_the_first_line_that_is_wrong_is_named_with_its_column(old, new, line, column, sentence):
    text = ONGAME_HAND.replace(old, new, 1)
    assert text != ONGAME_HAND
    error = error_of(text)
    assert (error.line, sentence in error.sentence) == (line, True), error.sentence
    assert error.column == column


def test_a_broken_hand_spoils_no_other():
    broken = ONGAME_HAND.replace("History for hand", "Story of hand")
    first, second, third = read_ongame(ONGAME_HAND + broken + ONGAME_HAND)
    assert [getattr(each, "number", None) for each in (first, second, third)] == [
        "R5-7200-12",
        None,
        "R5-7200-12",
    ]
