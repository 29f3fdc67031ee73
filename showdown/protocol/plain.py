"""
What others have written, as a terminal or a log can show it.
"""


def plain(text: str) -> str:
    r"""
    A text that moves no cursor, ends no line and hides nothing, whatever a name in it tries.

    >>> plain("Eve\x1b[2J wins\n")
    'Eve?[2J wins?'
    """
    return "".join(sign if sign.isprintable() else "?" for sign in text)
