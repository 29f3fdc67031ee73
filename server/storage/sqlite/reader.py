"""Looking things up, on connections of their own that never wait for the writer."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.sqlite.engines import reading_engine
from server.storage.sqlite.faults import told


class Reader:
    """Read-only transactions."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._engine = reading_engine(path)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """
        See the database as it is now, unchanged until the block ends.

        Raises:
            StorageError: the database cannot do it now.
        """
        with told(self._path):
            async with self._engine.begin() as connection:
                yield connection

    async def close(self) -> None:
        """Let go of the database."""
        await self._engine.dispose()
