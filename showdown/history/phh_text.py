"""
The text of PHH files: cut into hands, and each hand into its fields.

Most lines hold a value that JSON writes as TOML does, and JSON is read fifty times as fast. A hand
with any other line is read by the standard library.
"""

import hashlib
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import time
from decimal import Decimal
from functools import lru_cache

import msgspec

from showdown.errors import FormatError
from showdown.history.text import Piece

_SECTION = re.compile(r"\[\s*(?:[\w-]+|\"[^\"]*\"|'[^']*')\s*\]\s*(?:#.*)?")
_LINE = re.compile(r"([A-Za-z_][\w-]*)\s*=\s*(.*)")
_SIMPLE = re.compile(r'[\["\d-]')
_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'|#.*')
"""A text, or a remark, in which no text counts."""
_VALUES = msgspec.json.Decoder(float_hook=Decimal)

SEAL = "_seal"
"""The field that holds a sum over all others."""

_BEGINS = re.compile(r"(?:\s|#.*\n)*(?:\[[^\]\n]*\]\s*\n(?:\s|#.*\n)*)?[A-Za-z_][\w-]*\s*=")
"""With a field, or with the name of a section and a field."""


def is_phh(text: str) -> bool:
    r"""
    Whether a file is PHH, by how it begins.

    >>> is_phh("# A remark.\n[1]\nvariant = 'N5CD'"), is_phh("PokerStars Game #1: ...")
    (True, False)
    """
    return _BEGINS.match(text.removeprefix("\ufeff")) is not None


class Section:
    """One hand of a file."""

    __slots__ = ("_places", "fields", "lines")

    def __init__(self, fields: Mapping[str, object], lines: Sequence[Piece]) -> None:
        self.fields = fields
        self.lines = lines
        self._places: list[Piece] | None = None

    def where(self, name: str) -> Piece:
        """The line of a field, or the first of the hand."""
        for line in self.lines:
            found = _LINE.match(line.text)
            if found is not None and found[1] == name:
                return line
        return next((line for line in self.lines if line.text), self.lines[0])

    @property
    def is_untouched(self) -> bool:
        """Whether it is as its writer left it."""
        seal = self.fields.get(SEAL)
        if not isinstance(seal, str):
            return False
        texts = (line.text for line in self.lines)
        return seal == seal_of(each for each in texts if each and not each.startswith(SEAL))

    def action(self, number: int) -> Piece:
        """The place of an action, counted from 0; looked for only where somebody asks."""
        if self._places is None:
            self._places = list(self._texts_from(self.where("actions")))
        places = self._places
        return places[number] if number < len(places) else self.where("actions")

    def _texts_from(self, first: Piece) -> Iterator[Piece]:
        for line in self.lines[first.line - self.lines[0].line :]:
            for found in _STRING.finditer(line.text):
                if not found[0].startswith("#"):
                    yield line.part(found.start(), found.end())


def seal_of(lines: Iterable[str]) -> str:
    """
    A short sum over the lines of a hand: while it fits, nobody has changed them.

    >>> seal_of(["hand = 1"])
    'a2c9bc42a811'
    """
    return hashlib.blake2b("\n".join(lines).encode(), digest_size=6).hexdigest()


def cut_sections(lines: Iterable[Piece]) -> Iterator[list[Piece]]:
    """The lines of each hand; the names of sections are left out."""
    hand: list[Piece] = []
    for line in lines:
        if line.text.startswith("[") and _SECTION.fullmatch(line.text):
            if any(each.text for each in hand):
                yield hand
            hand = []
        else:
            hand.append(line)
    if any(each.text for each in hand):
        yield hand


def read_section(lines: Sequence[Piece]) -> Section:
    """
    The fields of a hand.

    Raises:
        FormatError: it is not TOML.
    """
    fields = _read_simple(lines)
    if fields is None:
        fields = _read_toml(lines)
    return Section(fields, lines)


def _read_simple(lines: Sequence[Piece]) -> dict[str, object] | None:
    """The fields, if each is a line of the simple kind."""
    fields: dict[str, object] = {}
    for line in lines:
        if not line.text:
            continue
        found = _LINE.fullmatch(line.text)
        if found is None or found[1] in fields:
            return None
        value = _read_value(found[2])
        if value is None:
            return None
        fields[found[1]] = value
    return fields


def _read_value(text: str) -> object | None:
    if text in _WORDS:
        return _WORDS[text]
    if "{" in text or "\\/" in text or "null" in text:
        return _read_inline(text)
    try:
        if _TIME.fullmatch(text):
            return time.fromisoformat(text)
        value: object = _VALUES.decode(text) if _SIMPLE.match(text) else None
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None
    return value


_WORDS = {"true": True, "false": False}
_TIME = re.compile(r"\d\d:\d\d:\d\d(?:\.\d{6})?")
_TABLE = re.compile(
    r'\{(?:[a-z_]+ = (?:"[^"\\={}]*"|-?\d+(?:\.\d+)?|true|false)(?:, (?!\})|(?=\})))*\}'
)
"""A table that JSON writes the same, but for its names."""
_NAME = re.compile(r"([a-z_]+) = ")


@lru_cache(maxsize=256)
def _read_inline(value: str) -> object | None:
    """A table within a line; that of the rules is the same in many hands."""
    try:
        if _TABLE.fullmatch(value):
            table: object = _VALUES.decode(_NAME.sub(r'"\1":', value))
        else:
            table = tomllib.loads(f"value = {value}", parse_float=Decimal)["value"]
    except (msgspec.DecodeError, tomllib.TOMLDecodeError, RecursionError):
        return None
    return table


def _end_of(lines: Sequence[Piece]) -> tuple[int, int]:
    return len(lines), len(lines[-1].text) + 1


def _read_toml(lines: Sequence[Piece]) -> dict[str, object]:
    try:
        return tomllib.loads("\n".join(line.text for line in lines), parse_float=Decimal)
    except (tomllib.TOMLDecodeError, ValueError, RecursionError) as error:
        found = _PLACE.search(str(error))
        row, column = (found[1], found[2]) if found and found[1] else _end_of(lines)
        reason = _PLACE.sub("", str(error)).rstrip(".")
        raise FormatError(
            f"This is not TOML: {reason[:1].lower()}{reason[1:]}.",
            line=lines[min(int(row), len(lines)) - 1].line,
            column=int(column),
        ) from None
