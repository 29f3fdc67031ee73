"""
What many are told is framed once.
"""

from server.gateway.wire.cutting import text_frame


class Framed:
    """
    Remembers the last text's frame; a text that is told to several is the same object.

    >>> framed, text = Framed(), b"hi"
    >>> framed.frame(text) is framed.frame(text)
    True
    """

    __slots__ = ("_frame", "_text")

    def __init__(self) -> None:
        self._text: bytes | None = None
        self._frame = b""

    def frame(self, text: bytes) -> bytes:
        """A text as a server sends it."""
        if text is not self._text:
            self._text, self._frame = text, text_frame(text)
        return self._frame


FRAMED = Framed()
"""What was sent last, to whomever."""
