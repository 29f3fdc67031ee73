"""
Full Tilt five-card draw: whole hands, and the first thing that is wrong in one.
"""

import pytest

from showdown import Game, parse_cards
from showdown.history import check
from showdown.history.facts import Drew, Middle, Moved, Paid, Payment, Place
from showdown.history.fulltilt import read_fulltilt
from showdown.rules.events import Move
from tests.showdown.history.sites import FULL_TILT_HAND, FULL_TILT_WALK, error_of, facts_of


def test_a_hand_says_where_when_and_what_was_played():
    facts = facts_of(FULL_TILT_HAND)
    assert (facts.site, facts.hand, facts.table) == ("Full Tilt", 7101, "Invented")
    assert (facts.game, facts.stakes, facts.max_seats) == (Game.FIXED_LIMIT, (100, 200), 6)
    assert (facts.button, facts.currency) == (1, "USD")
    # The site's CET is that of its winter and its summer, so the other clock counts.
    assert facts.played is not None
    assert facts.played.isoformat() == "2011-04-07T17:44:24+00:00"


def test_names_may_hold_blanks_brackets_and_colons_and_who_sits_out_is_not_dealt_in():
    assert facts_of(FULL_TILT_HAND).places == (
        Place(seat=1, name="P1", stack=120550),
        Place(seat=2, name="P 2 [x]", stack=4000),
        Place(seat=4, name="P3: y", stack=6000),
    )


def test_a_raise_names_its_total_and_the_draw_what_lies_in_the_middle():
    steps = facts_of(FULL_TILT_HAND).steps
    raised = next(s for s in steps if isinstance(s, Moved) and s.move is Move.RAISE)
    assert (raised.amount, raised.to, raised.put_in) == (None, 200, None)
    assert [s.amount for s in steps if isinstance(s, Middle)] == [450]
    (drew,) = (s for s in steps if isinstance(s, Drew))
    assert (drew.kept, drew.cards) == (parse_cards("AhAd"), parse_cards("KcKd3s"))


def test_play_chips_have_thousands_and_all_in_has_a_comma():
    facts = facts_of(FULL_TILT_WALK)
    assert (facts.currency, facts.scale, facts.max_seats) == ("chips", 1, 2)
    assert [place.stack for place in facts.places] == [2000, 1500]
    assert [s.all_in for s in facts.steps if isinstance(s, Moved)] == [True, False]
    assert check(facts).ok


def test_newcomers_post_and_a_missed_small_blind_is_dead():
    # 3.00 comes with the posts: P1 has posted a big and a small blind before he acts.
    text = (
        FULL_TILT_HAND.replace(
            "P4 has requested TIME\n",
            "P1 posts a dead small blind of $0.50\nP1 posts $1\n",
        )
        .replace("Pot: $4.50", "Pot: $5")
        .replace("($8.10)", "($8.60)")
        .replace("Total pot $8.50", "Total pot $9")
    )
    facts = facts_of(text)
    posts = [(s.seat, s.kind, s.amount) for s in facts.steps if isinstance(s, Paid)]
    assert posts[2:] == [(1, Payment.SMALL, 50), (1, Payment.BIG, 100)]
    assert check(facts).ok, check(facts).sentence


def test_who_stands_up_before_the_deal_is_not_dealt_in():
    text = FULL_TILT_HAND.replace("P4 ($12), is sitting out", "P4 ($12)").replace(
        "P4 has requested TIME", "P4 stands up"
    )
    assert [place.seat for place in facts_of(text).places] == [1, 2, 4]


WRONG = [
    ("Game #7101", "Game #x", 1, 23, "Here the hand's number is wanted"),
    ("(6 max) - $1/$2", "(6 max) $1/$2", 1, 29, "the table, and then the stakes"),
    ("Limit 5 Card", "Limit 7 Card", 1, 68, "Only 5 Card Draw can be read, not '7 Card Draw'"),
    ("Table Invented", "Tabel Invented", 1, 29, "Here the table is wanted"),
    ("19:44:24 CET", "29:44:24 CET", 1, 82, "is no point in time"),
    ("19:44:24 CET", "at noon", 1, 82, "is not a time and date"),
    ("Seat 1: P1 ($1,205.50)", "Chair 1", 2, 1, "Here the seats are wanted"),
    ("$1,205.50", "$1,2055.0", 2, 13, "is not an amount of this hand"),
    ("Seat 2: P 2", "Seat 1: P 2", 3, 6, "The seat '1' was listed before"),
    ("P4 ($12), is sitting out", "P4 ($12), is away", 5, 19, "says nothing known about a seat"),
    ("The button is in seat #1\n", "", 1, 1, "does not say who has the button"),
    ("P1 raises to", "P1 rises to", 12, 4, "'rises to $2' is nothing that a player does"),
    ("P1 raises to", "P7 raises to", 12, 1, "is no line of a five-card draw hand with these"),
    ("y is dealt 1 card", "y is dealt 2 cards", 20, 16, "dealt 2 cards, but discarded 1"),
    ("*** DRAW ***", "*** RIVER ***", 17, 5, "Five-card draw has no part called 'RIVER'"),
    ("[9c 5s 2h]\nP3", "[9c 5s]\nP3", 19, 22, "2 cards are listed here"),
    ("(Pot: $4.50)", "(Pot: 4.50)", 17, 20, "is not an amount"),
    ("with two pair, Aces and Kings\n***", "with a flush\n***", 28, 30, "was shown as 'two pair"),
    ("*** SUMMARY ***", "*** END ***", 34, 1, "a hand ends with its summary"),
    ("Rake $0.40", "Cake $0.40", 30, 1, "the total pot and the rake are wanted"),
    ("(big blind) mucked", "(big blind) ate", 33, 27, "no way in which a seat ends"),
]


@pytest.mark.parametrize(("old", "new", "line", "column", "sentence"), WRONG)
def test_the_first_line_that_is_wrong_is_named_with_its_column(old, new, line, column, sentence):
    text = FULL_TILT_HAND.replace(old, new, 1)
    assert text != FULL_TILT_HAND
    error = error_of(text)
    assert (error.line, sentence in error.sentence) == (line, True), error.sentence
    assert error.column == column


def test_the_client_may_write_empty_lines_between_all_lines():
    spaced = (FULL_TILT_HAND + "\n\n" + FULL_TILT_WALK).replace("\n", "\r\n\r\n")
    found = list(read_fulltilt(spaced.encode("utf-16")))
    assert [getattr(each, "hand", None) for each in found] == [7101, 7102]


def test_a_broken_hand_spoils_no_other():
    broken = FULL_TILT_HAND.replace("Full Tilt Poker Game", "Full Tilt Game")
    first, second, third = read_fulltilt(f"{FULL_TILT_WALK}\n\n{broken}\n\n{FULL_TILT_HAND}")
    assert [getattr(each, "hand", None) for each in (first, second, third)] == [7102, None, 7101]
