"""
A player's chain of values, each of which commits him to the next one that he opens.

He starts from 32 secret bytes and hashes them again and again; the last value is the anchor, and he
opens the values backwards from it. So no opening can be chosen after anything was seen, and each
proves itself by the one before.
"""

from showdown.rules.fairness.hashing import DIGEST_SIZE, commitment

LENGTH = 1000
"""Openings in a chain; after so many parts of hands a new anchor is due."""


class Chain:
    """The client's side: keep it in memory alone, and make another for each seat taken."""

    def __init__(self, secret: bytes, length: int = LENGTH) -> None:
        """
        Work a chain out.

        Args:
            secret: 32 bytes of the operating system's generator, used for nothing else.
            length: how many openings it is good for.
        """
        if len(secret) != DIGEST_SIZE:
            raise ValueError(f"a chain starts from {DIGEST_SIZE} bytes, not {len(secret)}")
        self._values = [secret]
        for _ in range(length):
            self._values.append(commitment(self._values[-1]))
        self.anchor = self._values.pop()
        """What is sent first; all that is opened later matches it."""

    @property
    def left(self) -> int:
        """How many openings are left."""
        return len(self._values)

    def upcoming(self) -> bytes:
        """The value to be opened next; it stays secret until :meth:`open` is called."""
        return self._values[-1]

    def open(self) -> bytes:
        """Take the next value; whatever becomes of it, it is never secret again."""
        return self._values.pop()


def follows(opening: bytes, last: bytes) -> bool:
    """Whether an opening is what the anchor, or the last opening, has committed to."""
    return commitment(opening) == last
