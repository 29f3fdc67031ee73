"""
Whether the server can do its work now, for those who share out connections: ``/readyz``.
"""

import asyncio
from collections.abc import Awaitable, Callable

from server.tables.clock import Clock

PATIENCE = 2.0
"""Seconds in which the storage has to answer."""

VALID = 1.0
"""Seconds that an answer is good for, so that asking often costs the storage nothing."""


class Readiness:
    """Asks the storage, at most once in a while however many ask."""

    def __init__(self, answers: Callable[[], Awaitable[bool]], clock: Clock) -> None:
        self._answers, self._clock = answers, clock
        self._asking: asyncio.Task[bool] | None = None
        self._until = float("-inf")

    async def is_ready(self) -> bool:
        """Whether the storage answers."""
        if self._asking is None or (self._asking.done() and self._clock.now() >= self._until):
            self._asking = asyncio.create_task(self._ask())
        return await asyncio.shield(self._asking)

    async def _ask(self) -> bool:
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._answers()
        except TimeoutError:
            return False
        finally:
            self._until = self._clock.now() + VALID
