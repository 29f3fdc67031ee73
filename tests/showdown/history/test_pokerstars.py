"""
Reading files of PokerStars text: cutting them into hands, and what a hand says.
"""

from datetime import UTC, datetime

import pytest

from showdown import FormatError, Game, parse_cards
from showdown.history import HandRecord, from_pokerstars
from showdown.history.facts import Collected, Drew, Given, Moved, Paid, Returned, Showed, Threw
from showdown.history.pokerstars import read_pokerstars
from tests.showdown.history.hands import SIDE_POT, TWO_PAIR, WALK, error_of, facts_of


def edited(old: str, new: str, text: str = TWO_PAIR) -> str:
    """The text with one change, which must be possible."""
    assert old in text
    return text.replace(old, new, 1)


# ---- files -------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_a_hand_is_the_same_in_every_encoding_and_with_any_line_ends(encoding, line_end):
    written = TWO_PAIR.replace("\n", line_end).encode(encoding)
    assert facts_of(written) == facts_of(TWO_PAIR)


def test_a_file_holds_many_hands_with_empty_lines_between_them():
    first, second, third = read_pokerstars(f"\n\n{TWO_PAIR}\n\n\n{WALK}{SIDE_POT}")
    assert [first.hand, second.hand, third.hand] == [7001, 7002, 7003]
    assert [first.line, second.line, third.line] == [3, 33, 52]


def test_blanks_at_the_ends_of_lines_mean_nothing():
    assert facts_of(TWO_PAIR.replace("\n", "  \n")) == facts_of(TWO_PAIR)


def test_a_hand_that_cannot_be_read_is_reported_and_the_rest_goes_on():
    broken = edited("P3: calls $0.10", "P3: cals $0.10")
    first, second, third = from_pokerstars(f"{TWO_PAIR}\n\n{broken}\n\n{WALK}")
    assert isinstance(first, HandRecord)
    assert isinstance(second, FormatError)
    assert isinstance(third, HandRecord)
    assert (second.line, second.column) == (29 + 12, 5)


def test_a_broken_title_spoils_no_other_hand():
    broken = edited("PokerStars Hand #7001", "PokerStrs Hand #7001")
    first, second, third = read_pokerstars(f"{WALK}\n\n{broken}\n\n{SIDE_POT}")
    assert (first.hand, third.hand) == (7002, 7003)
    assert isinstance(second, FormatError)
    assert (second.line, second.column) == (22, 1)


def test_an_empty_file_has_no_hand_and_that_is_said():
    assert "the title of a hand" in error_of("").sentence
    assert "the title of a hand" in error_of("\ufeff\r\n\r\n").sentence


def test_a_hand_of_another_game_is_named_and_refused():
    error = error_of(edited("5 Card Draw Limit", "Hold'em No Limit"))
    assert error.sentence == 'Only 5 Card Draw can be read, not "Hold\'em No Limit".'
    assert (error.line, error.column) == (1, 25)


@pytest.mark.parametrize("lines", range(1, 24))
def test_a_text_that_breaks_off_is_no_hand(lines):
    text = "".join(TWO_PAIR.splitlines(keepends=True)[:lines])
    error = error_of(text)
    assert error.line in (lines, lines + 1)


# ---- what a hand says --------------------------------------------------------------------------


def test_the_first_lines_say_what_is_played_where_and_when():
    facts = facts_of(TWO_PAIR)
    assert (facts.site, facts.hand, facts.table) == ("PokerStars", 7001, "Invented I")
    assert (facts.game, facts.stakes) == (Game.FIXED_LIMIT, (10, 20))
    assert (facts.currency, facts.scale) == ("USD", 100)
    assert facts.played == datetime(2011, 6, 26, 20, 35, 49, tzinfo=UTC)
    assert (facts.max_seats, facts.button) == (6, 1)
    assert [(place.seat, place.name, place.stack) for place in facts.places] == [
        (1, "P1", 500),
        (2, "P2", 450),
        (4, "P3", 600),
    ]


def test_every_step_is_there_in_order_with_its_line():
    facts = facts_of(TWO_PAIR)
    assert [type(step) for step in facts.steps[:6]] == [Paid, Paid, Given, Moved, Moved, Moved]
    assert [step.line for step in facts.steps[:4]] == [6, 7, 9, 10]
    drew = next(step for step in facts.steps if isinstance(step, Drew))
    assert (drew.kept, drew.cards) == (parse_cards("AhAd"), parse_cards("KcKd3s"))
    threw = [step for step in facts.steps if isinstance(step, Threw)]
    assert [(step.seat, step.count) for step in threw] == [(4, 1), (1, 3)]
    assert (facts.pot, facts.rake, facts.pots) == (85, 4, ())


def test_side_pots_are_read_with_their_rake_taken():
    facts = facts_of(SIDE_POT)
    assert (facts.pot, facts.pots, facts.rake) == (28000, (11400, 15200), 1400)
    collected = [step for step in facts.steps if isinstance(step, Collected)]
    assert [(step.seat, step.pot, step.amount) for step in collected] == [
        (1, 1, 15200),
        (2, 0, 11400),
    ]


def test_several_side_pots_are_told_apart_by_their_number():
    text = edited("from side pot", "from side pot-2", SIDE_POT)
    text = edited("Side pot $152.", "Side pot-1 $100. Side pot-2 $52.", text)
    facts = facts_of(text)
    assert facts.pots == (11400, 10000, 5200)
    assert [step.pot for step in facts.steps if isinstance(step, Collected)] == [2, 0]


def test_an_uncalled_bet_comes_back():
    returned = [step for step in facts_of(WALK).steps if isinstance(step, Returned)]
    assert [(step.seat, step.amount) for step in returned] == [(1, 5)]


def test_play_chips_have_no_sign_and_no_cents():
    text = TWO_PAIR.replace(" USD", "").replace("0.", "").replace("$4.50", "45")
    facts = facts_of(text.replace("$", "").replace("6-max", "6-max (Play Money)"))
    assert (facts.currency, facts.scale, facts.stakes) == ("chips", 1, (10, 20))
    assert facts.places[1].stack == 45


@pytest.mark.parametrize(
    ("sign", "code", "currency"),
    [("€", " EUR", "EUR"), ("£", " GBP", "GBP"), ("€", "", "EUR"), ("$", "", "USD")],
)
def test_money_is_known_by_its_code_or_its_sign(sign, code, currency):
    facts = facts_of(TWO_PAIR.replace(" USD", code).replace("$", sign))
    assert (facts.currency, facts.places[1].stack) == (currency, 450)


@pytest.mark.parametrize(
    "name",
    [
        "P 2",
        "P: 2",
        "P1: folds",
        "[P2]",
        "P2 [Ah Kd]",
        "P2 ($3 in chips)",
        "P2 collected $5 from pot",
        "said, P2",
        "Dealt to P2",
        "ПЕТР",
        "2",
    ],
)
def test_a_name_may_hold_whatever_looks_like_something_else(name):
    text = TWO_PAIR.replace("P3", "Q3").replace("P1", "Q1").replace("P2", name)
    facts = facts_of(text.replace("Q1", "P1"))
    assert facts.places[1].name == name
    assert [type(step) for step in facts.steps if step.seat == 2] == [Paid, Moved]


def test_the_longer_of_two_names_that_fit_is_meant():
    facts = facts_of(TWO_PAIR.replace("P3", "P1: x"))
    assert [step.seat for step in facts.steps if isinstance(step, Paid)] == [2, 4]
    assert [step.seat for step in facts.steps if isinstance(step, Threw)] == [4, 1]


@pytest.mark.parametrize("name", ["a [b]", "a [b] [c]"])
def test_the_keeper_of_the_text_may_have_brackets_in_his_name(name):
    facts = facts_of(TWO_PAIR.replace("P1", name))
    (given,) = (step for step in facts.steps if isinstance(step, Given))
    assert given.cards == parse_cards("AhAd9c5s2h")


def test_what_is_said_and_done_beside_the_hand_is_no_step():
    beside = [
        'P2 said, "P3: folds"',
        'somebody said, "*** SUMMARY ***"',
        "P9 joins the table at seat #5",
        "P9 leaves the table",
        "P8 was removed from the table for failing to post",
        "P2 has timed out",
        "P2 has timed out while disconnected",
        "P2 is disconnected",
        "P2 is connected",
        "P2 is sitting out",
        "P2 has returned",
        "P8 will be allowed to play after the button",
        "P1: doesn't show hand",
        "Betting is capped",
    ]
    text = edited("P2: folds\n", "P2: folds\n" + "\n".join(beside) + "\n")
    assert facts_of(text).steps[4:6] == tuple(
        step if step.line < 12 else type(step)(**{**_fields(step), "line": step.line + len(beside)})
        for step in facts_of(TWO_PAIR).steps[4:6]
    )


def _fields(step):
    return {name: getattr(step, name) for name in step.__struct_fields__}


@pytest.mark.parametrize(
    "why",
    [
        "P4: sits out",
        "P4 is sitting out",
        "P4 will be allowed to play after the button",
        "P4 was removed from the table for failing to post",
        "P4 leaves the table",
    ],
)
def test_who_is_there_but_out_of_the_hand_before_the_deal_gets_no_cards(why):
    seated = edited("P2: posts", "Seat 5: P4 ($9 in chips)\nP2: posts")
    assert [place.seat for place in facts_of(seated).places] == [1, 2, 4, 5]
    excused = edited("*** DEALING", f"{why}\n*** DEALING", seated)
    assert [place.seat for place in facts_of(excused).places] == [1, 2, 4]


def test_who_sits_out_by_the_list_of_seats_gets_no_cards_in_a_cash_game():
    text = edited("P2: posts", "Seat 5: P4 ($9 in chips) is sitting out\nP2: posts")
    assert [place.seat for place in facts_of(text).places] == [1, 2, 4]


def test_in_a_tournament_who_sits_out_is_dealt_in():
    text = TWO_PAIR.replace("$", "").replace("0.", "").replace("4.50", "450").replace(" USD", "")
    text = edited(
        "7001:  5 Card Draw Limit (10/20)",
        "7001: Tournament #77, $1.00+$0.20 USD 5 Card Draw Limit - Level IV (10/20)",
        text,
    )
    text = edited("P2: posts", "Seat 5: P4 (900 in chips) is sitting out\nP2: posts", text)
    facts = facts_of(text)
    assert [place.seat for place in facts.places] == [1, 2, 4, 5]
    assert facts.currency == "chips"


def test_a_home_game_names_its_club():
    text = edited("PokerStars Hand #7001:  ", "PokerStars Home Game Hand #7001: {Club} ")
    assert facts_of(text).hand == 7001


def test_a_shown_hand_comes_with_the_words_for_it():
    shown = [step for step in facts_of(TWO_PAIR).steps if isinstance(step, Showed)]
    assert [(step.seat, step.name) for step in shown] == [(1, "two pair, Aces and Kings")]


# ---- what is wrong, and where ------------------------------------------------------------------


WRONG = [
    (
        "Hand #7001:",
        "Hand #7001;",
        1,
        22,
        "Here a colon and a blank is wanted, but found ';  5 Card Draw Limit…'.",
    ),
    ("#7001", "#9007199254740992", 1, 18, "A hand's number is 1 to 9007199254740991."),
    (
        "Draw Limit",
        "Draw Spread",
        1,
        37,
        "Here No Limit, Pot Limit or Limit is wanted, but found 'Spread ($0.10/$0.20 …'.",
    ),
    ("($0.10/", "($x/", 1, 44, "'$x' is not an amount of this hand, as $1.50 would be."),
    ("/$0.20 ", "/€0.20 ", 1, 50, "'€0.20' is not an amount of this hand, as $1.50 would be."),
    (
        "2011/06/26 16:35:49 ET",
        "yesterday",
        1,
        63,
        "'yesterday' is not a date and time, as 2009/11/25 14:12:43 ET would be.",
    ),
    (
        "2011/06/26",
        "2011/06/31",
        1,
        63,
        "'2011/06/31 16:35:49 ET' is no point in time: day is out of range for month.",
    ),
    (
        "Seat #1 is the button",
        "Seat 1 is the button",
        2,
        1,
        "Here the table is wanted, as in \"Table 'Name' 6-max Seat #2 is the button\".",
    ),
    ("#1 is the", "#11 is the", 2, 32, "There is no seat 11; seats are 1 to 10."),
    (
        "Seat 1: P1",
        "Chair 1: P1",
        3,
        1,
        "Here the seats are wanted, as in 'Seat 1: Name ($10)'.",
    ),
    ("($4.50 in", "($4,50 in", 4, 13, "'$4,50' is not an amount of this hand, as $1.50 would be."),
    ("Seat 2: P2", "Seat 1: P2", 4, 6, "The seat '1' was listed before."),
    ("Seat 2: P2", "Seat 2: P1", 4, 9, "The name 'P1' was listed before."),
    ("$5 in chips)", "$5 in chips) asleep", 3, 26, "'asleep' says nothing known about a seat."),
    (
        "blind $0.05",
        "blind $0.O5",
        6,
        23,
        "'$0.O5' is not an amount of this hand, as $1.50 would be.",
    ),
    ("DEALING HANDS", "FLOP", 8, 5, "Five-card draw has no part called 'FLOP'."),
    ("9c 5s 2h]\nP1: r", "9c 5s 1h]\nP1: r", 9, 26, "'1h' is not a card, as Td would be."),
    (
        "9c 5s 2h]\nP1: r",
        "9c 5s 9c]\nP1: r",
        9,
        26,
        "9c is there twice; a deck has each card once.",
    ),
    (
        "Dealt to P1 [Ah Ad 9c",
        "Dealt to P5 [Ah Ad 9c",
        9,
        10,
        "Here a player of this hand and cards in brackets are wanted.",
    ),
    (
        "P1: raises $0.10 to $0.20",
        "P1: raises $0.10 to 0.20",
        10,
        21,
        "'0.20' is not an amount of this hand, as $1.50 would be.",
    ),
    ("P2: folds", "P2: flods", 11, 5, "'flods' is nothing that a player does in five-card draw."),
    (
        "P2: folds",
        "P5: folds",
        11,
        1,
        "'P5: folds' is no line of a five-card draw hand with these players.",
    ),
    (
        "discards 3 cards [9c 5s 2h]",
        "discards 3 cards [9c 5s]",
        14,
        23,
        "2 cards are listed here, but the line says 3.",
    ),
    (
        "discards 1 card\n",
        "discards 6 cards\n",
        13,
        5,
        "'discards 6 cards' is nothing that a player does in five-card draw.",
    ),
    (
        "P3: checks",
        "P3: posts big blind $0.10",
        16,
        1,
        "Antes and blinds are posted before the deal, not after it.",
    ),
    ("P1 collected", "P5 collected", 22, 1, "'P5' has no seat in this hand; P1, P2, P3 have."),
    (
        "Total pot $0.85",
        "Whole pot $0.85",
        24,
        1,
        "Here the total pot and the rake are wanted, as in 'Total pot $1 | Rake $0.05'.",
    ),
    (
        "Total pot $0.85 |",
        "Total pot $0.85 Third pot $1. |",
        24,
        16,
        "'Third pot $1.' is no pot, as 'Side pot $2.' would be.",
    ),
    (
        "Seat 2: P2 (small blind) folded before the Draw",
        "Seat 2: P2 (small blind) folded before the Flop",
        26,
        26,
        "'folded before the Flop' is no way in which a seat ends a five-card draw hand.",
    ),
    (
        "Seat 2: P2 (small",
        "Seat 2: P1 (small",
        26,
        9,
        "Seat 2 has another player in the list of seats.",
    ),
    (
        "Seat 2: P2 (small blind) folded before the Draw",
        "Seat 1: P1 folded before the Draw",
        26,
        1,
        "Seat 1 comes twice in the summary.",
    ),
    (
        "Seat 4: P3 (big blind) mucked",
        "And 4: P3 (big blind) mucked",
        27,
        1,
        "Here a seat of the summary is wanted, or the next hand.",
    ),
]
"""What is changed, then the line, the column and the sentence of the error."""


@pytest.mark.parametrize(("old", "new", "line", "column", "sentence"), WRONG)
def test_the_first_line_that_is_wrong_is_named_with_its_column(old, new, line, column, sentence):
    error = error_of(edited(old, new))
    assert (error.line, error.column, error.sentence) == (line, column, sentence)
