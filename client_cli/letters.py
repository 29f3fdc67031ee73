"""
Lines in the signs that a terminal has: no marks beyond letters where only letters are wanted.
"""

import codecs
import os
import unicodedata
from collections.abc import Mapping
from typing import TextIO

_PLAIN = str.maketrans(
    {
        "\u00a0": " ", "\u202f": " ", "«": '"', "»": '"', "“": '"', "”": '"', "’": "'",
        "—": "-", "–": "-", "−": "-", "…": "...", "·": "-", "×": "x", "œ": "oe", "Œ": "OE",
    }
)  # fmt: skip
SUITS = "♣♦♥♠"
LETTERS = "showdown.letters"


def in_letters(line: str, encoding: str = "utf-8") -> str:
    """
    A line without typographic marks; without accents, too, where they cannot be written.

    >>> in_letters("Il dit : « servi »…"), in_letters("carré", "ascii")
    ('Il dit : " servi "...', 'carre')
    """
    line = line.translate(_PLAIN)
    return line if _is_writable(line, encoding) else "".join(map(_bare, line))


def writes_signs(stream: TextIO, signs: str) -> bool:
    """Whether these signs can be written there."""
    return _is_writable(signs, stream.encoding or "ascii")


def writes_suits(stream: TextIO, environ: Mapping[str, str] = os.environ) -> bool:
    """
    Whether the signs of the suits can be shown there.

    Python writes UTF-8 whatever the locale; a terminal that was told to be without one is believed.
    """
    if stream.isatty() and _locale(environ) in ("C", "POSIX"):
        return False
    return writes_signs(stream, SUITS)


def _locale(environ: Mapping[str, str]) -> str:
    names = ("LC_ALL", "LC_CTYPE", "LANG")
    return next((environ[name] for name in names if environ.get(name)), "")


def _is_writable(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _bare(sign: str) -> str:
    """A Latin letter without its accent; any other sign as it is."""
    letter = unicodedata.normalize("NFD", sign)[0]
    return letter if letter.isascii() else sign


def _replaced(error: UnicodeError) -> tuple[str, int]:
    """What is written for signs that an encoding lacks: their letters, else question marks."""
    assert isinstance(error, UnicodeEncodeError)
    plain = in_letters(error.object[error.start : error.end], "ascii")
    return "".join(sign if sign.isascii() else "?" for sign in plain), error.end


def register() -> str:
    """The name by which streams are told to write letters where they lack a sign."""
    codecs.register_error(LETTERS, _replaced)
    return LETTERS
