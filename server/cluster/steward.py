"""
Sees to it that each table is run by the node that should run it, and by no other one.

Where a table should run, its place says; whether it does, the database. A node lets go of what
should run elsewhere and names who is to claim it, and claims what should run here and is run by
nobody who lives. A claim that comes too late is refused, and a table that has ended here without a
word goes on where it was claimed.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable

import structlog

from server.cluster.claiming import Claiming
from server.cluster.handing_over import HandingOver
from server.cluster.means import Means
from server.cluster.membership import NodeCard
from server.cluster.messages import LetGo, TableClosed, TableOpened
from server.cluster.owners import Owner
from server.cluster.places import Places
from server.cluster.ports import NodeId
from server.ending import end
from server.lobby.lobby import Left
from server.ports import OpenedTable, StorageError
from server.tables.actor import TableActor
from server.tables.clock import Timer
from showdown.rules.ruleset import TableId

log = structlog.get_logger()

ATTEMPTS = 3
"""So often a claim that came too late is made anew at once, where who was first has died."""

AGAIN_AFTER = 0.5
"""Seconds until it is tried again where the database could not do it."""

DRAINING = 6.0
"""Seconds in which a node that ends hands its tables over."""

BEGINNING = 3.0
"""Seconds in which a table that a player has opened is to be run somewhere."""

AT_A_TIME = 1_000
"""So many tables are thought about until others have a turn of the loop."""


class Steward:
    """Runs a node's part of all tables; :meth:`start` it, and :meth:`drain` it before the end."""

    def __init__(self, means: Means) -> None:
        self._means = means
        self._members, self._owners = means.members, means.owners
        self._lobby, self._catalogue = means.lobby, means.catalogue
        self._places = Places()
        self._doubtful: dict[TableId, None] = {}
        """Tables of which it is not clear that they are run where they should be."""
        self._claiming = Claiming(means, self._is_due, self._doubt, self._closed)
        self._handing = HandingOver(means, self._places.of, self._tell_left)
        self._is_draining = False
        self._ending = {self._members.node}
        """Nodes to which no table is handed when this one ends."""
        self._look_again = self._look_at_owners = True
        """Whether to ask the database which tables there are, and who has claimed each."""
        self._working = asyncio.Lock()
        self._wanted = asyncio.Event()
        self._again: Timer | None = None
        self._task: asyncio.Task[None] | None = None
        self._on_left: list[Callable[[Left], None]] = []
        self._members.on_change(self._member)
        self._members.on_fence(self._fenced)
        self._members.on_rejoin(self._rejoined)
        self._owners.on_change(self._owner)
        self._owners.on_let_go(self._let_go)
        means.post.on(TableOpened, self._opened)
        means.post.on(TableClosed, lambda _, said: self._closed(said.table))
        means.post.on_break(lambda _: self._look_at_tables())
        self._catalogue.opening.begin = self.begin
        self._catalogue.opening.on_closed = self._end

    def on_left(self, left: Callable[[Left], None]) -> None:
        """Be told of each table that has ended here without a word; it neither waits nor raises."""
        self._on_left.append(left)

    def should_run(self, table: TableId) -> bool:
        """Whether a table, or whatever else one node is to do alone, has its place here."""
        return self._places.of(table) == self._members.node

    # From first to last.

    async def prepare(self) -> None:
        """
        Do what can be done before others know of this node.

        Raises:
            StorageError: the database cannot do it now.
        """
        await self._means.claims.make(self._catalogue.configured)
        await self._catalogue.look_again()

    async def start(self) -> None:
        """
        Claim all that should run here and is run by nobody, and go on seeing to it.

        Raises:
            StorageError: the database cannot do it now.
        """
        self._place()
        await self._settle()
        self._task = asyncio.create_task(self._run(), name="steward")

    async def drain(self, together: Iterable[NodeId] = ()) -> None:
        """
        Hand all tables over, as far as there is somebody who takes them, and claim no more.

        Args:
            together: nodes that end at the same time, and so take none.
        """
        self._is_draining = True
        self._ending.update(together)
        try:
            async with asyncio.timeout(DRAINING):
                await self._members.drain()
                self._place()
                async with self._working:
                    while (mine := self._owners.here) and self._places.of(mine[0]) is not None:
                        await self._handing.hand_over(mine)
        except TimeoutError:
            log.warning("tables were not handed over", count=len(self._owners.here))
        await self.stop()

    async def stop(self) -> None:
        """Claim nothing more; what runs here goes on until the lobby stops."""
        self._is_draining = True
        self._owners.stop()
        if self._again is not None:
            self._again.cancel()
        if self._task is not None:
            await end(self._task)

    async def begin(self, opened: OpenedTable) -> None:
        """See to it that a table is run that a player has just opened here."""
        said = TableOpened(table=opened.table, template=opened.template, account=opened.account)
        self._means.post.tell_all(said)
        self._doubt([opened.table])
        try:
            await asyncio.wait_for(self._owners.found(opened.table), BEGINNING)
        except TimeoutError:
            log.warning("table is not run yet", table=opened.table)

    def ceded(self, actor: TableActor) -> None:
        """A table has ended here, since another node runs it or may."""
        left = self._lobby.drop(actor)
        if left is not None:
            self._means.claims.end([actor.table])
            self._claiming.unsure.add(actor.table)
            self._tell_left(left)
            if self._members.is_good:
                self._owners.let_go([actor.table])
            else:
                self._owners.lose([actor.table])

    # What happens.

    def _member(self, node: NodeId, before: NodeCard | None, now: NodeCard | None) -> None:
        self._place()
        self._doubt(self._catalogue.tables)

    def _place(self) -> None:
        ending = self._ending if self._is_draining else set()
        self._places.change(self._members.takers - ending)

    def _fenced(self) -> None:
        """Others may run all of it by now: be silent at once."""
        self._claiming.term += 1
        mine = [actor.table for actor in self._lobby.actors]
        self._means.claims.end(mine)
        self._owners.lose(mine)
        for actor in tuple(self._lobby.actors):
            if (left := self._lobby.drop(actor)) is not None:
                self._tell_left(left)

    def _rejoined(self) -> None:
        """Be a node again that may act, and runs nothing."""
        self._owners.say_all()
        self._look_at_owners = True
        self._look_at_tables()

    def _look_at_tables(self) -> None:
        """Find out which tables there are, for a part of what was said may have been missed."""
        self._look_again = True
        self._wanted.set()

    def _owner(self, table: TableId, owner: Owner | None) -> None:
        if owner is None:
            self._doubt([table])
        elif owner.node != self._members.node:
            desk = self._lobby.find(table)
            if desk is not None:
                desk.actor.cede()

    def _let_go(self, node: NodeId, said: LetGo) -> None:
        if said.to == self._members.node:
            offered = {each.table: said.handed_over(each) for each in said.tables}
            self._claiming.offered.update(offered)
        self._doubt(each.table for each in said.tables)

    def _opened(self, _: NodeId, said: TableOpened) -> None:
        opened = OpenedTable(table=said.table, template=said.template, account=said.account)
        self._catalogue.opening.add(opened)
        self._doubt([said.table])

    def _end(self, table: TableId) -> None:
        """A table was closed here."""
        self._means.post.tell_all(TableClosed(table=table))
        self._closed(table)

    def _closed(self, table: TableId) -> None:
        self._catalogue.opening.remove(table)
        self._owners.forget(table)
        self._places.forget(table)

    def _tell_left(self, left: Left) -> None:
        for told in self._on_left:
            told(left)

    # Seeing to it.

    def _doubt(self, tables: Iterable[TableId]) -> None:
        self._doubtful.update(dict.fromkeys(tables))
        self._wanted.set()

    async def _run(self) -> None:
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            if not self._members.is_good:
                continue  # it is looked again when the node is back
            try:
                await self._settle()
            except StorageError as error:
                log.warning("tables wait for the database", reason=str(error))
                self._later()
            except Exception:
                log.exception("tables could not be seen to")
                self._later()

    def _later(self) -> None:
        if self._again is not None:
            self._again.cancel()
        when = self._means.clock.now() + AGAIN_AFTER
        self._again = self._means.clock.call_at(when, self._wanted.set)

    async def _settle(self) -> None:
        async with self._working:
            if self._look_again:
                await self._look()
            await self._see_to_doubtful()

    async def _look(self) -> None:
        """See all tables as the database has them."""
        self._look_again = False
        try:
            for table in await self._catalogue.look_again():
                self._closed(table)
            if self._look_at_owners:
                self._owners.learn(await self._means.claims.look())
                self._look_at_owners = False
        except StorageError:
            self._look_again = True
            raise
        self._doubt(self._catalogue.tables)

    async def _see_to_doubtful(self) -> None:
        doubtful, self._doubtful = self._doubtful, {}
        try:
            due = [table async for table in _slowly(doubtful) if self._is_due(table)]
            misplaced = self._handing.is_misplaced
            await self._handing.hand_over([t async for t in _slowly(doubtful) if misplaced(t)])
            for _ in range(ATTEMPTS):
                due = await self._claiming.claim(due) if due else []
        except BaseException:
            self._doubtful.update(doubtful)
            raise
        for table in doubtful.keys() - self._doubtful.keys():
            self._claiming.offered.pop(table, None)
        if due:
            self._doubt(due)
            self._later()

    def _is_due(self, table: TableId) -> bool:
        """Whether a table is to be claimed here."""
        if table not in self._catalogue or self._is_draining:
            return False
        wanted = table in self._claiming.offered or self.should_run(table)
        return wanted and self._owners.find(table) is None and self._lobby.find(table) is None


async def _slowly(tables: Iterable[TableId]) -> AsyncIterator[TableId]:
    """Tables one after the other, with a pause now and then for everything else."""
    for number, table in enumerate(tables, 1):
        yield table
        if number % AT_A_TIME == 0:
            await asyncio.sleep(0)
