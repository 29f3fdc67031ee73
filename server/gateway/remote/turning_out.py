"""
A node that may not act for long is of no use to who is connected to it: he comes back by another.
"""

from collections.abc import Callable

import structlog

from server.cluster.members import Members
from server.tables.clock import Clock, Timer

log = structlog.get_logger()

FENCED_FOR = 10.0
"""Seconds in which a node may be back among the others before its clients are sent away."""


class TurningOut:
    """Waits while the node is fenced."""

    def __init__(self, members: Members, clock: Clock, turn_out: Callable[[], None]) -> None:
        """``turn_out`` asks all who are connected to come back; before the node joins."""
        self._clock, self._turn_out = clock, turn_out
        self._timer: Timer | None = None
        members.on_fence(self._fenced)
        members.on_rejoin(self._rejoined)

    def _fenced(self) -> None:
        self._rejoined()
        self._timer = self._clock.call_at(self._clock.now() + FENCED_FOR, self._too_long)

    def _rejoined(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None

    def _too_long(self) -> None:
        log.warning("clients are sent away from a node that is fenced")
        self._timer = None
        self._turn_out()
