"""
Noticing that this whole process stood still.

It was stopped by a signal, starved, or asleep with its machine; no player could be heard in that
time, so no clock of a turn may have run.
"""

from collections.abc import Callable

from server.tables.clock import Clock, Timer

TICK = 0.25
"""Seconds between two looks at the clock."""

NOTICED = 1.0
"""Seconds that a look has to be late to be called a standstill; less is a busy moment."""


class Standstill:
    """Looks at the clock all the time."""

    def __init__(self, clock: Clock, on_noticed: Callable[[float], None]) -> None:
        """
        Make one; :meth:`start` it.

        Args:
            on_noticed: is called with the length of a standstill in seconds, at most a tick too
                long, before anything that came meanwhile is read.
        """
        self._clock = clock
        self._on_noticed = on_noticed
        self._timer: Timer | None = None
        self._last = 0.0

    def start(self) -> None:
        """Look from now on."""
        self._last = self._clock.now()
        self._timer = self._clock.call_at(self._last + TICK, self._look)

    def stop(self) -> None:
        """Look no more."""
        if self._timer is not None:
            self._timer.cancel()

    def _look(self) -> None:
        passed = self._clock.now() - self._last
        self.start()
        if passed > TICK + NOTICED:
            self._on_noticed(passed)
