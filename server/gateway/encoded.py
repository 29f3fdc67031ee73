"""
What many are told is encoded once.
"""

from showdown.protocol import messages as msg
from showdown.protocol.codec import encode


class Encoded:
    """Remembers the last message; messages do not change, so that it is known by its identity."""

    __slots__ = ("_last", "_text")

    def __init__(self) -> None:
        self._last: msg.ServerMessage | None = None
        self._text = b""

    def text(self, message: msg.ServerMessage) -> bytes:
        """A message as it travels."""
        if message is not self._last:
            self._last, self._text = message, encode(message)
        return self._text

    def is_known(self, message: msg.ServerMessage, text: bytes) -> None:
        """A message has come encoded, by who has made it."""
        self._last, self._text = message, text


ENCODED = Encoded()
"""What was told last, to whomever."""
