"""
Files of any format that can be read: what it is shows in its first character.
"""

from collections.abc import Iterator

from showdown.errors import FormatError
from showdown.history.facts import Facts
from showdown.history.json_lines import from_json_lines
from showdown.history.pokerstars import read_pokerstars
from showdown.history.reconstruct import to_record
from showdown.history.record import HandRecord
from showdown.history.text import BLANKS, decode


def read_facts(text: str | bytes) -> Iterator[Facts | HandRecord | FormatError]:
    """Read a file hand by hand as it stands there; for what cannot be read an error."""
    whole = decode(text)
    return from_json_lines(whole) if _is_json(whole) else read_pokerstars(whole)


def read_hands(text: str | bytes) -> Iterator[HandRecord | FormatError]:
    """Read a file of PokerStars text or of our own JSON Lines: records, and what is wrong."""
    for hand in read_facts(text):
        yield to_record(hand) if isinstance(hand, Facts) else hand


def _is_json(text: str) -> bool:
    return text.lstrip(BLANKS).startswith("{")
