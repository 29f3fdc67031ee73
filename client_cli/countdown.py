"""
The clocks of the turn that runs, counted down at this end between what the server says of them.
"""

from collections.abc import Callable
from time import monotonic

from showdown.protocol.time_left import Clock, passed


class Countdown:
    """The time that is left to whoever is asked at a table."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._clock: Clock = ()
        self._since = 0.0

    def follow(self, clock: Clock | None) -> None:
        """Take what a frame says; None lets it go on."""
        if clock is not None:
            self._clock, self._since = clock, self._now()

    @property
    def left(self) -> Clock:
        """What is left now."""
        return passed(self._clock, round((self._now() - self._since) * 1000))
