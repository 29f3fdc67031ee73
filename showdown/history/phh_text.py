"""
The text of PHH files: cut into hands, and each hand into its fields.

Most lines hold a value that JSON writes as TOML does, and JSON is read fifty times as fast. A hand
with any other line is read by the standard library.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

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

_BEGINS = re.compile(r"(?:\s|#.*\n)*(?:\[[^\]\n]*\]\s*\n(?:\s|#.*\n)*)?[A-Za-z_][\w-]*\s*=")
"""With a field, or with the name of a section and a field."""


def is_phh(text: str) -> bool:
    r"""
    Whether a file is PHH, by how it begins.

    >>> is_phh("# A remark.\n[1]\nvariant = 'N5CD'"), is_phh("PokerStars Game #1: ...")
    (True, False)
    """
    return _BEGINS.match(text.removeprefix("\ufeff")) is not None


class Section(NamedTuple):
    """One hand of a file."""

    fields: Mapping[str, object]
    lines: Sequence[Piece]

    def where(self, name: str) -> Piece:
        """The line of a field, or the first of the hand."""
        for line in self.lines:
            found = _LINE.match(line.text)
            if found is not None and found[1] == name:
                return line
        return next((line for line in self.lines if line.text), self.lines[0])

    def action(self, number: int) -> Piece:
        """The place of an action, counted from 0."""
        first = self.where("actions")
        count = -1
        for line in self.lines[first.line - self.lines[0].line :]:
            for found in _STRING.finditer(line.text):
                count += not found[0].startswith("#")
                if count == number:
                    return line.part(found.start(), found.end())
        return first


def cut_sections(lines: Iterable[Piece]) -> Iterator[list[Piece]]:
    """The lines of each hand; the names of sections are left out."""
    hand: list[Piece] = []
    for line in lines:
        if _SECTION.fullmatch(line.text):
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
    fields: dict[str, object] = {}
    for line in lines:
        if not line.text:
            continue
        found = _LINE.fullmatch(line.text)
        if found is None or found[1] in fields:
            return None
        name, value = found.groups()
        if value in ("true", "false"):
            fields[name] = value == "true"
            continue
        if value.startswith("{") or "\\/" in value or "null" in value:
            inline = _read_inline(value)
            if inline is None:
                return None
            fields[name] = inline
            continue
        try:
            if not _SIMPLE.match(value):
                return None
            fields[name] = _VALUES.decode(value)
        except msgspec.DecodeError:
            return None
    return fields


def _read_inline(value: str) -> object | None:
    try:
        value_only: object = tomllib.loads(f"value = {value}", parse_float=Decimal)["value"]
    except (tomllib.TOMLDecodeError, RecursionError):
        return None
    return value_only


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
