"""
Turns of the loop: how much of one goes to those who have no seat.

What hundreds of clients ask at the same moment would otherwise be answered in one turn of the loop,
and whoever plays would wait for all of it. So of those who have no seat one is answered in a turn,
in the order in which they came; then the loop looks who plays. An action takes several turns until
its answer, and in each of them it waits for one of those, not for a crowd.

Between two of them the loop has nothing to do for a moment (:mod:`server.gateway.apart`).
"""

import asyncio
from collections import deque

from server.gateway.apart import APART

AT_ONCE = 1
"""So many requests of those who have no seat are answered in a turn of the loop."""


class Turns:
    """Gives each turn of the loop to a few."""

    def __init__(self) -> None:
        self._left = AT_ONCE
        self._line: deque[asyncio.Future[None]] = deque()
        self._is_counting = False
        """Whether the next turn of the loop is waited for."""

    async def come(self) -> None:
        """Wait until it is one's turn; safe to cancel."""
        loop = asyncio.get_running_loop()
        if not self._is_counting:
            self._is_counting = True
            loop.call_later(APART, self._next, loop)
        if self._left and not self._line:
            self._left -= 1
            return
        place = loop.create_future()
        self._line.append(place)
        await place

    def _next(self, loop: asyncio.AbstractEventLoop) -> None:
        """A new turn has begun."""
        was_quiet = self._left == AT_ONCE
        self._left = AT_ONCE
        while self._line and self._left:
            place = self._line.popleft()
            if not place.done():
                place.set_result(None)
                self._left -= 1
        if was_quiet and self._left == AT_ONCE:
            self._is_counting = False
        else:
            loop.call_later(APART, self._next, loop)
