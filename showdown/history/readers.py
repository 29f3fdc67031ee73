"""
Files of any format that can be read: what it is shows in its contents.

JSON is known by its first character, OHH and PHH by their first field. Everything else is text of
sites, known hand by hand from its first line, so that a file may hold hands of several. Hand by
hand is also how all of them are read, so that a file may be larger than memory.
"""

from collections.abc import Iterable, Iterator
from itertools import chain

from showdown.errors import FormatError
from showdown.history import json_lines
from showdown.history.boss import BOSS
from showdown.history.cutting import read_text
from showdown.history.facts import Facts
from showdown.history.fulltilt import FULL_TILT
from showdown.history.ohh import is_ohh, read_documents
from showdown.history.ongame import ONGAME
from showdown.history.phh import read_sections
from showdown.history.phh_text import is_phh
from showdown.history.pokerstars import POKERSTARS
from showdown.history.reconstruct import to_record
from showdown.history.record import HandRecord
from showdown.history.streaming import stream_lines
from showdown.history.text import Piece, decode, split_lines

SITES = (POKERSTARS, FULL_TILT, ONGAME, BOSS)
"""Whose texts can be read; what nobody knows is taken for the first one's."""

Found = Facts | HandRecord | FormatError


def read_facts(text: str | bytes) -> Iterator[Found]:
    """Read a file hand by hand as it stands there; for what cannot be read an error."""
    return _read(iter(split_lines(decode(text))))


def read_hands(text: str | bytes) -> Iterator[HandRecord | FormatError]:
    """Read a file of any format that is known: records, and what is wrong."""
    return _records(read_facts(text))


def stream_facts(chunks: Iterable[bytes]) -> Iterator[Found]:
    """As :func:`read_facts`, of a file that comes in pieces of any size; none of it is kept."""
    return _read(stream_lines(chunks))


def stream_hands(chunks: Iterable[bytes]) -> Iterator[HandRecord | FormatError]:
    """As :func:`read_hands`, of a file that comes in pieces of any size; none of it is kept."""
    return _records(stream_facts(chunks))


def _records(hands: Iterable[Found]) -> Iterator[HandRecord | FormatError]:
    for hand in hands:
        yield to_record(hand) if isinstance(hand, Facts) else hand


def _read(lines: Iterator[Piece]) -> Iterator[Found]:
    first = list(_beginning(lines))
    head = "\n".join(line.text for line in first)
    every = chain(first, lines)
    if is_ohh(head):
        return read_documents(every)
    if head.lstrip().startswith("{"):
        return json_lines.read_lines(every)
    return read_sections(every) if is_phh(head) else read_text(every, SITES)


def _beginning(lines: Iterator[Piece]) -> Iterator[Piece]:
    """As many lines as it takes to know what a file is."""
    for line in lines:
        yield line
        if line.text not in ("", "{") and line.text[0] not in "#[":
            return
