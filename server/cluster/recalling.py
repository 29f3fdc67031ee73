"""
Who sits at tables that no node runs: of that only the database knows all.

The node that ran such a table last may have died before it told the others who had just sat down,
or before this one started. It is asked only when somebody wants to know where he sits, for all such
tables at once, and for each of them once.
"""

import asyncio
from collections.abc import Callable, Iterable
from itertools import islice

import structlog

from server.ports import Seatings, StorageError
from showdown.rules.ruleset import TableId
from showdown.rules.seating import Seating

log = structlog.get_logger()

WITHIN = 1.0
"""Seconds that somebody waits at most; what is not known by then he is not told."""

TOGETHER = 25
"""So many tables are read at once; it takes a tenth of a millisecond for each, in the loop."""


class Recalling:
    """Reads what is in doubt; whoever has it tells it which tables those are."""

    def __init__(self, seatings: Seatings, put: Callable[[TableId, Seating], None]) -> None:
        """``put`` is told what was found of a table that is still in doubt."""
        self._seatings, self._put = seatings, put
        self._doubtful: dict[TableId, None] = {}
        self._reading: asyncio.Task[None] | None = None

    def doubt(self, tables: Iterable[TableId]) -> None:
        """Nobody who lives knows for sure who sits at these tables."""
        self._doubtful.update(dict.fromkeys(tables))

    def is_known(self, table: TableId) -> None:
        """Somebody does now."""
        self._doubtful.pop(table, None)

    async def done(self) -> None:
        """Wait until no table is in doubt, but not for long."""
        if not self._doubtful:
            return
        if self._reading is None:
            self._reading = asyncio.create_task(self._read(), name="recalling seats")
        done, _ = await asyncio.wait([self._reading], timeout=WITHIN)
        if not done:
            log.warning("not all seats are known yet", tables=len(self._doubtful))

    def stop(self) -> None:
        """Read nothing more."""
        if self._reading is not None:
            self._reading.cancel()

    async def _read(self) -> None:
        try:
            while self._doubtful:
                await self._read_some(tuple(islice(self._doubtful, TOGETHER)))
        except StorageError as error:
            log.warning("seats cannot be read", reason=str(error))
        finally:
            self._reading = None

    async def _read_some(self, tables: tuple[TableId, ...]) -> None:
        found = await self._seatings.read(tables)
        for table in tables:
            if table in self._doubtful:
                self.is_known(table)
                if table in found:
                    self._put(table, found[table])
