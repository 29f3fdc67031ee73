"""
Nodes and tables for simulations: real stewards, over a bus in any weather and a database in memory.

What plays at a table is left out. A table is there or not, and writes to the database all the time,
which refuses it where another node has claimed the table since.
"""

import asyncio
from typing import Any, ClassVar, cast

from server.cluster.means import Means
from server.cluster.membership import GOOD_FOR, Membership, NodeCard
from server.cluster.owners import Owner, Owners, claimant
from server.cluster.placement import owner_of
from server.cluster.ports import BusError, NodeId
from server.cluster.post import Post
from server.cluster.steward import Steward
from server.lobby.lobby import Left
from server.ports import Claimed, ClaimsMade, StaleTable, StorageError
from server.tables.clock import LoopClock
from tests.server.cluster.weather import Weather

OPENING = 3.0
"""Seconds in which a table may still be opened, and then dropped, that was claimed before."""


class Rows:
    """The tables as the database has them: epoch and owner of each."""

    def __init__(self, tables, random):
        self.random = random
        self.rows: dict = dict.fromkeys(tables, (1, None))
        self.most_delay = 0.0
        self.failing = 0.0
        """The probability that it cannot do something now."""

    async def take_time(self):
        """Be slow, or fail; what was asked for may be done all the same."""
        await asyncio.sleep(self.random.uniform(0, self.most_delay))
        if self.random.random() < self.failing:
            raise StorageError("The database does not answer.")


class FakeClaims:
    """Fills `server.ports.Claims`; knows which tables a process has, and appends to them."""

    def __init__(self, rows, who):
        self._rows, self._who = rows, who
        self.epochs = {}

    async def make(self, tables):
        await self._rows.take_time()

    async def look(self, tables=None):
        await self._rows.take_time()
        rows = self._rows.rows
        names = rows if tables is None else [table for table in tables if table in rows]
        return tuple(Claimed(table, *rows[table]) for table in names)

    async def claim(self, known):
        await self._rows.take_time()
        rows, taken = self._rows.rows, {}
        for table, epoch in known.items():
            if rows[table][0] == epoch:
                rows[table] = (epoch + 1, self._who)
                taken[table] = self.epochs[table] = epoch + 1
        await self._rows.take_time()
        refused = await self.look([table for table in known if table not in taken])
        return ClaimsMade(taken=taken, refused=refused)

    async def read_ahead(self, tables):
        await self._rows.take_time()

    def end(self, tables):
        for table in tables:
            self.epochs.pop(table, None)

    def append(self, table):
        """Write to a table, as its actor does."""
        epoch = self.epochs.get(table)
        if epoch is None or self._rows.rows[table] != (epoch, self._who):
            raise StaleTable(f"Table {table} has gone on without this writer.")


class FakeActor:
    def __init__(self, table, ceded):
        self.table, self._ceded = table, ceded

    def cede(self):
        self._ceded(self)


class FakeDesk:
    def __init__(self, actor):
        self.actor = actor


class FakeLobby:
    """As much of a lobby as a steward needs."""

    def __init__(self):
        self.desks = {}

    def find(self, table):
        return self.desks.get(table)

    @property
    def actors(self):
        return (desk.actor for desk in self.desks.values())

    def drop(self, actor):
        desk = self.desks.get(actor.table)
        if desk is None or desk.actor is not actor:
            return None
        del self.desks[actor.table]
        return Left(actor.table, 0, ())

    async def let_go(self, table):
        del self.desks[table]
        await asyncio.sleep(0.01)
        return Left(table, 0, ())


class FakeOpening:
    """Players open no tables here."""

    begin = on_closed = None

    def add(self, opened):
        """Nothing is opened."""

    def remove(self, table):
        """Nothing is closed."""


class FakeCatalogue:
    """Tables of a configuration, and how one is opened: it is read, which takes time."""

    configured: ClassVar[dict] = {}

    def __init__(self, process):
        self._process = process
        self.opening = FakeOpening()

    @property
    def tables(self):
        return iter(self._process.rows.rows)

    def __contains__(self, table):
        return table in self._process.rows.rows

    async def look_again(self):
        await self._process.rows.take_time()
        return frozenset()

    async def run_here(self, table, *, handed_over=None):
        process = self._process
        await process.rows.take_time()
        process.claims.append(table)
        assert process.lobby.find(table) is None
        process.lobby.desks[table] = FakeDesk(FakeActor(table, process.steward.ceded))


class Process:
    """A process that is a node, from its start until it ends or is killed."""

    def __init__(self, weather, rows, name, boot):
        clock = LoopClock()
        self.weather, self.rows, self.name = weather, rows, name
        self.leases = weather.leases(name)
        self.membership = Membership(self.leases, clock, name, NodeCard(boot=str(boot)))
        self.post = Post(weather.bus(name), name, str(boot), clock)
        self.claims = FakeClaims(rows, claimant(name, str(boot)))
        self.lobby = FakeLobby()
        self.owners = Owners(self.post, self.membership, clock)
        self.steward = Steward(
            Means(
                members=self.membership,
                owners=self.owners,
                post=self.post,
                claims=self.claims,
                lobby=cast(Any, self.lobby),
                catalogue=cast(Any, FakeCatalogue(self)),
                clock=clock,
            )
        )

        self.starting = asyncio.create_task(self._start())

    async def _start(self):
        """Be there; an operator starts it again until it can."""
        await self._at_last(self.steward.prepare)
        await self.post.open()
        await self._at_last(self.membership.join)
        await self._at_last(self.steward.start)

    async def _at_last(self, step):
        while True:
            try:
                await step()
            except (StorageError, BusError):
                await asyncio.sleep(0.5)
            else:
                return

    async def end(self):
        """End in order: hand over, then go."""
        if not self.starting.done():
            await self.kill()
            return
        await self.steward.drain()
        for actor in tuple(self.lobby.actors):
            self.lobby.drop(actor)
        await self.membership.leave()
        await self.post.close()

    async def kill(self):
        """Do nothing any more, without a word."""
        self.starting.cancel()
        await asyncio.wait([self.starting])
        await self.steward.stop()
        await self.leases.close()
        self.weather.listen(self.name, None)
        for timer in (self.membership._lapse, self.post._heads):
            if timer is not None:
                timer.cancel()
        if self.membership._keeping is not None:
            self.membership._keeping.cancel()
        self.lobby.desks.clear()

    def play(self):
        """Append to each table, as actors do all the time; who finds that he may not cedes."""
        if not self.membership.is_good:
            return
        for actor in tuple(self.lobby.actors):
            try:
                self.claims.append(actor.table)
            except StaleTable:
                actor.cede()

    def runs(self, table):
        return self.lobby.find(table) is not None


class Cluster:
    """Nodes and tables, and what befalls them."""

    def __init__(self, random, names, tables):
        self.random, self.names = random, names
        self.weather = Weather(random)
        self.rows = Rows(tables, random)
        self.boots = 0
        self.longest = 0.0
        self.processes = {}

    @property
    def tables(self):
        return tuple(self.rows.rows)

    def start(self, name):
        self.boots += 1
        self.processes[name] = Process(self.weather, self.rows, name, self.boots)

    async def all_started(self):
        await asyncio.gather(*(process.starting for process in self.processes.values()))

    async def pass_time(self, seconds):
        """Let time pass, while tables are played; who stays fenced has none soon."""
        until = self.weather.clock.now() + seconds
        while self.weather.clock.now() < until:
            await asyncio.sleep(0.1)
            for process in self.processes.values():
                process.play()
                if process.membership.lease_age > GOOD_FOR + OPENING:
                    assert not process.lobby.desks

    def runners(self, table):
        """Who runs a table."""
        return [name for name, process in self.processes.items() if process.runs(table)]

    def check_calm(self):
        """Everything is where it should be, and everybody knows it."""
        for table in self.tables:
            place = owner_of(table, tuple(self.processes))
            epoch, _ = self.rows.rows[table]
            assert (table, self.runners(table)) == (table, [place])
            assert self.processes[place].claims.epochs[table] == epoch
            known = {name: each.owners.find(table) for name, each in self.processes.items()}
            assert known == dict.fromkeys(known, Owner(cast(NodeId, place), epoch)), table

    async def end(self):
        self.weather.calm()
        self.rows.most_delay = self.rows.failing = 0.0
        for process in self.processes.values():
            await process.end()
