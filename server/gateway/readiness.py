"""
Whether the server takes people in now, for those who share out connections: ``/readyz``.
"""

import asyncio
from collections.abc import Awaitable, Callable

from server.tables.clock import Clock

PATIENCE = 2.0
"""Seconds in which the storage has to answer."""

VALID = 1.0
"""Seconds that an answer is good for, so that asking often costs the storage nothing."""

STORAGE_AWAY = "the database does not answer"

Obstacle = Callable[[], str | None]
"""Why nobody should be sent to this node now, as what follows "not ready: "; None is no reason."""


def no_obstacle() -> None:
    """Nothing but its storage keeps a server from its work."""


class Readiness:
    """Looks at the node, then asks the storage, at most once in a while however many ask."""

    def __init__(
        self, answers: Callable[[], Awaitable[bool]], obstacle: Obstacle, clock: Clock
    ) -> None:
        """
        Ask nobody yet.

        Args:
            answers: whether the storage can be read and written now.
            obstacle: what it is beside the storage; looked at each time.
        """
        self._answers, self._obstacle, self._clock = answers, obstacle, clock
        self._asking: asyncio.Task[bool] | None = None
        self._until = float("-inf")

    async def why_not(self) -> str | None:
        """Why the server is not ready; None if it is."""
        return self._obstacle() or (None if await self._storage_answers() else STORAGE_AWAY)

    async def _storage_answers(self) -> bool:
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
