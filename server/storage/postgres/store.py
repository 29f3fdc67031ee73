"""The store on PostgreSQL: a pool for units and readers, and a task that appends entries."""

import asyncio
import random
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from server.addresses import PostgresAddress
from server.ports import StorageError, UnknownOutcome
from server.storage.entries import EntryRows
from server.storage.ledger import too_poor
from server.storage.postgres.append import CannotPay
from server.storage.postgres.appender import Appender
from server.storage.postgres.connecting import PATIENCE, pooled_engine
from server.storage.postgres.faults import UNIQUE, as_storage_error, code_of, is_lost, is_passing
from server.storage.postgres.faults import told as faults_told
from server.storage.store import T, Unit

ATTEMPTS = 30
"""How often a unit is tried that gets into the way of others."""

PAUSE = 0.002
"""Seconds, times the attempt, within which it is tried again: not all at once."""

ATTEMPTS_IF_TAKEN = 3
"""
The same if it stores a key that is there already.

That may be one which somebody stored in this moment, and which the unit finds when it looks again.
"""


class PostgresStore:
    """Fills `server.storage.store.Store`; make one per database, in the loop that uses it."""

    def __init__(self, database: PostgresAddress, patience: float = PATIENCE) -> None:
        self._database, self._patience = database, patience
        self._engine = pooled_engine(database, patience)
        # As if each unit were alone: the same unit is right on both engines, or on neither.
        self._writing = self._engine.execution_options(isolation_level="SERIALIZABLE")
        self._reading = self._engine.execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )
        self._appender = Appender(database, patience, self._explain)
        self._open = True
        self._units: set[asyncio.Task[Any]] = set()

    async def serve(self) -> None:
        """
        Be known as a server that uses the database, until closed.

        Raises:
            StorageError: it cannot be used now.
        """
        await self._appender.connect()

    async def write(self, unit: Unit[T]) -> T:
        if not self._open:
            raise StorageError(f"The database {self._database} is closed.")
        return await asyncio.shield(self._kept(self._tried(unit)))

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        with faults_told(self._database):
            async with self._reading.connect() as connection:
                yield connection

    async def append(self, entry: EntryRows) -> None:
        await self._appender.append(entry)

    async def close(self) -> None:
        self._open = False
        await self._appender.close()
        await asyncio.gather(*self._units, return_exceptions=True)
        await self._engine.dispose()

    def _kept(self, unit: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """A task that goes on when nobody waits for it any more."""
        task = asyncio.create_task(unit)
        self._units.add(task)
        task.add_done_callback(self._units.discard)
        return task

    async def _tried(self, unit: Unit[T]) -> T:
        """Run a unit until nobody gets into its way."""
        for attempt in count(1):
            try:
                return await self._transaction(unit)
            except StorageError:
                raise
            except Exception as error:
                if attempt >= _attempts(error):
                    told = as_storage_error(error, self._database)
                    if told is None:
                        raise
                    raise told from error
            await asyncio.sleep(random.uniform(0, PAUSE * attempt))
        raise AssertionError("the last attempt returns or raises")

    async def _transaction(self, unit: Unit[T]) -> T:
        in_doubt = False
        try:
            async with asyncio.timeout(self._patience), self._writing.connect() as connection:
                result = await connection.run_sync(unit)
                in_doubt = True
                await connection.commit()
                return result
        except Exception as error:
            told = as_storage_error(error, self._database)
            if in_doubt and told is not None and is_lost(error):
                raise UnknownOutcome(str(told)) from error
            raise

    async def _explain(self, refused: CannotPay) -> Exception:
        """What to tell whoever appended an entry that an account cannot pay."""
        try:
            async with self.reading() as connection:
                return await connection.run_sync(
                    lambda below: too_poor(refused.account, refused.change, below)
                )
        except StorageError as error:
            return error


def _attempts(error: Exception) -> int:
    """How often a unit may fail like this."""
    if is_passing(error):
        return ATTEMPTS
    return ATTEMPTS_IF_TAKEN if code_of(error) == UNIQUE else 1
