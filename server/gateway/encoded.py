"""
What many are told is encoded once.
"""

from showdown.protocol import messages as msg
from showdown.protocol.codec import encode

_Known = tuple[msg.ServerMessage | None, bytes]


class Encoded:
    """
    Remembers two messages; they do not change, so that they are known by their identity.

    Between two who are told the same at a table there may be one who is told it otherwise.
    """

    __slots__ = ("_before", "_last")

    def __init__(self) -> None:
        self._last: _Known = (None, b"")
        self._before: _Known = (None, b"")

    def text(self, message: msg.ServerMessage) -> bytes:
        """A message as it travels."""
        if message is not self._last[0]:
            before, self._before = self._before, self._last
            self._last = before if message is before[0] else (message, encode(message))
        return self._last[1]

    def is_known(self, message: msg.ServerMessage, text: bytes) -> None:
        """A message has come encoded, by who has made it."""
        self._before, self._last = self._last, (message, text)


ENCODED = Encoded()
"""What was told last, to whomever."""
