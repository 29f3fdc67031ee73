"""
Files of any format that can be read: what it is shows in its contents.

JSON is known by its first character, OHH and PHH by their first field. Everything else is text of
sites, known hand by hand from its first line, so that a file may hold hands of several.
"""

from collections.abc import Iterator

from showdown.errors import FormatError
from showdown.history.boss import BOSS
from showdown.history.cutting import read_text
from showdown.history.facts import Facts
from showdown.history.fulltilt import FULL_TILT
from showdown.history.json_lines import from_json_lines
from showdown.history.ohh import from_ohh, is_ohh
from showdown.history.ongame import ONGAME
from showdown.history.phh import from_phh
from showdown.history.phh_text import is_phh
from showdown.history.pokerstars import POKERSTARS
from showdown.history.reconstruct import to_record
from showdown.history.record import HandRecord
from showdown.history.text import BLANKS, decode, split_lines

SITES = (POKERSTARS, FULL_TILT, ONGAME, BOSS)
"""Whose texts can be read; what nobody knows is taken for the first one's."""


def read_facts(text: str | bytes) -> Iterator[Facts | HandRecord | FormatError]:
    """Read a file hand by hand as it stands there; for what cannot be read an error."""
    whole = decode(text)
    if is_ohh(whole):
        return from_ohh(whole)
    if _is_json(whole):
        return from_json_lines(whole)
    return from_phh(whole) if is_phh(whole) else read_text(split_lines(whole), SITES)


def read_hands(text: str | bytes) -> Iterator[HandRecord | FormatError]:
    """Read a file of any format that is known: records, and what is wrong."""
    for hand in read_facts(text):
        yield to_record(hand) if isinstance(hand, Facts) else hand


def _is_json(text: str) -> bool:
    return text.lstrip(BLANKS).startswith("{")
