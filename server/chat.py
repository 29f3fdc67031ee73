"""
What may be said at a table: one line of text that neither hides anything nor moves a cursor.
"""

import re
import unicodedata
from itertools import groupby

MOST_SIGNS = 200
"""Of what is left to be said."""

MOST_MARKS = 3
"""So many marks above and below one letter; more would run over the lines around it."""

_TERMINAL = re.compile(r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]")
"""What colours or moves in a terminal; without its first sign the rest would be read."""

_UNSEEN = frozenset({"Cc", "Cf", "Cn", "Co", "Cs"})
"""Kinds of signs that are not shown: controls, directions, zero widths, what means nothing yet."""

_BLANKS = frozenset("\u034f\u115f\u1160\u2800\u3164\uffa0")
"""Signs that are counted as shown, and show nothing."""

_MARKS = frozenset({"Mn", "Me"})


class BadText(Exception):
    """What cannot be said; the text is one sentence for who wanted to."""

    code = "bad_text"

    def __init__(self, sentence: str, signs: int) -> None:
        super().__init__(sentence)
        self.signs = signs
        """How many are left of it."""


def checked_text(said: str) -> str:
    r"""
    What is heard of a text: composed, in one line, without what is not shown.

    >>> checked_text("  nice\n\x1b[31mhand\u202e ")
    'nice hand'

    Raises:
        BadText: nothing is left of it, or too much.
    """
    bare = _TERMINAL.sub("", said)
    shown = "".join(" " if sign.isspace() else sign for sign in bare if _is_shown(sign))
    text = unicodedata.normalize("NFC", _with_few_marks(" ".join(shown.split())))
    if not text:
        raise BadText("There is nothing in the text that can be shown.", 0)
    if len(text) > MOST_SIGNS:
        raise BadText(f"The text has {len(text)} signs; the most are {MOST_SIGNS}.", len(text))
    return text


def _is_shown(sign: str) -> bool:
    if sign.isspace():
        return True
    return unicodedata.category(sign) not in _UNSEEN and sign not in _BLANKS


def _with_few_marks(text: str) -> str:
    decomposed = unicodedata.normalize("NFD", text)
    runs = groupby(decomposed, key=lambda sign: unicodedata.category(sign) in _MARKS)
    return "".join("".join(run)[: MOST_MARKS if marks else None] for marks, run in runs)
