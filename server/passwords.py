"""
Passwords: argon2id in a thread, and about the same time for whoever asks.

What is stored says its own parameters. When those of today are others, a password that matches
comes back encoded anew, to be stored instead.
"""

import asyncio
import secrets
import unicodedata
from functools import cached_property
from typing import NamedTuple

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from showdown.errors import ShowdownError

SHORTEST, LONGEST = 8, 256
AT_ONCE = 2
"""So many are worked out at a time; each takes 64 MiB, and the tables want their core."""


class BadPassword(ShowdownError):
    """A password that nobody may have; the text is one sentence for the one who wanted it."""

    code = "bad_password"


class Match(NamedTuple):
    """What came of a password that was said."""

    right: bool
    fresh: str | None = None
    """It, encoded as passwords are today, if what is stored is not."""


def checked_password(wanted: str) -> str:
    """
    A password as it is compared: composed, so that every keyboard writes it alike.

    Raises:
        BadPassword: it is too short, or too long.
    """
    password = unicodedata.normalize("NFC", wanted)
    if len(password) < SHORTEST:
        raise BadPassword(
            f"The password has {len(password)} signs; it needs {SHORTEST} or more.",
            found=len(password),
            wanted=SHORTEST,
        )
    if len(password) > LONGEST:
        raise BadPassword(
            f"The password has {len(password)} signs; the most are {LONGEST}.",
            found=len(password),
            wanted=LONGEST,
        )
    return password


class Passwords:
    """Encodes and compares; make it once, for the first comparison takes twice as long."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        """``hasher`` is argon2-cffi's usual one (RFC 9106) unless a test wants a quick one."""
        self._hasher = hasher or PasswordHasher()
        self._room = asyncio.Semaphore(AT_ONCE)

    @cached_property
    def _nobodys(self) -> str:
        """Something to compare in vain with; no server waits for it while it starts."""
        return self._hasher.hash(secrets.token_urlsafe(32))

    async def encode(self, password: str) -> str:
        """
        A password as it is stored.

        Raises:
            BadPassword: it is too short, or too long.
        """
        checked = checked_password(password)
        async with self._room:
            return await asyncio.to_thread(self._hasher.hash, checked)

    async def match(self, password: str, stored: str | None) -> Match:
        """Whether it is the one that is stored; None, for somebody without one, takes as long."""
        said = unicodedata.normalize("NFC", password)
        async with self._room:
            return await asyncio.to_thread(self._match, said, stored)

    def _match(self, said: str, stored: str | None) -> Match:
        nobodys = self._nobodys  # made in the first comparison, whoever's it is
        try:
            self._hasher.verify(stored or nobodys, said)
        except (VerificationError, InvalidHashError):
            return Match(right=False)
        if stored is None or not self._hasher.check_needs_rehash(stored):
            return Match(right=stored is not None)
        return Match(right=True, fresh=self._hasher.hash(said))
