"""
Whole numbers as people type them.
"""

from showdown.rules.ruleset import LARGEST


def whole(text: str) -> int | None:
    """
    The number that was typed; None if it is none, or more than any amount may be.

    >>> whole("50"), whole("²"), whole("-1"), whole("9" * 5000)
    (50, None, None, None)
    """
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(LARGEST))):
        return None
    number = int(text)
    return number if number <= LARGEST else None
