"""
The one thread that writes.

Every write is a unit of work. What has queued while one transaction was committed goes into the
next together: there is no timer, an idle server commits at once and a busy one in large groups. A
unit runs in a savepoint of its own, so that one that fails leaves nothing and harms no other.

Entries of journals hardly ever fail, and so neighbours go in together, without savepoints. When not
all of them can, the transaction is begun anew with each entry as a unit of its own.
"""

import asyncio
import threading
from collections.abc import Callable, Iterator
from functools import partial
from itertools import groupby
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar

import structlog
from sqlalchemy import Connection

from server import crash
from server.ports import StorageError
from server.storage.entries import MakeRows
from server.storage.sqlite.append import append, append_all
from server.storage.sqlite.engines import writing_engine
from server.storage.sqlite.faults import as_storage_error
from server.storage.sqlite.prepared import driver

log = structlog.get_logger()

CLOSING = 3.0
"""Seconds in which the last writes have to be done when the database is closed."""

T = TypeVar("T")
Unit = Callable[[Connection], T]
"""Writes, and returns what its caller gets once that is durable; it may be run a second time."""


class _Job(NamedTuple):
    unit: Unit[Any]
    done: asyncio.Future[Any]
    make_rows: MakeRows | None = None
    """Makes what the unit appends, if it does nothing else."""


class _Outcome(NamedTuple):
    done: asyncio.Future[Any]
    result: Any = None
    error: Exception | None = None


class _OneByOne(Exception):
    """Entries cannot be appended together."""


class Writer:
    """Runs units of work on its own thread; make one per database, in the loop that uses it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._engine = writing_engine(path)
        self._loop = asyncio.get_running_loop()
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._open = True
        # A daemon: when a program dies without closing its storage, that must not keep it alive.
        self._thread = threading.Thread(target=self._run, name="storage-writer", daemon=True)
        self._thread.start()

    async def write(self, unit: Unit[T]) -> T:
        """
        Run a unit and return its result when it is durable.

        Cancelling does not take it back: it is written all the same, or has been.

        Raises:
            StorageError: the database cannot do it now, and nothing of the unit has happened.
        """
        done: asyncio.Future[T] = self._loop.create_future()
        self._put(_Job(unit, done))
        return await done

    async def append(self, make_rows: MakeRows) -> None:
        """
        Append an entry of a journal; as :meth:`write` does with a unit.

        Its rows are made on the writer's thread: encrypting and packing let go of the interpreter's
        lock, and the loop would wait for it behind the writer each time.
        """
        done: asyncio.Future[None] = self._loop.create_future()
        self._put(_Job(partial(_append, make_rows), done, make_rows))
        await done

    @property
    def waiting(self) -> int:
        """How many jobs are in no transaction yet."""
        return self._jobs.qsize()

    def _put(self, job: _Job) -> None:
        if not self._open:
            raise StorageError(f"The database {self._path} is closed.")
        self._jobs.put(job)

    async def close(self) -> None:
        """
        Write what has queued, then let go of the database.

        A database that another program locks, or a disk that hangs, is not waited for longer than
        :data:`CLOSING`: what was not written then was not acknowledged either.
        """
        if self._open:
            self._open = False
            self._jobs.put(None)
        await asyncio.to_thread(self._thread.join, CLOSING)
        if self._thread.is_alive():
            log.error("the database did not take the last writes", seconds=CLOSING)

    # What follows runs on the writer's thread.

    def _run(self) -> None:
        goes_on = True
        while goes_on:
            batch, goes_on = self._next_batch()
            outcomes = self._commit(batch)
            try:
                self._loop.call_soon_threadsafe(_resolve, outcomes)
            except RuntimeError:  # the loop is closed: nobody waits any more
                return
        self._engine.dispose()

    def _next_batch(self) -> tuple[list[_Job], bool]:
        """Wait for a job, then take all there are; and whether more may come."""
        batch: list[_Job] = []
        job = self._jobs.get()
        while job is not None:
            batch.append(job)
            try:
                job = self._jobs.get_nowait()
            except Empty:
                return batch, True
        return batch, False

    def _commit(self, batch: list[_Job]) -> list[_Outcome]:
        """Run a batch in one transaction; if that as a whole fails, each job in its own."""
        if not batch:
            return []
        begun = False
        try:
            with self._engine.begin() as connection:
                begun = True
                outcomes = list(self._done(batch, connection))
                crash.here(crash.Place.BEFORE_COMMIT)
            crash.here(crash.Place.AFTER_COMMIT)
        except _OneByOne:
            return self._commit([job._replace(make_rows=None) for job in batch])
        except Exception as error:  # noqa: BLE001 - whoever waits for a job gets it
            if len(batch) == 1 or not begun:
                return [_failed(job, error, self._path) for job in batch]
            return [outcome for job in batch for outcome in self._commit([job])]
        return outcomes

    def _done(self, batch: list[_Job], connection: Connection) -> Iterator[_Outcome]:
        for are_entries, jobs in groupby(batch, key=_is_entry):
            if not are_entries:
                for job in jobs:
                    yield _attempt(connection, job, self._path)
                continue
            together = list(jobs)
            try:
                append_all([job.make_rows() for job in together if job.make_rows], connection)
            except Exception as error:
                raise _OneByOne from error
            for job in together:
                yield _Outcome(job.done)


def _is_entry(job: _Job) -> bool:
    return job.make_rows is not None


def _append(make_rows: MakeRows, connection: Connection) -> None:
    append(make_rows(), connection)


def _attempt(connection: Connection, job: _Job, path: Path) -> _Outcome:
    below = driver(connection)
    below.execute("SAVEPOINT unit")
    try:
        result = job.unit(connection)
    except Exception as error:
        if not below.in_transaction:
            raise  # after a full disk, say, SQLite has rolled back all of it
        below.execute("ROLLBACK TO unit")
        below.execute("RELEASE unit")
        return _failed(job, error, path)
    below.execute("RELEASE unit")
    return _Outcome(job.done, result)


def _failed(job: _Job, error: Exception, path: Path) -> _Outcome:
    return _Outcome(job.done, error=as_storage_error(error, path) or error)


def _resolve(outcomes: list[_Outcome]) -> None:
    for done, result, error in outcomes:
        if done.done():
            continue  # whoever waited was cancelled
        if error is None:
            done.set_result(result)
        else:
            done.set_exception(error)
