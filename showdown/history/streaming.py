"""
Lines of a file that comes in pieces, so that a file may be larger than memory.
"""

import codecs
import re
from collections.abc import Iterable, Iterator
from itertools import chain

from showdown.history.text import Piece, decode

_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_LINE_END = re.compile(r"\r\n|\n|\r")
_BYTE_ORDER_MARK = "\ufeff"


def stream_lines(chunks: Iterable[bytes]) -> Iterator[Piece]:
    r"""
    The lines of a file, as :func:`showdown.history.text.split_lines` gives them of a whole text.

    Without a byte order mark each piece is taken for UTF-8, or where it is not, as Windows wrote.

    >>> [(line.line, line.text) for line in stream_lines([b"one\r", b"\ntw", b"o \n"])]
    [(1, 'one'), (2, 'two'), (3, '')]
    """
    number, rest = 1, ""
    for text in _texts(chunks):
        *lines, rest = _split(rest + text)
        for line in lines:
            yield _piece(line, number)
            number += 1
    for line in _LINE_END.split(rest):
        yield _piece(line, number)
        number += 1


def _piece(line: str, number: int) -> Piece:
    return Piece(line.removeprefix(_BYTE_ORDER_MARK).rstrip(), number)


def _split(text: str) -> list[str]:
    """The lines; the last one may go on, also after a return of which the feed is to come."""
    if not text.endswith("\r"):
        return _LINE_END.split(text)
    lines = _LINE_END.split(text[:-1])
    lines[-1] += "\r"
    return lines


def _texts(chunks: Iterable[bytes]) -> Iterator[str]:
    pieces = iter(chunks)
    first = next(pieces, b"")
    while len(first) < len(_BYTE_ORDER_MARK.encode()) and (more := next(pieces, b"")):
        first += more
    if first.startswith(_UTF_16):
        decoder = codecs.getincrementaldecoder("utf-16")(errors="replace")
        yield decoder.decode(first)
        yield from map(decoder.decode, pieces)
        yield decoder.decode(b"", final=True)
        return
    rest, begins = b"", True
    for piece in chain((first,), pieces):
        end = max(piece.rfind(b"\n"), piece.rfind(b"\r")) + 1
        if end:
            yield _text(rest + piece[:end], begins)
            begins = False
            rest = piece[end:]
        else:
            rest += piece
    yield _text(rest, begins)


def _text(data: bytes, begins: bool) -> str:
    """Only a file begins with a byte order mark; elsewhere it is a sign like others."""
    return decode(data) if begins else decode(b"\n" + data)[1:]
