"""
The task that runs units of work on PostgreSQL, one after the other.

Each is a serializable transaction: it is right if it were right alone, and whoever gets into its
way, from another process, makes it begin anew. Of one process none would get further by running
several at once: they mostly touch the same small tables, and would be in each other's way.
"""

import asyncio
import random
from collections import deque
from itertools import count
from typing import Any, NamedTuple

from sqlalchemy.ext.asyncio import AsyncEngine

from server.addresses import PostgresAddress
from server.ports import StorageError, UnknownOutcome
from server.storage.postgres.faults import UNIQUE, as_storage_error, code_of, is_lost, is_passing
from server.storage.store import T, Unit

ATTEMPTS = 30
"""How often a unit is tried that gets into the way of others."""

ATTEMPTS_IF_TAKEN = 3
"""
The same if it stores a key that is there already.

That may be one which somebody stored in this moment, and which the unit finds when it looks again.
"""

PAUSE = 0.002
"""Seconds, times the attempt, within which it is tried again: not all at once."""


class _Job(NamedTuple):
    unit: Unit[Any]
    done: asyncio.Future[Any]


class Units:
    """Runs units; make one per database, in the loop that uses it."""

    def __init__(self, engine: AsyncEngine, database: PostgresAddress, patience: float) -> None:
        self._engine = engine.execution_options(isolation_level="SERIALIZABLE")
        self._database, self._patience = database, patience
        self._first: deque[_Job] = deque()
        self._waiting: deque[_Job] = deque()
        self._arrived = asyncio.Event()
        self._open = True
        self._task = asyncio.create_task(self._run(), name="storage-units")

    async def write(self, unit: Unit[T], *, first: bool = False) -> T:
        """
        Run a unit and return its result when it is durable.

        Cancelling does not take it back: it is written all the same, or has been.

        Args:
            first: whether it goes before those that wait and do not.
        """
        if not self._open:
            raise StorageError(f"The database {self._database} is closed.")
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        (self._first if first else self._waiting).append(_Job(unit, done))
        self._arrived.set()
        return await done

    @property
    def waiting(self) -> int:
        """How many are in no transaction yet."""
        return len(self._first) + len(self._waiting)

    async def close(self) -> None:
        """Run what has queued, then stop."""
        self._open = False
        self._arrived.set()
        await self._task

    async def _run(self) -> None:
        while self._open or self.waiting:
            await self._arrived.wait()
            self._arrived.clear()
            while self.waiting:
                await self._finish((self._first or self._waiting).popleft())

    async def _finish(self, job: _Job) -> None:
        try:
            result = await self._tried(job.unit)
        except Exception as error:  # noqa: BLE001 - whoever waits for the unit gets it
            told = as_storage_error(error, self._database) or error
            _fail(job, told)
            if any(is_lost(each) for each in (error, error.__cause__) if each is not None):
                self._fail_all_waiting(told)
        else:
            if not job.done.done():
                job.done.set_result(result)

    async def _tried(self, unit: Unit[T]) -> T:
        """Run a unit until nobody gets into its way."""
        for attempt in count(1):
            try:
                return await self._transaction(unit)
            except StorageError:
                raise
            except Exception as error:
                if attempt >= _attempts(error):
                    raise
            await asyncio.sleep(random.uniform(0, PAUSE * attempt))
        raise AssertionError("the last attempt returns or raises")

    async def _transaction(self, unit: Unit[T]) -> T:
        in_doubt = False
        try:
            async with asyncio.timeout(self._patience), self._engine.connect() as connection:
                result = await connection.run_sync(unit)
                in_doubt = True
                await connection.commit()
                return result
        except Exception as error:
            told = as_storage_error(error, self._database)
            if in_doubt and told is not None and is_lost(error):
                raise UnknownOutcome(str(told)) from error
            raise

    def _fail_all_waiting(self, error: Exception) -> None:
        """Nobody waits for his own turn to hear that the database is away; nothing was sent."""
        waiting = (*self._first, *self._waiting)
        self._first.clear()
        self._waiting.clear()
        for job in waiting:
            _fail(job, StorageError(str(error)))


def _attempts(error: Exception) -> int:
    """How often a unit may fail like this."""
    if is_passing(error):
        return ATTEMPTS
    return ATTEMPTS_IF_TAKEN if code_of(error) == UNIQUE else 1


def _fail(job: _Job, error: Exception) -> None:
    if not job.done.done():
        job.done.set_exception(error)
