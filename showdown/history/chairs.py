"""
The seats at the head of a hand, and the parts into which its lines fall.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from showdown.history.facts import Place
from showdown.history.lines import refuse_doubles, seat_number
from showdown.history.money import Money
from showdown.history.text import Piece


class Chair(NamedTuple):
    """A line of the list of seats."""

    place: Place
    away: bool
    """Whether its player is there, but does not play."""


def read_chairs(
    lines: Sequence[Piece], before: Piece, form: re.Pattern[str], money: Money
) -> tuple[Chair, ...]:
    """
    The seats, from the first of these lines to the last that is one.

    Args:
        before: the line before them, for the error if nothing comes.
        form: names ``seat``, ``name``, ``stack`` and, if there is more to say, ``after``.

    Raises:
        FormatError: there are none, or one is there twice.
    """
    found = list(_listed(lines, form, money))
    if not found:
        here = lines[0] if lines else before
        raise here.wrong(
            "Here the seats are wanted, as in 'Seat 1: Name ($10)'.", wanted="Seat 1: ..."
        )
    refuse_doubles((chair.place, seat, name) for chair, seat, name in found)
    return tuple(chair for chair, _, _ in found)


def _listed(
    lines: Sequence[Piece], form: re.Pattern[str], money: Money
) -> Iterator[tuple[Chair, Piece, Piece]]:
    for line in lines:
        found = line.match(form)
        if found is None:
            return
        place = Place(
            seat=seat_number(found["seat"]),
            name=found["name"].text,
            stack=money.read(found["stack"]),
        )
        away = "after" in found and _is_away(found["after"])
        yield Chair(place, away), found["seat"], found["name"]


def _is_away(note: Piece) -> bool:
    if note.text != "is sitting out" and not note.text.startswith("out of hand"):
        raise note.wrong(f"{note.text!r} says nothing known about a seat.", wanted="is sitting out")
    return True


def cut_at(
    mark: str, lines: Sequence[Piece], last: Piece
) -> tuple[Sequence[Piece], Sequence[Piece]]:
    """
    The lines before the summary, and those from its mark on.

    Args:
        last: the last line of the hand, for the error.

    Raises:
        FormatError: there is no summary.
    """
    for place, line in enumerate(lines):
        if line.text == mark:
            return lines[:place], lines[place:]
    raise last.wrong("The text breaks off after this line; a hand ends with its summary.")
