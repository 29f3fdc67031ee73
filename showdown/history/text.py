"""
Text as files hold it: bytes to text, text to lines, and parts of lines that know where they stand.

Readers of foreign formats take pieces apart into smaller pieces, so that whatever is wrong is
reported with the line and column in the file.
"""

import codecs
import re
from collections.abc import Mapping
from typing import NamedTuple

from showdown.errors import FormatError

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_LINE_END = re.compile(r"\r\n|\n|\r")
_BYTE_ORDER_MARK = "\ufeff"


def decode(data: str | bytes) -> str:
    r"""
    The text of a file, by its byte order mark, else as UTF-8, else as Windows wrote it.

    >>> decode(b"\xff\xfeP\x001\x00"), decode(b"\x80"), decode("as it is")
    ('P1', '€', 'as it is')
    """
    if isinstance(data, str):
        return data
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding, errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


class Piece(NamedTuple):
    """A part of a line; ``line`` and ``column`` count from 1."""

    text: str
    line: int
    column: int = 1

    def part(self, start: int, end: int | None = None) -> "Piece":
        """A part of this part, by places counted from 0."""
        return Piece(self.text[start:end], self.line, self.column + start)

    def match(self, pattern: re.Pattern[str]) -> Mapping[str, "Piece"] | None:
        """The named groups that took part, if the whole piece matches."""
        found = pattern.fullmatch(self.text)
        if found is None:
            return None
        return {
            name: self.part(found.start(name), found.end(name))
            for name, value in found.groupdict().items()
            if value is not None
        }

    def wrong(self, sentence: str, *, wanted: str | None = None) -> FormatError:
        """An error that stands here."""
        return FormatError(
            sentence, line=self.line, column=self.column, found=self.text, wanted=wanted
        )


def split_lines(text: str) -> tuple[Piece, ...]:
    r"""
    The lines of a text, without what ends them and without blanks before that.

    Only the line ends of Unix, Windows and old Macs count: chat may hold stranger ones.

    >>> [piece.text for piece in split_lines("one\r\ntwo \n\nfour")]
    ['one', 'two', '', 'four']
    """
    return tuple(
        Piece(line.removeprefix(_BYTE_ORDER_MARK).rstrip(), number)
        for number, line in enumerate(_LINE_END.split(text), 1)
    )


class Scanner:
    """Takes a line apart from its left end and says what was wanted where it cannot."""

    def __init__(self, piece: Piece) -> None:
        self.rest = piece
        """What has not been taken yet."""

    def find(self, pattern: str) -> Piece | None:
        """Take what matches here, if anything does."""
        found = re.match(pattern, self.rest.text)
        if found is None:
            return None
        taken = self.rest.part(0, found.end())
        self.rest = self.rest.part(found.end())
        return taken

    def take(self, pattern: str, wanted: str) -> Piece:
        """
        Take what matches here.

        Raises:
            FormatError: nothing does; ``wanted`` says in words what should stand here.
        """
        taken = self.find(pattern)
        if taken is None:
            found = f"found {_beginning(self.rest.text)!r}" if self.rest.text else "the line ends"
            raise self.rest.wrong(f"Here {wanted} is wanted, but {found}.", wanted=wanted)
        return taken

    def end(self) -> None:
        """
        Make sure that nothing is left.

        Raises:
            FormatError: something is.
        """
        if self.rest.text:
            raise self.rest.wrong(f"The line should end before {self.rest.text!r}.", wanted="")


def _beginning(text: str, size: int = 20) -> str:
    """Enough of a text to find it."""
    return text if len(text) <= size else f"{text[:size]}…"
