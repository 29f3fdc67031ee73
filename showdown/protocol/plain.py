"""
What others have written, as a terminal or a log can show it.
"""

NO_BREAK = "\u00a0"
"""A space that holds words together, as French has one before a colon; it hides nothing."""


def plain(text: str) -> str:
    r"""
    A text that moves no cursor, ends no line and hides nothing, whatever a name in it tries.

    >>> plain("Eve\x1b[2J wins\n")
    'Eve?[2J wins?'
    """
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() or sign == NO_BREAK else "?" for sign in text)
