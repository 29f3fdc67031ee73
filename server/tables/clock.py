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
    """The running event loop's clock."""

    def now(self) -> float:
        """The loop's monotonic time."""
        return asyncio.get_running_loop().time()

    def call_at(self, when: float, action: Callable[[], None]) -> Timer:
        """A timer of the loop."""
        return asyncio.get_running_loop().call_at(when, action)
