"""
The first two lines of a PokerStars hand.
"""

from datetime import UTC, datetime

import pytest

from showdown import FormatError, Game
from showdown.history.money import Money
from showdown.history.pokerstars_head import read_head, read_table
from showdown.history.text import Piece


def head(rest: str = "2009/11/25 14:12:43 ET", *, stakes: str = "$0.25/$0.50 USD"):
    return read_head(Piece(f"PokerStars Game #12:  5 Card Draw No Limit ({stakes}) - {rest}", 1))


@pytest.mark.parametrize(
    ("title", "game"),
    [
        ("PokerStars Game #12:  5 Card Draw No Limit", Game.NO_LIMIT),
        ("PokerStars Hand #12:  5 Card Draw Pot Limit", Game.POT_LIMIT),
        ("PokerStars Hand #12: 5 Card Draw Limit", Game.FIXED_LIMIT),
        ("PokerStars Zoom Hand #12:  5 Card Draw Limit", Game.FIXED_LIMIT),
        ("PokerStars Home Game Hand #12: {A {Club}} 5 Card Draw Limit", Game.FIXED_LIMIT),
        ("PokerStars Home Game Hand #12: {Club} 5 Card Draw Limit", Game.FIXED_LIMIT),
    ],
)
def test_titles_of_all_years_are_read(title, game):
    line = Piece(f"{title} ($1/$2) - 2009/11/25 14:12:43 ET", 1)
    assert (read_head(line).hand, read_head(line).game) == (12, game)


def test_a_tournament_is_known_by_its_title():
    line = Piece(
        "PokerStars Game #12: Tournament #5, $1.00+$0.20 USD 5 Card Draw Limit - Level IV (50/100) "
        "- 2010/11/12 20:42:34 CET [2010/11/12 14:42:34 ET]",
        1,
    )
    found = read_head(line)
    assert found.tournament
    assert (found.stakes, found.money) == ((50, 100), Money(sign="", currency="chips"))


def test_a_tournament_in_another_game_is_refused_where_the_buy_in_begins():
    line = "PokerStars Game #12: Tournament #5, $1+$0.20 USD Badugi Limit - Level IV (50/100) - now"
    with pytest.raises(FormatError, match="Only 5 Card Draw") as raised:
        read_head(Piece(line, 4))
    assert (raised.value.line, raised.value.column) == (4, line.index("$1+") + 1)


@pytest.mark.parametrize(
    ("said", "utc"),
    [
        ("2009/11/25 14:12:43 ET", datetime(2009, 11, 25, 19, 12, 43, tzinfo=UTC)),
        (
            "2010/09/20 20:50:00 PT [2010/09/20 23:50:00 ET]",
            datetime(2010, 9, 21, 3, 50, tzinfo=UTC),
        ),
        (
            "2016/05/11 10:23:37 EET [2016/05/11 3:23:37 ET]",
            datetime(2016, 5, 11, 7, 23, 37, tzinfo=UTC),
        ),
        ("2007/10/15 - 07:57:14 (ET)", datetime(2007, 10, 15, 11, 57, 14, tzinfo=UTC)),
        ("2009/11/25 14:12:43 UTC", datetime(2009, 11, 25, 14, 12, 43, tzinfo=UTC)),
        ("2009/11/25 14:12:43 MSK", None),
    ],
)
def test_the_time_is_utc_where_a_zone_is_known_and_always_as_it_was_written(said, utc):
    found = head(said)
    assert (found.played, found.played_as) == (utc, said)


@pytest.mark.parametrize(
    ("line", "name", "seats", "button"),
    [
        ("Table 'Laodica IV' 6-max Seat #2 is the button", "Laodica IV", 6, 2),
        ("Table 'L'Aquila 'x' 8-max Seat #8 is the button", "L'Aquila 'x", 8, 8),
        ("Table '33 1' 6-max (Play Money) Seat #2 is the button", "33 1", 6, 2),
        ("Table 'Juno' Seat #5 is the button", "Juno", None, 5),
    ],
)
def test_the_table_has_a_name_a_size_and_a_button(line, name, seats, button):
    table = read_table(Piece(line, 2))
    assert (table.name, table.max_seats, table.button) == (name, seats, button)
