"""
Our own format: a record is one line of JSON, a file is one record a line.

The number under ``version`` says how a line is to be read. A line of a version that this reader
does not know is refused, never read as well as it goes.
"""

import re
from collections.abc import Iterable, Iterator

import msgspec
from msgspec import Struct

from showdown.errors import FormatError
from showdown.history.record import HandRecord
from showdown.history.text import Piece, decode, split_lines

VERSION = 1
"""The version that is written."""


class _Head(Struct):
    """A first look at a line."""

    version: int | None = None


_ENCODER = msgspec.json.Encoder(decimal_format="string")
_HEADS = msgspec.json.Decoder(_Head)
_RECORDS = msgspec.json.Decoder(HandRecord)
_BYTE = re.compile(r"\(byte (\d+)\)")


def to_json(record: HandRecord) -> str:
    """
    Write a record as one line of JSON, without a line end.

    Secrets are in it: whoever may read the line may know the cards.
    """
    return _ENCODER.encode(record).decode()


def from_json(line: str | bytes, number: int = 1) -> HandRecord:
    """
    Read a record from its line.

    >>> from_json('{"version":2}')
    Traceback (most recent call last):
    showdown.errors.FormatError: This record has version 2; this reader knows version 1.

    Args:
        number: which line of a file it is, for the error.

    Raises:
        FormatError: it is not JSON, not a record, or of a version that is not known.
    """
    try:
        version = _HEADS.decode(line).version
        if version != VERSION:
            said = "no version" if version is None else f"version {version}"
            raise FormatError(
                f"This record has {said}; this reader knows version {VERSION}.",
                line=number,
                found=version,
                wanted=VERSION,
            )
        return _RECORDS.decode(line)
    except msgspec.ValidationError as error:
        raise FormatError(f"This is not the record of a hand: {error}.", line=number) from None
    except RecursionError:
        raise FormatError(
            "This is nested too deeply for the record of a hand.", line=number
        ) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise FormatError(
            f"This is not JSON: {_reason(error)}.", line=number, column=_column(line, str(error))
        ) from None


def from_json_lines(text: str | bytes) -> Iterator[HandRecord | FormatError]:
    """Read a file: for each line that is not empty a record, or what is wrong with it."""
    return read_lines(split_lines(decode(text)))


def read_lines(lines: Iterable[Piece]) -> Iterator[HandRecord | FormatError]:
    """As :func:`from_json_lines`, line by line."""
    for line in lines:
        if line.text:
            try:
                yield from_json(line.text, line.line)
            except FormatError as error:
                yield error


def _reason(error: Exception) -> str:
    return _BYTE.sub("", str(error)).removeprefix("JSON is malformed: ").strip()


def _column(line: str | bytes, message: str) -> int:
    found = _BYTE.search(message)
    if found is None:
        return 1
    raw = line.encode() if isinstance(line, str) else line
    return len(raw[: int(found[1])].decode(errors="replace")) + 1
