"""
What a table has still to do: jobs in the order in which they came.

A queue of the library's makes a future for each wait and looks at its sizes at each step, which for
one reader and no limit is half of what an action costs in the loop.
"""

import asyncio
from collections import deque
from typing import Generic, TypeVar

T = TypeVar("T")


class Inbox(Generic[T]):
    """A queue without a limit, for one reader."""

    __slots__ = ("_reader", "_waiting")

    def __init__(self) -> None:
        self._waiting: deque[T] = deque()
        self._reader: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, job: T) -> None:
        """One more, behind all others."""
        self._waiting.append(job)
        reader = self._reader
        if reader is not None and not reader.done():
            reader.set_result(None)

    async def get(self) -> T:
        """The next one; waits until there is one. Safe to cancel."""
        while not self._waiting:
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        return self._waiting.popleft()
