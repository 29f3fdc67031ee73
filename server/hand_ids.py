"""
Ids of hands, never given twice; those of a table grow from hand to hand, at whichever node.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from showdown.rules.ruleset import HandId

AT_ONCE = 100
"""Ids taken from the database together; what is left of them at the end is never used."""


class HandIds:
    """What a process gives its hands; clients count on greater ids for later hands of a table."""

    def __init__(self, reserve: Callable[[int], Awaitable[HandId]]) -> None:
        """``reserve`` takes so many from the database and gives the first of them."""
        self._reserve = reserve
        self._left: deque[HandId] = deque()
        self._reserving = asyncio.Lock()
        self._term = 0
        """How often it began anew."""

    async def next(self) -> HandId:
        """
        An id that is greater than all that this process gave before.

        Raises:
            StorageError: the database cannot do it now.
        """
        async with self._reserving:
            while not self._left:
                term = self._term
                first = await self._reserve(AT_ONCE)
                if term == self._term:
                    self._left.extend(HandId(first + offset) for offset in range(AT_ONCE))
            return self._left.popleft()

    def begin_anew(self) -> None:
        """
        Give only ids from now on that are greater than all that any process has given so far.

        So a table that comes here goes on with greater ids than it had elsewhere.
        """
        self._term += 1
        self._left.clear()
