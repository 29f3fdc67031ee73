"""
Claiming tables and running them here, many at a time.
"""

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping

from server import metrics
from server.cluster.means import Means
from server.ports import Claimed, StaleTable
from server.tables.handed_over import HandedOver
from showdown.rules.ruleset import TableId

TOGETHER = 100
"""So many tables are opened at the same time."""


class Claiming:
    """Claims what is due; whoever asks it sees to it that it claims one lot after the other."""

    def __init__(
        self,
        means: Means,
        is_due: Callable[[TableId], bool],
        doubt: Callable[[Iterable[TableId]], None],
        closed: Callable[[TableId], None],
    ) -> None:
        """
        Claim nothing yet.

        Args:
            is_due: whether a table is to be claimed here, as far as is known now.
            doubt: is told of tables of which it is not clear that they run where they should be.
            closed: is told of a table that is not in the database any more.
        """
        self._members, self._owners, self._claims = means.members, means.owners, means.claims
        self._lobby, self._catalogue = means.lobby, means.catalogue
        self._have_come = means.have_come
        self._is_due, self._doubt, self._closed = is_due, doubt, closed
        self.offered: dict[TableId, HandedOver] = {}
        """Those that another node has let go for this one, with what it said of each."""
        self.unsure: set[TableId] = set()
        """Those whose owner only the database knows."""
        self.term = 0
        """How often this node was fenced: what was begun before that counts no more."""

    async def claim(self, tables: Collection[TableId]) -> list[TableId]:
        """Claim tables and run them; those for which it is to be tried once more."""
        await self._look_up(tables)
        due = [table for table in tables if self._is_due(table)]
        # Whoever asks meanwhile what is run here is not told that these are not.
        self._owners.claiming.update(dict.fromkeys(due))
        try:
            return await self._claim_due(due)
        finally:
            for table in due:
                self._owners.claiming.pop(table, None)
            if any(self._owners.find(table) is None for table in due):
                self._owners.say_all()  # others may have seen claims that came to nothing

    async def _claim_due(self, due: Collection[TableId]) -> list[TableId]:
        if not self._members.is_good:
            return []  # it is looked again when the node is back
        term, claims = self.term, self._claims
        known = {table: self._owners.epoch(table) for table in due}
        made = await claims.claim({table: epoch for table, epoch in known.items() if epoch})
        self._owners.learn(made.refused)
        self._owners.learn(Claimed(table, epoch, None) for table, epoch in made.taken.items())
        taken = list(made.taken)
        for first in range(0, len(taken), TOGETHER):
            some = taken[first : first + TOGETHER]
            if self.term == term:
                await claims.read_ahead(some)
            if self.term == term:
                await self._open({table: made.taken[table] for table in some}, term)
        if self.term != term:
            claims.end(taken)
        return [each.table for each in made.refused if self._is_due(each.table)]

    async def _look_up(self, tables: Collection[TableId]) -> None:
        """Ask the database for the epochs that are not known here."""
        unknown = [
            table for table in tables if table in self.unsure or self._owners.epoch(table) is None
        ]
        if unknown:
            found = await self._claims.look(unknown)
            self._owners.learn(found)
            self.unsure.difference_update(unknown)
            for table in set(unknown) - {each.table for each in found}:
                self._closed(table)  # it was closed, and nobody has heard of that

    async def _open(self, taken: Mapping[TableId, int], term: int) -> None:
        """Run tables that were claimed; one that cannot be opened harms no other."""
        self._have_come()
        opening = (
            self._catalogue.run_here(table, handed_over=self._handed_over(table, epoch))
            for table, epoch in taken.items()
        )
        outcomes = await asyncio.gather(*opening, return_exceptions=True)
        if self.term != term:
            self._drop(taken)
            return
        opened, failures = {}, []
        for (table, epoch), outcome in zip(taken.items(), outcomes, strict=True):
            if outcome is None and self._lobby.find(table) is not None:
                opened[table] = epoch
            elif outcome is not None:
                self._claims.end([table])
                self.unsure.add(table)
                self._doubt([table])
                if not isinstance(outcome, StaleTable):
                    failures.append(outcome)
        self._owners.take(opened)
        # What was offered, or took its time, may have its place elsewhere by now.
        self._doubt(opened)
        metrics.TABLES_CLAIMED.inc(len(opened))
        if failures:
            raise failures[0]

    def _handed_over(self, table: TableId, epoch: int) -> HandedOver | None:
        offered = self.offered.get(table)
        return None if offered is None else offered.as_of(epoch)

    def _drop(self, tables: Iterable[TableId]) -> None:
        """The node was fenced while it opened these."""
        for table in tables:
            desk = self._lobby.find(table)
            if desk is not None:
                self._lobby.drop(desk.actor)
