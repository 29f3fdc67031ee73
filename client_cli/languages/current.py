"""
The language that is spoken now: one for the whole process, since one person reads it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from gettext import NullTranslations

from msgspec import Struct

from client_cli.languages.catalogues import catalogue

NO_BREAK = "\u00a0"


class Language(Struct, frozen=True, kw_only=True):
    """A language, and how numbers are written in it."""

    code: str
    name: str
    """What it calls itself."""
    letters: str = ""
    """Some that not every terminal has, and without which there are no words."""
    decimal_mark: str = "."
    group_mark: str = ","
    """Between thousands."""
    sign_behind: bool = False
    """Whether the sign of a currency stands behind the amount, as in ``1,05 $``."""

    def number(self, english: str) -> str:
        r"""
        A number as this language writes it.

        >>> ascii(LANGUAGES["fr"].number("1,234.5%")), LANGUAGES["en"].number("1,234.5%")
        ("'1\\xa0234,5\\xa0%'", '1,234.5%')
        """
        marks = str.maketrans({".": self.decimal_mark, ",": self.group_mark})
        number = english.translate(marks)
        if not self.sign_behind:
            return number
        return number.replace(" %", "%").replace("%", f"{NO_BREAK}%")

    def money(self, number: str, sign: str) -> str:
        r"""
        An amount with the sign of its currency, if it has one.

        >>> LANGUAGES["en"].money("1.05", "$"), ascii(LANGUAGES["ru"].money("1.05", "$"))
        ('$1.05', "'1,05\\xa0$'")
        """
        if self.sign_behind and sign:
            return f"{self.number(number)}{NO_BREAK}{sign}"
        return sign + self.number(number)

    @property
    def catalogue(self) -> NullTranslations:
        """Its translations, read when they are wanted first."""
        return _catalogue(self.code)


ENGLISH = Language(code="en", name="English")
LANGUAGES = {
    each.code: each
    for each in (
        ENGLISH,
        Language(
            code="fr", name="français", decimal_mark=",", group_mark=NO_BREAK, sign_behind=True
        ),
        Language(
            code="ru",
            name="русский",
            letters="ыя",
            decimal_mark=",",
            group_mark=NO_BREAK,
            sign_behind=True,
        ),
    )
}
"""By the code that ``--lang`` takes."""


@cache
def _catalogue(code: str) -> NullTranslations:
    return NullTranslations() if code == ENGLISH.code else catalogue(code)


class _Now:
    language = ENGLISH


def spoken() -> Language:
    """The language that is spoken now."""
    return _Now.language


def speak(code: str) -> None:
    """Speak this language from now on; what was said already stays as it is."""
    _Now.language = LANGUAGES[code]


@contextmanager
def speaking(code: str) -> Iterator[Language]:
    """Speak a language for the length of a block."""
    before = spoken().code
    speak(code)
    try:
        yield spoken()
    finally:
        speak(before)
