"""
Who may play under which name.
"""

import unicodedata

LONGEST_NAME = 20


class BadName(Exception):
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
        raise BadName("The name is empty; a name has a letter or a digit.")
    if len(name) > LONGEST_NAME:
        raise BadName(f"The name has {len(name)} signs; the most are {LONGEST_NAME}.")
    for sign in name:
        if not (sign.isalnum() or sign in " _-."):
            raise BadName(
                f"The name has the sign {sign!r}; letters, digits, blanks and _ - . may be in it."
            )
    if not any(sign.isalnum() for sign in name) or "  " in name:
        raise BadName("The name must have a letter or a digit and no two blanks together.")
    return name
