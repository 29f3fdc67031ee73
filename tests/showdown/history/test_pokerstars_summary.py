"""
The summary at the end of a PokerStars hand.
"""

import pytest

from showdown import FormatError, parse_cards
from showdown.history.facts import Role, Summary
from showdown.history.lines import Context
from showdown.history.money import Money
from showdown.history.pokerstars_summary import Closing, read_summary
from showdown.history.text import Piece

CONTEXT = Context(Money(sign="$", currency="USD"), {"P1": 1, "P1 (button)": 2})


def summary(*lines: str) -> Closing:
    return read_summary([Piece(line, n) for n, line in enumerate(lines, 30)], CONTEXT)


def seat(line: str) -> Summary:
    (found,) = summary("*** SUMMARY ***", "Total pot $1 | Rake $0", line).seats
    return found


@pytest.mark.parametrize(
    ("line", "total"),
    [
        ("Total pot $1 | Rake $0.05", (100, (), 5)),
        ("Total pot $1.25 Main pot $1. Side pot $0.20. | Rake $0.05", (125, (100, 20), 5)),
        (
            "Total pot $6 Main pot $3. Side pot-1 $2. Side pot-2 $1. | Rake $0",
            (600, (300, 200, 100), 0),
        ),
    ],
)
def test_the_pots_and_the_rake_stand_in_one_line(line, total):
    assert summary("*** SUMMARY ***", line).total == total


SEATS = {
    "Seat 1: P1 folded before the Draw (didn't bet)": Summary(line=32, seat=1, folded=0),
    "Seat 1: P1 (button) folded before the Draw": Summary(
        line=32, seat=1, folded=0, roles=(Role.BUTTON,)
    ),
    "Seat 1: P1 (small blind) folded after the Draw": Summary(
        line=32, seat=1, folded=1, roles=(Role.SMALL_BLIND,)
    ),
    "Seat 1: P1 (big blind) collected ($0.10)": Summary(
        line=32, seat=1, won=10, roles=(Role.BIG_BLIND,)
    ),
    "Seat 1: P1 showed [Td Th 6h 4h Ks] and lost with a pair of Tens": Summary(
        line=32, seat=1, cards=parse_cards("TdTh6h4hKs"), name="a pair of Tens"
    ),
    "Seat 1: P1 (button) (small blind) showed [Td Th 6h 4h Ks] and won ($4) with a pair of Tens": (
        Summary(
            line=32,
            seat=1,
            cards=parse_cards("TdTh6h4hKs"),
            won=400,
            name="a pair of Tens",
            roles=(Role.BUTTON, Role.SMALL_BLIND),
        )
    ),
    "Seat 1: P1 mucked [4h Ks 3s Jc 7h]": Summary(line=32, seat=1, cards=parse_cards("4hKs3sJc7h")),
    "Seat 1: P1 mucked": Summary(line=32, seat=1),
    "Seat 2: P1 (button) mucked": Summary(line=32, seat=2),
    "Seat 2: P1 (button) (button) mucked": Summary(line=32, seat=2, roles=(Role.BUTTON,)),
}


@pytest.mark.parametrize("line", SEATS)
def test_every_way_to_end_a_hand_is_read(line):
    assert seat(line) == SEATS[line]


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("Seat 1: P1 folded on the Turn", 12),
        ("Seat 1: P1 (button) showed [Td Th 6h 4h Zs] and lost", 41),
        ("Seat 1: P1 collected (0.10)", 23),
        ("Seat 3: P1 mucked", 9),
        ("Seat 11: P1 mucked", 6),
        ("P1 mucked", 1),
    ],
)
def test_another_end_is_an_error_where_it_begins(line, column):
    with pytest.raises(FormatError) as raised:
        seat(line)
    assert (raised.value.line, raised.value.column) == (32, column)


def test_a_summary_without_its_pot_breaks_off():
    with pytest.raises(FormatError, match="the total pot is wanted"):
        summary("*** SUMMARY ***")
