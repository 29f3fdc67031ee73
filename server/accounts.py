"""
Who may play under which name.
"""

import unicodedata

from showdown.errors import ShowdownError

LONGEST_NAME = 20
SIGNS = "_-."
"""What a name may have beside letters, digits and blanks."""


class BadName(ShowdownError):
    """A name that nobody may have; the text is one sentence for the one who wanted it."""

    code = "bad_name"


def checked_name(wanted: str) -> str:
    """
    A name as it is shown: composed, without blanks around it.

    >>> checked_name("  Zoe\u0308 ")
    'Zoë'

    Raises:
        BadName: it is empty, too long, or has signs that could deceive a terminal or a reader.
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
        if not (sign.isalnum() or sign in f" {SIGNS}"):
            raise BadName(
                f"The name has the sign {sign!r}; letters, digits, blanks and _ - . may be in it.",
                found=sign,
                wanted=SIGNS,
            )
    if not any(sign.isalnum() for sign in name) or "  " in name:
        raise BadName(
            "The name must have a letter or a digit and no two blanks together.", found=name
        )
    return name
