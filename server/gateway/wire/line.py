"""
What many clients cause in the same moment: a few in a turn of the loop, then a moment of nobody.

When a line or a proxy breaks, thousands are lost at once, and a little later thousands ask for a
websocket at once. There is something to do for each of them; done in one turn of the loop, whoever
plays would wait for all of it. What the moment is for says :mod:`server.gateway.apart`.
"""

import asyncio
from collections import deque
from collections.abc import Callable

from server.gateway.apart import APART

AT_ONCE = 4
"""So many have a turn of the loop together."""


class Line:
    """Those for whom there is something to do, in the order in which they came."""

    def __init__(self, loop: asyncio.AbstractEventLoop, at_once: int = AT_ONCE) -> None:
        self._loop, self._at_once = loop, at_once
        self._line: deque[Callable[[], None]] = deque()
        self._is_due = False

    def put(self, do: Callable[[], None]) -> None:
        """Do this when it is its turn, which is never at once."""
        self._line.append(do)
        if not self._is_due:
            self._wait()

    def _wait(self) -> None:
        self._is_due = True
        self._loop.call_later(APART, self._next)

    def _next(self) -> None:
        self._is_due = False
        try:
            for _ in range(min(self._at_once, len(self._line))):
                self._line.popleft()()
        finally:  # who comes later has his turn also behind one that failed
            if self._line and not self._is_due:
                self._wait()
