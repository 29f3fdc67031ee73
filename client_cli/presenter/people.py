"""
What to call the people at a table.
"""

from collections.abc import Iterable

from client_cli.presenter import words
from showdown.rules.ruleset import Seat
from showdown.rules.table_view import SeatView, TableView


def name_of(player: SeatView | None, seat: Seat) -> str:
    """A player's name, or his seat where he has none."""
    return player.name if player is not None and player.name else words.NOBODY.format(seat=seat)


def who(view: TableView, seat: Seat) -> str:
    """What to call a seat: you, or its player."""
    return str(words.YOU) if seat == view.you else name_of(view.at(seat), seat)


def join_names(names: Iterable[str]) -> str:
    """
    Names in a sentence.

    >>> join_names(["Ann", "Bo", "Cy"])
    'Ann, Bo and Cy'
    """
    *most, last = names
    return str(words.AND).join([", ".join(most), last]) if most else last
