"""
Money as texts write it.
"""

import pytest

from showdown import FormatError
from showdown.history.money import Money
from showdown.history.text import Piece


@pytest.mark.parametrize(
    ("text", "amount"),
    [("$0.05", 5), ("$30", 3000), ("$1.5", 150), ("$0", 0), ("$3316", 331600)],
)
def test_money_is_read_in_cents(text, amount):
    assert Money(sign="$", currency="USD").read(Piece(text, 1)) == amount


@pytest.mark.parametrize("text", ["0.05", "€1", "$1.234", "$", "$-1", "$1,000", "", "$1.", "$١"])
def test_what_is_not_money_of_this_hand_is_refused(text):
    with pytest.raises(FormatError, match="is not an amount of this hand, as"):
        Money(sign="$", currency="USD").read(Piece(text, 1))


def test_play_chips_come_whole():
    chips = Money(sign="", currency="chips")
    assert chips.read(Piece("150", 1)) == 150
    with pytest.raises(FormatError, match="as 150 would be"):
        chips.read(Piece("1.50", 1))


@pytest.mark.parametrize(
    ("text", "amount"), [("$1,204.50", 120450), ("$12", 1200), ("$1,000,000", 100000000)]
)
def test_thousands_are_set_apart_where_the_site_does_so(text, amount):
    assert Money.of(Piece(text, 1), grouped=True).read(Piece(text, 1)) == amount


@pytest.mark.parametrize("text", ["$1,20", "$12,34,567", "$,100", "$1,2345"])
def test_commas_stand_between_thousands_and_nowhere_else(text):
    with pytest.raises(FormatError, match="is not an amount"):
        Money(sign="$", currency="USD", grouped=True).read(Piece(text, 1))


def test_money_without_a_sign_has_cents_where_the_file_names_the_currency():
    assert Money(sign="", currency="EUR", plain=True).read(Piece("7.75", 1)) == 775
    assert Money(sign="", currency="EUR", plain=True).scale == 100
