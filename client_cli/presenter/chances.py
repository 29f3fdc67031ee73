"""
What cards are worth and may become, in words, parts of a hundred, and bars.
"""

from fractions import Fraction

from client_cli.languages import spoken
from client_cli.presenter import words
from showdown.rules.hand_rank import Category, category_named

WIDTH = 24
EIGHTHS = "▏▎▍▌▋▊▉█"
"""Blocks by how many eighths of a sign they fill."""
ASCII_SIGN = "#"


def bar(share: Fraction | float, *, ascii: bool = False, width: int = WIDTH) -> str:
    """
    A bar that is full for 1.

    >>> bar(0.5, ascii=True, width=6), bar(0.5, width=5)
    ('###', '██▌')
    """
    if ascii:
        return ASCII_SIGN * round(share * width)
    full, eighths = divmod(round(share * width * 8), 8)
    return EIGHTHS[-1] * full + (EIGHTHS[eighths - 1] if eighths else "")


def percent(share: Fraction | float) -> str:
    """
    A share in parts of a hundred, never rounded to none or all.

    >>> percent(0.28714), percent(1e-6), percent(1 - 1e-6), percent(1)
    ('28.71 %', '<0.01 %', '>99.99 %', '100.00 %')
    """
    return spoken().number(_percent(share))


def _percent(share: Fraction | float) -> str:
    if 0 < share < 0.0001:
        return "<0.01 %"
    if 0.9999 < share < 1:
        return ">99.99 %"
    return f"{float(100 * share):.2f} %"


def category_of(name: str) -> Category | None:
    """
    The category that somebody calls so, in English or in the language that is spoken.

    >>> category_of("Full-House"), category_of("pair"), category_of("chess")
    (<Category.FULL_HOUSE: 6>, <Category.ONE_PAIR: 1>, None)
    """
    own = {_plain(str(known)): category for category, known in words.CATEGORIES.items()}
    return category_named(name) or own.get(_plain(name))


def _plain(name: str) -> str:
    return " ".join(name.replace("-", " ").replace("_", " ").lower().split())
