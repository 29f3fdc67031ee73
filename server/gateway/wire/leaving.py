"""
Telling that clients are gone: of a few in a turn of the loop, and then a moment of nobody.

When a line or a proxy breaks, thousands are lost in the same moment. Each has a task that waits for
him and has a lot to do then; if all of them woke in one turn of the loop, whoever plays would wait
for that. What the moment is for says :mod:`server.gateway.apart`.
"""

import asyncio
from collections import deque
from collections.abc import Callable

from server.gateway.apart import APART

AT_ONCE = 4
"""Of so many clients it is told in a turn of the loop."""


class Leaving:
    """Those who are gone, and whose tasks do not know it yet; in the order in which they went."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._line: deque[Callable[[], None]] = deque()
        self._is_due = False

    def put(self, tell: Callable[[], None]) -> None:
        """Call this when it is its turn, which is never at once."""
        self._line.append(tell)
        self._wait()

    def _wait(self) -> None:
        if self._line and not self._is_due:
            self._is_due = True
            self._loop.call_later(APART, self._next)

    def _next(self) -> None:
        self._is_due = False
        for _ in range(min(AT_ONCE, len(self._line))):
            self._line.popleft()()
        self._wait()
