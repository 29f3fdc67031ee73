"""
Numbers that are used once, taken from the operating system many at a time.

Asking the system lets go of the interpreter's lock, and while another thread writes to the database
the way back takes longer than all the rest of an encryption.
"""

import os
from threading import Lock

NONCE_SIZE = 12
"""In bytes, as AES-GCM wants it."""

AT_ONCE = 256


class Nonces:
    """Gives each number once, whichever thread asks."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._left: list[bytes] = []

    def next(self) -> bytes:
        """A number that was not given before."""
        with self._lock:
            if not self._left:
                fresh = os.urandom(AT_ONCE * NONCE_SIZE)
                self._left = [
                    fresh[start : start + NONCE_SIZE] for start in range(0, len(fresh), NONCE_SIZE)
                ]
            return self._left.pop()
