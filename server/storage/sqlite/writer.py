"""
The one thread that writes.

Every write is a unit of work. What has queued while one transaction was committed goes into the
next together: there is no timer, an idle server commits at once and a busy one in large groups, of
which most is what is played (:mod:`server.storage.sqlite.lines`). A unit runs in a savepoint of its
own, so that one that fails leaves nothing and harms no other.

Entries of journals hardly ever fail, and so neighbours go in together, without savepoints. When not
all of them can, the transaction is begun anew with each entry as a unit of its own.
"""

from collections.abc import Coroutine, Iterator
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from server import crash
from server.storage.entries import MakeRows
from server.storage.sqlite.append import append, append_all
from server.storage.sqlite.engines import writing_engine
from server.storage.sqlite.lines import Lines
from server.storage.sqlite.prepared import driver
from server.storage.sqlite.worker import Job, Outcome, T, Unit, Worker, failed


class _OneByOne(Exception):
    """Entries cannot be appended together."""


class Writer(Worker):
    """Runs units of work on its own thread; make one per database, in the loop that uses it."""

    def __init__(self, path: Path) -> None:
        self._lines = Lines[Job]()
        super().__init__(path, writing_engine(path), "storage-writer")

    @property
    def waiting(self) -> int:
        return super().waiting + len(self._lines)

    async def write(self, unit: Unit[T], *, first: bool = False) -> T:
        """
        Run a unit and return its result when it is durable.

        Cancelling does not take it back: it is written all the same, or has been.

        Args:
            first: whether a table waits for it, as for an entry.

        Raises:
            StorageError: the database cannot do it now, and nothing of the unit has happened.
        """
        return await self._do(unit, first=first)

    def append(self, make_rows: MakeRows) -> Coroutine[Any, Any, None]:
        """
        Append an entry of a journal; as :meth:`write` does with a unit.

        Its rows are made on the writer's thread: encrypting and packing let go of the interpreter's
        lock, and the loop would wait for it behind the writer each time.
        """
        return self._do(partial(_append, make_rows), make_rows, first=True)

    # What follows runs on the writer's thread.

    @property
    def _is_over(self) -> bool:
        return super()._is_over and not self._lines

    def _next_batch(self) -> list[Job]:
        for job in self._queued(wait=not self._lines):
            self._lines.put(job, first=job.first)
        return self._lines.next_batch()

    def _all_done(self, batch: list[Job]) -> list[Outcome]:
        """Run a batch in one transaction; if that as a whole fails, each job in its own."""
        if not batch:
            return []
        begun = False
        try:
            with self._transaction() as connection:
                begun = True
                outcomes = list(self._done(batch, connection))
                crash.here(crash.Place.BEFORE_COMMIT)
            crash.here(crash.Place.AFTER_COMMIT)
        except _OneByOne:
            return self._all_done([job._replace(make_rows=None) for job in batch])
        except Exception as error:  # noqa: BLE001 - whoever waits for a job gets it
            if len(batch) == 1 or not begun:
                return [failed(job, error, self._path) for job in batch]
            return [outcome for job in batch for outcome in self._all_done([job])]
        return outcomes

    def _done(self, batch: list[Job], connection: Connection) -> Iterator[Outcome]:
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
                yield Outcome(job.done)


def _is_entry(job: Job) -> bool:
    return job.make_rows is not None


def _append(make_rows: MakeRows, connection: Connection) -> None:
    append(make_rows(), connection)


def _attempt(connection: Connection, job: Job, path: Path) -> Outcome:
    below = driver(connection)
    below.execute("SAVEPOINT unit")
    try:
        result = job.unit(connection)
    except Exception as error:
        if not below.in_transaction:
            raise  # after a full disk, say, SQLite has rolled back all of it
        below.execute("ROLLBACK TO unit")
        below.execute("RELEASE unit")
        return failed(job, error, path)
    below.execute("RELEASE unit")
    return Outcome(job.done, result)
