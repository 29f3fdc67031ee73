"""The store on SQLite: one thread that writes, and connections beside it that read."""

from collections.abc import Coroutine
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.entries import MakeRows
from server.storage.sqlite.looker import Looker
from server.storage.sqlite.reader import Reader
from server.storage.sqlite.writer import Writer
from server.storage.store import T, Unit


class SqliteStore:
    """Fills `server.storage.store.Store`; make one per database, in the loop that uses it."""

    def __init__(self, path: Path) -> None:
        self._writer, self._reader, self._looker = Writer(path), Reader(path), Looker(path)

    async def write(self, unit: Unit[T], *, first: bool = False) -> T:
        return await self._writer.write(unit, first=first)

    async def look(self, unit: Unit[T]) -> T:
        return await self._looker.look(unit)

    def reading(self) -> AbstractAsyncContextManager[AsyncConnection]:
        return self._reader.reading()

    def append(self, make_rows: MakeRows) -> Coroutine[Any, Any, None]:
        return self._writer.append(make_rows)

    @property
    def waiting(self) -> int:
        return self._writer.waiting

    async def close(self) -> None:
        # The writer is closed last: who closes a database last folds its journal into it.
        try:
            await self._looker.close()
            await self._reader.close()
        finally:
            await self._writer.close()
