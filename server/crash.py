"""
Places at which a server kills itself, so that tests see what survives it.

A testing aid: with ``SHOWDOWN_CRASH_AT=after_commit:17`` in its environment the process ends by
SIGKILL when it comes to that place for the 17th time; without a number, the first time. It is not
for operators, and without the variable a place costs one look at a name.
"""

import os
import signal
from collections.abc import Mapping
from enum import StrEnum

from server.config import ConfigError

VARIABLE = "SHOWDOWN_CRASH_AT"


class Place(StrEnum):
    """Where it can happen."""

    BEFORE_COMMIT = "before_commit"
    """A transaction is written and not committed."""
    AFTER_COMMIT = "after_commit"
    """It is committed, and nobody knows."""
    SEALED = "sealed"
    """A deal, or a reshuffle, is sealed, and nobody was told; so nobody has opened."""
    OPENED = "opened"
    """What was opened is durable with the cards that it decides, and nobody was told."""
    DRAW = "draw"
    """What somebody discards is durable, and the table has not told it."""
    SHOWDOWN = "showdown"
    """The same with hands that are shown."""
    AFTER_TELLING = "after_telling"
    """A table has told what happened, and sockets may not have sent it."""
    BETWEEN_HANDS = "between_hands"
    """A hand is over, everybody knows, and the next one is about to be dealt."""
    KEY_FILE = "key_file"
    """Nothing needs a key any more, and it is about to leave its file."""


class _Plan:
    """Where to crash, and how often to pass there before."""

    def __init__(self, place: Place, left: int) -> None:
        self.place, self.left = place, left


_plan: _Plan | None = None


def arm(environment: Mapping[str, str] = os.environ) -> None:
    """
    Crash as the environment says, or not at all.

    Raises:
        ConfigError: there is no such place.
    """
    global _plan  # noqa: PLW0603 - places are passed in every floor of the server
    wanted = environment.get(VARIABLE)
    _plan = _read(wanted) if wanted else None


def _read(wanted: str) -> _Plan:
    name, _, number = wanted.partition(":")
    if name not in set(Place) or not (number or "1").isdecimal() or number == "0":
        raise ConfigError(
            f"{VARIABLE} is {wanted!r}; it wants PLACE or PLACE:NUMBER, with a place of "
            f"{', '.join(Place)}."
        )
    return _Plan(Place(name), int(number or 1))


def is_armed() -> bool:
    """Whether it is worth while to find out which places are passed."""
    return _plan is not None


def here(place: Place) -> None:
    """Die here, if that was planned."""
    if _plan is None or _plan.place is not place:
        return
    _plan.left -= 1
    if not _plan.left:
        os.kill(os.getpid(), signal.SIGKILL)
