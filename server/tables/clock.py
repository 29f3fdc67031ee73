"""
Time as the tables know it: a monotonic clock and timers that can be put into a test's hands.
"""

import asyncio
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """Something that will happen."""

    def cancel(self) -> None:
        """Let it not happen."""


class Clock(Protocol):
    """Seconds that only go forward."""

    def now(self) -> float:
        """The present, in seconds from an arbitrary start."""

    def call_at(self, when: float, action: Callable[[], None]) -> Timer:
        """Do something at a time."""


class LoopClock:
    """The running event loop's clock; make it in the loop that uses it."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        # The loop's own, since a table asks for the time ten times for each action.
        self.now: Callable[[], float] = loop.time
        """The loop's monotonic time."""
        self.call_at: Callable[[float, Callable[[], None]], Timer] = loop.call_at
        """A timer of the loop."""
