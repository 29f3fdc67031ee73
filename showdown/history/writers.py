"""
The formats that can be written, by name: how a hand is written, and how hands become one file.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from showdown.errors import Unsayable
from showdown.history.json_lines import to_json
from showdown.history.ohh_writer import to_ohh
from showdown.history.phh_writer import to_phh, to_phhs
from showdown.history.pokerstars_writer import to_pokerstars
from showdown.history.record import HandRecord
from showdown.history.writing import Written
from showdown.rules.view import Viewer


class Format(NamedTuple):
    """A format that can be written."""

    title: str
    write: Callable[[HandRecord, Viewer | None], Written]
    """Raises :class:`showdown.errors.Unsayable`."""
    join: Callable[[Iterable[str]], Iterator[str]]
    """Makes a file of hands, piece by piece."""


def _json(record: HandRecord, viewer: Viewer | None) -> Written:
    if viewer is not None:
        raise Unsayable(
            "JSON Lines hold whole records with everybody's cards, never one for a viewer."
        )
    return Written(to_json(record))


def _sections(hands: Iterable[str]) -> Iterator[str]:
    """A single hand of PHH needs no name."""
    each = iter(hands)
    first, second = next(each, None), next(each, None)
    if first is None:
        return iter(())
    if second is None:
        return iter((first,))
    return to_phhs(chain((first, second), each))


def _ended_by(end: str) -> Callable[[Iterable[str]], Iterator[str]]:
    return lambda hands: (f"{hand}{end}" for hand in hands)


FORMATS = {
    "phh": Format("PHH", to_phh, _sections),
    "ohh": Format("OHH", to_ohh, _ended_by("\n")),
    "pokerstars": Format("PokerStars text", to_pokerstars, _ended_by("\n\n")),
    "json": Format("JSON Lines", _json, _ended_by("\n")),
}
