"""
Letting tables go, each to where it should be run.
"""

import asyncio
from collections.abc import Callable, Iterable

import structlog

from server import metrics
from server.cluster.means import Means
from server.cluster.ports import NodeId
from server.lobby.lobby import Left
from showdown.rules.ruleset import TableId

log = structlog.get_logger()

HANDED_OVER_TOGETHER = 40
"""So many are let go at the same time: each waits as long as all of them take."""

CLAIMING = 1.0
"""Seconds in which tables that were let go are claimed, before the next ones are let go."""


class HandingOver:
    """Lets tables go; whoever asks it sees to it that it does one lot after the other."""

    def __init__(
        self,
        means: Means,
        place_of: Callable[[TableId], NodeId | None],
        left: Callable[[Left], None],
    ) -> None:
        """
        Let nothing go yet.

        Args:
            place_of: where a table should run; None if no node takes any.
            left: is told of each table that has ended here.
        """
        self._owners, self._claims, self._lobby = means.owners, means.claims, means.lobby
        self._clock, self._node = means.clock, means.members.node
        self._place_of, self._left = place_of, left

    def is_misplaced(self, table: TableId) -> bool:
        """Whether a table is run here and should be elsewhere."""
        return self._owners.is_here(table) and self._place_of(table) not in (None, self._node)

    async def hand_over(self, tables: Iterable[TableId]) -> None:
        """Let tables go to where they should be, some at a time, and see that they are claimed."""
        misplaced = [table for table in tables if self.is_misplaced(table)]
        for first in range(0, len(misplaced), HANDED_OVER_TOGETHER):
            some = misplaced[first : first + HANDED_OVER_TOGETHER]
            begun = self._clock.now()
            await asyncio.gather(*(self.give(table, self._place_of(table)) for table in some))
            try:
                async with asyncio.timeout(CLAIMING):
                    for table in some:
                        await self._owners.found(table)
            except TimeoutError:
                log.warning("tables were let go and are not claimed yet", count=len(some))
            else:
                seconds = round(self._clock.now() - begun, 3)
                log.info("tables were handed over", count=len(some), seconds=seconds)

    async def give(self, table: TableId, to: NodeId | None) -> None:
        """Let a table go, and say to whom."""
        if self._lobby.find(table) is None:
            return
        left = await self._lobby.let_go(table)
        self._claims.end([table])
        self._owners.let_go([table], to, {} if left.turn is None else {table: left.turn})
        metrics.TABLES_HANDED_OVER.inc()
        self._left(left)
