"""
Looking up what takes no time: by its key, while somebody waits to be let in.

A thread with one connection answers all who have asked in a single go. On the connections of
:mod:`server.storage.sqlite.reader` each would go to a thread and back five times, through a loop
that a thousand who come at once keep busy; they are for what may take a while.
"""

from pathlib import Path

from sqlalchemy import Connection

from server.storage.sqlite.engines import looking_engine
from server.storage.sqlite.worker import Job, Outcome, T, Unit, Worker, failed


class Looker(Worker):
    """Runs units that only read; make one per database, in the loop that uses it."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, looking_engine(path), "storage-looker")

    async def look(self, unit: Unit[T]) -> T:
        """
        Run a unit on the database as it is now and return its result.

        Raises:
            StorageError: the database cannot do it now.
        """
        return await self._do(unit)

    def _all_done(self, batch: list[Job]) -> list[Outcome]:
        if not batch:
            return []
        try:
            with self._transaction() as connection:
                return [self._looked(job, connection) for job in batch]
        except Exception as error:  # noqa: BLE001 - whoever waits for a job gets it
            return [failed(job, error, self._path) for job in batch]

    def _looked(self, job: Job, connection: Connection) -> Outcome:
        try:
            return Outcome(job.done, job.unit(connection))
        except Exception as error:  # noqa: BLE001 - whoever waits for a job gets it
            return failed(job, error, self._path)
