"""
Which names a reader cannot tell apart, and which scripts a name is written in.

The skeleton of a name is that of UTS 39 (https://www.unicode.org/reports/tr39/, section 4): each
sign is replaced by what stands for all that look like it. Unicode's data of it comes with
`confusable_homoglyphs`, which has no skeleton of its own: it lists the neighbours of a sign. A sign
with several is what the others are replaced by.
"""

import unicodedata
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

TOGETHER = (
    frozenset({"HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"HAN", "BOPOMOFO"}),
    frozenset({"HAN", "HANGUL"}),
)
"""Scripts that are one writing: Japanese, Chinese, Korean (UTS 39, section 5.1)."""

_ANY_SCRIPT = frozenset({"COMMON", "INHERITED"})


def skeleton(name: str) -> str:
    r"""
    What all names have in common that look like this one.

    Capitals are as good as small letters here: who has `paypal` is taken for `PAYPAL`. And since a
    capital i is to a reader as good as a small l, all these are one.

    >>> {skeleton(each) for each in ("paypal", "PayPal", "paypaI", "paypa1", "\u0440\u0430ypal")}
    {'paypal'}
    """
    return _replaced(_replaced(name).casefold()).replace("i", "l")


def scripts_of(name: str) -> frozenset[str]:
    """
    The scripts in which a name is written; digits, blanks and the like are of every script.

    >>> sorted(scripts_of("Ada-7")), sorted(scripts_of("A\u0434a"))
    (['LATIN'], ['CYRILLIC', 'LATIN'])
    """
    from confusable_homoglyphs.categories import unique_aliases

    return frozenset(unique_aliases(name)) - _ANY_SCRIPT


def is_one_writing(name: str) -> bool:
    """Whether nobody would wonder at the scripts of a name."""
    scripts = scripts_of(name)
    return len(scripts) <= 1 or any(scripts <= together for together in TOGETHER)


def _replaced(text: str) -> str:
    prototypes = _prototypes()
    signs = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(prototypes.get(sign, sign) for sign in signs))


@cache
def _prototypes() -> Mapping[str, str]:
    """What each sign is replaced by; read when it is first needed, for it is a megabyte."""
    from confusable_homoglyphs.confusables import confusables_data

    neighbours = {sign: [each["c"] for each in found] for sign, found in confusables_data.items()}
    replaced = {}
    for sign, (first, *others) in neighbours.items():
        # Of two that have but each other, either would do.
        is_prototype = bool(others) or (len(neighbours[first]) == 1 and sign < first)
        if len(sign) == 1 and not is_prototype:
            replaced[sign] = first
    return MappingProxyType(replaced)
