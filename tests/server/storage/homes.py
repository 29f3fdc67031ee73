"""Where the storage of a test lives: a file of SQLite, or a database of a real PostgreSQL."""

import asyncio
import sqlite3
from contextlib import AbstractAsyncContextManager, closing
from pathlib import Path
from typing import Any, NamedTuple

import asyncpg
from sqlalchemy import Engine
from sqlalchemy.ext.asyncio import AsyncEngine

from server.addresses import Address, PostgresAddress
from server.storage import Storage, open_storage
from server.storage.keyring import KeySource
from server.storage.postgres.connecting import single_engine
from server.storage.sqlite.engines import migrating_engine
from server.storage.store import T, Unit
from server.storage.versions import MIGRATIONS


class Home(NamedTuple):
    """A database, and the key for its cards."""

    address: Address
    keys: Path

    def open(self, scripts: Path = MIGRATIONS) -> AbstractAsyncContextManager[Storage]:
        """Use it, as a server does."""
        return open_storage(self.address, scripts, KeySource(file=self.keys))

    async def ask(self, statement: str) -> list[tuple[Any, ...]]:
        """Run a statement beside the server, as somebody else does; its rows."""
        if isinstance(self.address, PostgresAddress):
            connection = await asyncpg.connect(self.address.url)
            try:
                return [tuple(row) for row in await connection.fetch(statement)]
            finally:
                await connection.close()
        with closing(sqlite3.connect(self.address)) as file, file:
            return file.execute(statement).fetchall()

    def engine(self) -> Engine | AsyncEngine:
        """An engine that may change the form of its tables."""
        if isinstance(self.address, PostgresAddress):
            return single_engine(self.address, patience=None)
        return migrating_engine(self.address)

    def run(self, unit: Unit[T]) -> T:
        """Run a unit of work there, outside of any loop."""
        engine = self.engine()
        if isinstance(engine, AsyncEngine):
            return asyncio.run(_run(engine, unit))
        with engine.begin() as connection:
            return unit(connection)


async def _run(engine: AsyncEngine, unit: Unit[T]) -> T:
    async with engine.begin() as connection:
        return await connection.run_sync(unit)
