"""Where the storage of a test lives: a file of SQLite, or a database of a real PostgreSQL."""

import sqlite3
from contextlib import AbstractAsyncContextManager, closing
from pathlib import Path
from typing import Any, NamedTuple

import asyncpg

from server.addresses import Address, PostgresAddress
from server.storage import Storage, open_storage
from server.storage.keyring import KeySource
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
