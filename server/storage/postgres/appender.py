"""
The task that takes entries of journals to PostgreSQL, on a connection of its own.

What has queued while one group was committed goes into the next together: there is no timer, an
idle server commits at once and a busy one in large groups. A group that fails is tried table by
table, so that one bad entry harms no other.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from server import crash
from server.addresses import PostgresAddress
from server.ports import StaleTable, StorageError, UnknownOutcome
from server.storage.entries import EntryRows
from server.storage.postgres.append import CannotPay, append, is_one_statement
from server.storage.postgres.connecting import Connection
from server.storage.postgres.faults import as_storage_error, is_lost, is_passing, told
from server.storage.postgres.presence import connect_server
from showdown.rules.ruleset import TableId

ATTEMPTS = 5
"""How often a group is tried that gets into the way of somebody else's transaction."""

GROUP = 1_000
"""Entries in one transaction; more wait for the next."""

Explain = Callable[[CannotPay], Awaitable[Exception]]


class _Job(NamedTuple):
    entry: EntryRows
    done: asyncio.Future[None]


class Appender:
    """Appends entries in groups; make one per database, in the loop that uses it."""

    def __init__(self, database: PostgresAddress, patience: float, explain: Explain) -> None:
        self._database, self._patience, self._explain = database, patience, explain
        self._waiting: deque[_Job] = deque()
        self._arrived = asyncio.Event()
        self._open = True
        self._connection: Connection | None = None
        self._in_doubt = False
        """Whether a connection that is lost now leaves it open what has become durable."""
        self._task = asyncio.create_task(self._run(), name="storage-appender")

    async def connect(self) -> None:
        """
        Say that a server uses the database, before there is anything to append.

        Raises:
            StorageError: it cannot be used now.
        """
        with told(self._database):
            async with asyncio.timeout(self._patience):
                await self._connected()

    async def append(self, entry: EntryRows) -> None:
        """
        Return when an entry is durable.

        Cancelling does not take it back: it is written all the same, or has been.
        """
        if not self._open:
            raise StorageError(f"The database {self._database} is closed.")
        job = _Job(entry, asyncio.get_running_loop().create_future())
        self._waiting.append(job)
        self._arrived.set()
        await job.done

    @property
    def waiting(self) -> int:
        """How many are in no transaction yet."""
        return len(self._waiting)

    async def close(self) -> None:
        """Write what has queued, then let go of the database."""
        self._open = False
        self._arrived.set()
        await self._task

    async def _run(self) -> None:
        while self._open or self._waiting:
            await self._arrived.wait()
            if group := self._next_group():
                await self._commit(group)
        self._let_go()

    def _next_group(self) -> list[_Job]:
        """The first waiting entry of each table; the second follows from the first."""
        group: dict[TableId, _Job] = {}
        left: deque[_Job] = deque()
        for job in self._waiting:
            if job.entry.table in group or len(group) == GROUP:
                left.append(job)
            else:
                group[job.entry.table] = job
        self._waiting = left
        if not left:
            self._arrived.clear()
        return list(group.values())

    async def _commit(self, group: Sequence[_Job]) -> StorageError | None:
        """Write a group, each for itself if one stands in the way; why nothing goes, if so."""
        try:
            tables = await self._written([job.entry for job in group])
        except StorageError as error:
            self._fail(group, error)
            if self._connection is not None:
                return None
            # Nobody waits for his own turn to hear that the database is away; nothing was sent.
            waiting, self._waiting = self._waiting, deque()
            self._arrived.clear()
            self._fail(waiting, StorageError(str(error)))
            return error
        except Exception as error:  # noqa: BLE001 - whoever waits for an entry gets it
            if len(group) > 1:
                return await self._commit_each(group)
            self._fail(group, await self._explain(error) if isinstance(error, CannotPay) else error)
        else:
            for job in group:
                _resolve(job, None if job.entry.table in tables else _stale(job.entry.table))
        return None

    async def _commit_each(self, group: Sequence[_Job]) -> StorageError | None:
        for place, job in enumerate(group, 1):
            if (away := await self._commit([job])) is not None:
                self._fail(group[place:], StorageError(str(away)))
                return away
        return None

    async def _written(self, entries: Sequence[EntryRows]) -> set[TableId]:
        """Write a group in one transaction; the tables for which it was the next entry."""
        for attempt in range(1, ATTEMPTS + 1):
            try:
                async with asyncio.timeout(self._patience):
                    return await self._transaction(entries)
            except Exception as error:
                if is_passing(error) and attempt < ATTEMPTS:
                    continue
                sentence = as_storage_error(error, self._database)
                lost = is_lost(error) or self._is_closed()
                if lost:
                    self._let_go()
                if lost and self._in_doubt:
                    raise UnknownOutcome(str(sentence or error)) from error
                if sentence is None:
                    raise
                raise sentence from error
        raise AssertionError("the last attempt returns or raises")

    async def _transaction(self, entries: Sequence[EntryRows]) -> set[TableId]:
        self._in_doubt = False
        connection = await self._connected()
        if is_one_statement(entries):
            crash.here(crash.Place.BEFORE_COMMIT)
            self._in_doubt = True
            tables = await append(entries, connection)
        else:
            transaction = connection.transaction()
            await transaction.start()
            try:
                tables = await append(entries, connection)
            except Exception:
                if not connection.is_closed():
                    await transaction.rollback()
                raise
            crash.here(crash.Place.BEFORE_COMMIT)
            self._in_doubt = True
            await transaction.commit()
        crash.here(crash.Place.AFTER_COMMIT)
        return tables

    async def _connected(self) -> Connection:
        """The connection, made anew if PostgreSQL has closed it meanwhile."""
        if self._connection is None or self._connection.is_closed():
            self._connection = None
            self._connection = await connect_server(self._database, self._patience)
        return self._connection

    def _is_closed(self) -> bool:
        return self._connection is None or self._connection.is_closed()

    def _let_go(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()

    def _fail(self, group: Sequence[_Job], error: Exception) -> None:
        for job in group:
            _resolve(job, error)


def _stale(table: TableId) -> StaleTable:
    return StaleTable(f"Table {table} has gone on without this writer.")


def _resolve(job: _Job, error: Exception | None) -> None:
    if job.done.done():
        return  # whoever waited was cancelled
    if error is None:
        job.done.set_result(None)
    else:
        job.done.set_exception(error)
