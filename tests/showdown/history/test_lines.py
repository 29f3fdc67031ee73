"""
What the texts of all sites have in common: names, cards, seats, numbers.
"""

import pytest

from showdown import FormatError, parse_cards
from showdown.history.facts import Place
from showdown.history.lines import (
    Context,
    hand_number,
    read_cards,
    refuse_doubles,
    seat_number,
    whole_hand,
)
from showdown.history.money import Money
from showdown.history.text import Piece

CONTEXT = Context(Money(sign="$", currency="USD"), {"P1": 1, "P1 folds": 2, "P1: x": 3})


def test_of_names_that_fit_the_longest_comes_first():
    assert list(CONTEXT.beginning("P1 folds folds", " ")) == ["P1 folds", "P1"]
    assert CONTEXT.longest("P1: x: checks", ": ") == "P1: x"
    assert CONTEXT.longest("P2 folds", " ") is None


def test_a_player_without_a_seat_is_told_who_has_one():
    with pytest.raises(FormatError, match="'P2' has no seat in this hand; P1, P1 folds, P1: x"):
        CONTEXT.seat(Piece("P2", 4))


@pytest.mark.parametrize("text", ["0", "11", "123456"])
def test_there_are_seats_one_to_ten(text):
    with pytest.raises(FormatError, match="There is no seat"):
        seat_number(Piece(text, 3))


@pytest.mark.parametrize("text", ["0", "9007199254740993", "1" * 5000])
def test_a_hand_has_a_number_that_clients_can_hold(text):
    with pytest.raises(FormatError, match="A hand's number is 1 to"):
        hand_number(Piece(text, 3))


def test_cards_may_have_commas_between_them():
    assert read_cards(Piece("Tc, 9h, 7c", 1), between=",") == parse_cards("Tc9h7c")


@pytest.mark.parametrize(("text", "column"), [("Tc 9h, 7c", 1), ("Tc, 9h, 7c,", 9), ("Tc,9h", 1)])
def test_a_comma_too_few_or_too_many_is_wrong_where_it_is(text, column):
    with pytest.raises(FormatError) as raised:
        read_cards(Piece(text, 1), between=",")
    assert raised.value.column == column


def test_a_whole_hand_has_five_cards():
    with pytest.raises(FormatError, match="Here 5 cards are wanted, not 2"):
        whole_hand(Piece("Tc 9h", 1))


@pytest.mark.parametrize(
    ("second", "what"),
    [
        (Place(seat=1, name="P2", stack=1), "seat '1'"),
        (Place(seat=2, name="P1", stack=1), "name 'P1'"),
    ],
)
def test_a_seat_and_a_name_are_there_once(second, what):
    first = Place(seat=1, name="P1", stack=1)
    with pytest.raises(FormatError, match=f"The {what} was listed before"):
        refuse_doubles([(each, Piece("", 1), Piece("", 1)) for each in (first, second)])
