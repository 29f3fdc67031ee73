"""
Who may play under which name.
"""

import unicodedata

from server.lookalikes import is_one_writing, scripts_of
from showdown.errors import ShowdownError

LONGEST_NAME = 20
SIGNS = "_-."
"""What a name may have beside letters, digits and blanks."""

MOST_MARKS = 2
"""So many marks may stand on one letter."""

_PUNCTUATION = frozenset(f" {SIGNS}")
_LETTERS = frozenset({"Lu", "Ll", "Lt", "Lo"})
_MARKS = frozenset({"Mn", "Mc"})
_LIKE_LETTERS = frozenset("\u3005\u30fc")
"""The two signs that Japanese cannot do without: one repeats, one lengthens."""

_UNSEEN = frozenset(
    chr(point)
    for first, last in (
        (0x034F, 0x034F),
        (0x115F, 0x1160),
        (0x17B4, 0x17B5),
        (0x180B, 0x180F),
        (0x3164, 0x3164),
        (0xFE00, 0xFE0F),
        (0xFFA0, 0xFFA0),
        (0xE0100, 0xE01EF),
    )
    for point in range(first, last + 1)
)
"""Letters and marks that are not to be seen: Unicode's `Default_Ignorable_Code_Point` of those."""


class BadName(ShowdownError):
    """A name that nobody may have; the text is one sentence for the one who wanted it."""

    code = "bad_name"


def checked_name(wanted: str) -> str:
    """
    A name as it is shown: composed, without blanks around it.

    >>> checked_name("  Zoe\u0308 ")
    'Zoë'

    Raises:
        BadName: it is empty, too long, has signs that could deceive a terminal or a reader, or is
            written in several scripts.
    """
    name = unicodedata.normalize("NFC", wanted).strip()
    if not name:
        raise BadName("The name is empty; a name has a letter or a digit.", found=0, wanted=1)
    if len(name) > LONGEST_NAME:
        raise BadName(
            f"The name has {len(name)} signs; the most are {LONGEST_NAME}.",
            found=len(name),
            wanted=LONGEST_NAME,
        )
    for sign in name:
        if not _is_allowed(sign):
            raise BadName(
                f"The name has the sign {_shown(sign)}; letters, digits, blanks and _ - . may be "
                "in it.",
                found=_shown(sign).strip("'"),
                wanted=SIGNS,
            )
    if not any(sign.isalnum() for sign in name) or "  " in name:
        raise BadName(
            "The name must have a letter or a digit and no two blanks together.", found=name
        )
    _check_marks(name)
    if not is_one_writing(name):
        scripts = " and ".join(each.capitalize() for each in sorted(scripts_of(name)))
        raise BadName(
            f"The name is written in {scripts}; a name is in one script.", found=scripts, wanted=1
        )
    return name


def _is_allowed(sign: str) -> bool:
    """Whether a sign may stand in a name."""
    if sign in _PUNCTUATION or sign in _LIKE_LETTERS:
        return True
    if sign in _UNSEEN or unicodedata.normalize("NFKC", sign) != sign:
        return False  # of the latter each is another letter in disguise
    kind = unicodedata.category(sign)
    # Digits of other scripts look like letters and other digits of ours.
    return kind in _LETTERS or kind in _MARKS or (kind == "Nd" and sign.isascii())


def _check_marks(name: str) -> None:
    """
    See that no letter carries more marks than any language has, and none stands without a letter.

    Raises:
        BadName: some do.
    """
    marks = MOST_MARKS
    for sign in name:
        is_mark = unicodedata.category(sign) in _MARKS
        marks = marks + 1 if is_mark else (0 if sign.isalpha() else MOST_MARKS)
        if marks > MOST_MARKS and is_mark:
            raise BadName(
                f"The name has the mark {_shown(sign)} where no letter can carry it; "
                f"a letter has {MOST_MARKS} at most.",
                found=_shown(sign).strip("'"),
                wanted=MOST_MARKS,
            )


def _shown(sign: str) -> str:
    """A sign as a terminal can show it, whatever it is."""
    return repr(sign) if sign.isascii() or sign.isalnum() else f"U+{ord(sign):04X}"
