"""
Messages in parts, as hardly anybody sends them.
"""

from websockets.frames import CONT, TEXT, Frame

MOST_PARTS = 4096
"""So many parts a message may have."""


class TooManyParts(Exception):
    """A message has more parts than anybody needs."""


class Parts:
    """The parts of a message until it is whole."""

    __slots__ = ("_parts", "is_text")

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self.is_text = False

    def add(self, part: Frame) -> bytes | None:
        """
        The next part; gives the message when that was the last.

        Raises:
            TooManyParts: there were too many already.
        """
        if part.opcode is not CONT:
            self.is_text = part.opcode is TEXT
        if len(self._parts) >= MOST_PARTS:
            raise TooManyParts
        self._parts.append(bytes(part.data))
        if not part.fin:
            return None
        parts, self._parts = self._parts, []
        return b"".join(parts)
