"""The store on PostgreSQL: a pool for readers, a task for units, and one that appends entries."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from weakref import WeakSet

from sqlalchemy.ext.asyncio import AsyncConnection

from server.addresses import PostgresAddress
from server.storage.entries import MakeRows
from server.storage.ledger import too_poor
from server.storage.postgres.append import CannotPay
from server.storage.postgres.appender import Appender
from server.storage.postgres.connecting import PATIENCE, let_go, pooled_engine
from server.storage.postgres.faults import told
from server.storage.postgres.units import Units
from server.storage.store import T, Unit


class PostgresStore:
    """Fills `server.storage.store.Store`; make one per database, in the loop that uses it."""

    def __init__(self, database: PostgresAddress, patience: float = PATIENCE) -> None:
        self._database = database
        self._opened: WeakSet[Any] = WeakSet()
        """What the pool has, which would wait for one after the other in the end."""
        self._engine = pooled_engine(database, patience, self._opened)
        self._readers = self._engine.execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )
        self._units = Units(self._engine, database, patience)
        self._appender = Appender(database, patience, self._explain)

    async def serve(self) -> None:
        """
        Be known as a server that uses the database, until closed.

        Raises:
            StorageError: it cannot be used now.
        """
        await self._appender.connect()

    async def write(self, unit: Unit[T], *, first: bool = False) -> T:
        return await self._units.write(unit, first=first)

    async def look(self, unit: Unit[T]) -> T:
        async with self.reading() as connection:
            return await connection.run_sync(unit)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        with told(self._database):
            async with self._readers.connect() as connection:
                yield connection

    async def append(self, make_rows: MakeRows) -> None:
        await self._appender.append(make_rows())

    @property
    def waiting(self) -> int:
        return self._appender.waiting + self._units.waiting

    async def close(self) -> None:
        await self._appender.close()
        await self._units.close()
        await let_go(tuple(self._opened))
        await self._engine.dispose()

    async def _explain(self, refused: CannotPay) -> Exception:
        """What to tell whoever appended an entry that an account cannot pay."""
        try:
            async with self.reading() as connection:
                return await connection.run_sync(
                    lambda below: too_poor(refused.account, refused.change, below)
                )
        except Exception as error:  # noqa: BLE001 - told to whoever appended the entry
            return error
