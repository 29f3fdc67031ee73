"""
A thread that does what is asked of it on one connection, as many jobs at a time as have queued.

An idle server's job is done at once; a busy one's jobs share the way to the thread and back.
"""

import asyncio
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar

import structlog
from sqlalchemy import Connection, Engine

from server.ports import StorageError
from server.storage.entries import MakeRows
from server.storage.sqlite.faults import as_storage_error

log = structlog.get_logger()

CLOSING = 3.0
"""Seconds in which the last jobs have to be done when the database is closed."""

T = TypeVar("T")
Unit = Callable[[Connection], T]


class Job(NamedTuple):
    """A unit, and whoever waits for its result."""

    unit: Unit[Any]
    done: asyncio.Future[Any]
    make_rows: MakeRows | None = None
    """Makes what the unit appends, if it does nothing else."""
    first: bool = False
    """Whether a table waits for it."""


class Outcome(NamedTuple):
    """What has become of a job."""

    done: asyncio.Future[Any]
    result: Any = None
    error: Exception | None = None


def failed(job: Job, error: Exception, path: Path) -> Outcome:
    """A job that came to nothing; what an operator can mend is said in a sentence."""
    return Outcome(job.done, error=as_storage_error(error, path) or error)


class Worker(ABC):
    """Does jobs on a thread of its own; make one in the loop that uses it."""

    def __init__(self, path: Path, engine: Engine, name: str) -> None:
        self._path, self._engine = path, engine
        self._connection: Connection | None = None
        """Kept for the next batch: to ask the pool for it costs more than the transaction."""
        self._loop = asyncio.get_running_loop()
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._open = True
        self._heard_last = False
        """Whether the thread knows that nothing more will come."""
        # A daemon: when a program dies without closing its storage, that must not keep it alive.
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """How many jobs have not begun."""
        return self._jobs.qsize()

    async def close(self) -> None:
        """
        Do what has queued, then let go of the database.

        A database that another program locks, or a disk that hangs, is not waited for longer than
        :data:`CLOSING`: what was not written then was not acknowledged either.
        """
        if self._open:
            self._open = False
            self._jobs.put(None)
        await asyncio.to_thread(self._thread.join, CLOSING)
        if self._thread.is_alive():
            log.error("the database did not do its last jobs", seconds=CLOSING)

    async def _do(
        self, unit: Unit[T], make_rows: MakeRows | None = None, *, first: bool = False
    ) -> T:
        """Put a job and wait until it is done."""
        if not self._open:
            raise StorageError(f"The database {self._path} is closed.")
        done: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put(Job(unit, done, make_rows, first))
        return await done

    # What follows runs on the thread.

    @abstractmethod
    def _all_done(self, batch: list[Job]) -> list[Outcome]:
        """Do some jobs, which may be none."""

    def _run(self) -> None:
        while not self._is_over:
            batch = self._next_batch()
            outcomes = self._all_done(batch)
            try:
                self._loop.call_soon_threadsafe(_resolve, outcomes)
            except RuntimeError:  # the loop is closed: nobody waits any more
                return
        self._let_go()

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        """A transaction for the length of a block; after a fault the pool mends the connection."""
        connection, self._connection = self._connection or self._engine.connect(), None
        try:
            with connection.begin():
                yield connection
        except BaseException:
            connection.close()
            raise
        self._connection = connection

    def _let_go(self) -> None:
        """Close the database; nothing will be done any more."""
        if self._connection is not None:
            self._connection.close()
        self._engine.dispose()

    @property
    def _is_over(self) -> bool:
        """Whether all is done and nothing more will come."""
        return self._heard_last

    def _next_batch(self) -> list[Job]:
        """Wait for jobs to do next; none if there will be none."""
        return self._queued(wait=True)

    def _queued(self, *, wait: bool) -> list[Job]:
        """All jobs that have queued by now; with ``wait`` none only if there will be none."""
        batch: list[Job] = []
        try:
            while (job := self._jobs.get(block=wait and not batch)) is not None:
                batch.append(job)
        except Empty:
            return batch
        self._heard_last = True
        return batch


def _resolve(outcomes: list[Outcome]) -> None:
    for done, result, error in outcomes:
        if done.done():
            continue  # whoever waited was cancelled
        if error is None:
            done.set_result(result)
        else:
            done.set_exception(error)
