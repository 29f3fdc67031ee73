"""
Nodes of one process that share a database and its tables: each has its own clock, and all of the
hub's leases last until a test ends them.
"""

import asyncio
import shutil
from contextlib import asynccontextmanager
from itertools import count

from server.cluster.local import Hub
from server.cluster.means import Means
from server.cluster.membership import GOOD_FOR, RENEW_EVERY, Membership, NodeCard
from server.cluster.owners import Owners, claimant
from server.cluster.ports import NodeId
from server.cluster.post import Post
from server.cluster.steward import Steward
from server.hosts import Hosts
from server.lobby import Lobby
from server.lobby.catalogue import Catalogue
from server.lobby.opening import Opening, OpeningLimits, Plan, Template
from server.storage import open_storage
from server.storage.claims import SqlClaims
from server.storage.journal import SqlJournal
from server.storage.keyring import KeySource
from server.storage.tenure import Tenure
from server.tables.world import World
from showdown.rules.ruleset import HandId, Ruleset, TableId
from tests.server.tables.kit import ManualClock, Player

SECONDS = 20
"""So long a test waits for what must come."""

STEP = 0.25
"""So many seconds time passes at a time at all nodes together."""

BLINDS = Ruleset(sb=5, bb=10, hand_pause=0)
LIMITS = OpeningLimits(each=2, together=3, empty_seconds=60)


class Kin:
    """Nodes that know each other."""

    def __init__(self, storage, tables, ruleset):
        self.storage, self.ruleset = storage, ruleset
        self.tables = [TableId(table) for table in tables]
        self.hub = Hub()
        self.nodes = {}
        self.boots = count(1)
        self._keys = count(1)

    def new_key(self):
        return next(self._keys).to_bytes(32, "big")

    async def next_hand(self):
        return HandId(await self.storage.journal.reserve_hands(1))

    async def start(self, *names):
        """Nodes come, one after the other."""
        nodes = [OneNode(self, NodeId(name)) for name in names]
        for node in nodes:
            self.nodes[node.name] = node
            await node.start()
        return nodes

    @property
    def awake(self):
        return [node for node in self.nodes.values() if not node.asleep]

    def runner(self, table):
        """The one node that runs a table; None if none does or several do."""
        running = [node for node in self.nodes.values() if node.lobby.find(table)]
        return running[0] if len(running) == 1 else None

    def is_settled(self):
        """Whether each table is run once, where it should be, and all who are awake know that."""
        for table in self.tables:
            node = self.runner(table)
            if node is None or not node.steward.should_run(table):
                return False
            if any(each.owner(table) != node.name for each in self.awake):
                return False
        return True

    async def settled(self):
        await self.until(self.is_settled)

    async def until(self, condition):
        """Wait until something is so, while time stands still."""
        async with asyncio.timeout(SECONDS):
            while not condition():
                await asyncio.sleep(0)

    async def pass_time(self, seconds):
        """Let time pass at all nodes that are awake."""
        for _ in range(round(seconds / STEP)):
            for node in self.awake:
                await node.pass_time(STEP)

    async def pass_time_until(self, condition):
        """Let as much time pass as it takes until something is so."""
        async with asyncio.timeout(SECONDS):
            while not condition():
                await self.pass_time(STEP)

    async def player(self, name):
        account, _ = await self.storage.accounts.add_guest(name, 10_000)
        return account.account

    async def journal(self, table):
        """All entries of a table that are stored, as they stand there."""
        return await self.storage.journal.load(table)

    async def stop(self):
        for node in self.nodes.values():
            await node.stop()


class OneNode:
    """A node with its tables."""

    def __init__(self, kin, name):
        self.kin, self.name = kin, name
        self.asleep = False
        self.clock = ManualClock()
        boot = f"boot{next(kin.boots)}"
        self.members = Membership(
            kin.hub.leases(name), self.clock, name, NodeCard(boot=boot, version="1")
        )
        self.bus = Muffled(kin.hub.bus(name))
        self.post = Post(self.bus, name, boot, self.clock)
        self.owners = Owners(self.post, self.members, self.clock)
        writes, storage = claimant(name, boot), kin.storage
        tenure = Tenure()
        self.journal = SqlJournal(storage.store, storage.vault, writes, tenure)
        self.claims = SqlClaims(storage.store, tenure, writes)
        self.lobby = Lobby(
            World(
                journal=self.journal,
                accounts=storage.accounts,
                clock=self.clock,
                now_s=lambda: 1_796_040_000,
                new_key=kin.new_key,
                next_hand=kin.next_hand,
                hands=storage.hands,
                may_act=lambda: self.members.is_good,
                ceded=self._cede,
            )
        )
        self.hosts = Hosts(storage.hosted)
        template = Template(name="classic", ruleset=kin.ruleset, most=3)
        self.opening = Opening(
            self.lobby, self.journal, storage.opened, [template], self.hosts, LIMITS
        )
        plans = {table: Plan(kin.ruleset) for table in kin.tables}
        self.steward = Steward(
            Means(
                members=self.members,
                owners=self.owners,
                post=self.post,
                claims=self.claims,
                lobby=self.lobby,
                catalogue=Catalogue(plans, self.opening, self.lobby, storage.accounts),
                clock=self.clock,
            )
        )
        self.left: list[object] = []
        self.steward.on_left(self.left.append)
        self._is_up = False

    async def start(self):
        await self.steward.prepare()
        await self.post.open()
        await self.members.join()
        self.lobby.run()
        await self.steward.start()
        self._is_up = True

    def _cede(self, actor):
        self.steward.ceded(actor)

    def owner(self, table):
        """Who runs a table, as far as it is known here."""
        known = self.owners.find(table)
        return None if known is None else known.node

    async def pass_time(self, seconds):
        until = self.clock.now() + seconds
        while (action := self.clock.due(until)) is not None:
            action()
            await self.turns()
        await self.turns()

    async def turns(self):
        """Let everything go on that needs no time."""
        for _ in range(10):
            await asyncio.sleep(0)

    def is_thought_dead(self):
        """Its lease ends, as it does by itself when it was not renewed."""
        self.kin.hub.end_lease(self.name)

    async def die(self):
        """End as by `kill -9`."""
        self.asleep = True
        self.bus.is_dead = True
        await self.steward.stop()
        for actor in tuple(self.lobby.actors):
            self.lobby.drop(actor)
        self.kin.hub.deafen(self.name)
        self.is_thought_dead()

    def sleep(self):
        """Stand still, as by SIGSTOP: no timer goes off, and nothing is heard or said."""
        self.asleep = self.bus.sleeps = True

    def wake(self, after):
        """Go on; so many seconds have passed."""
        self.clock.jump(after)
        self.asleep = False
        self.bus.wake()

    async def stop(self):
        if self._is_up:
            self._is_up = False
            await self.steward.stop()
            await self.lobby.stop()
            await self.members.leave()
            await self.post.close()

    # At a table.

    def table(self, table):
        return self.lobby.find(table).actor

    def guest(self, table, account, name):
        """Somebody who is connected to this node."""
        return Guest(self, TableId(table), account, name)


class Guest(Player):
    """A player with a connection to one node, which runs his table."""

    def __init__(self, node, table, account, name):
        super().__init__(self, account, name)
        self.node, self.table = node, table

    @property
    def clock(self):
        return self.node.clock

    @property
    def desk(self):
        return self.node.lobby.find(self.table)

    @property
    def actor(self):
        return self.desk.actor

    async def settle(self):
        """What was answered was told."""

    async def ask(self, build, arrived=None, **fields):
        return await super().ask(build, arrived, table=self.table, **fields)


class Muffled:
    """A bus of a node that may sleep, die, or lose what it says."""

    def __init__(self, bus):
        self._bus = bus
        self.is_dead = self.sleeps = self.loses = False
        self._missed = []

    async def open(self, hear):
        def hear_later(payload):
            if self.sleeps:
                self._missed.append(payload)
            elif not self.is_dead:
                hear(payload)

        self._hear = hear
        await self._bus.open(hear_later)

    def wake(self):
        self.sleeps = False
        missed, self._missed = self._missed, []
        for payload in missed:
            self._hear(payload)

    def send(self, to, payload):
        if not (self.is_dead or self.loses):
            self._bus.send(to, payload)

    def send_to_all(self, payload):
        if not (self.is_dead or self.loses):
            self._bus.send_to_all(payload)

    async def close(self):
        await self._bus.close()


@asynccontextmanager
async def kindred(migrated, folder, tables=("main",), ruleset=BLINDS):
    """Nodes to come, on a database of their own."""
    database = folder / "showdown.db"
    shutil.copy(migrated, database)
    async with open_storage(database, keys=KeySource(file=folder / "key")) as storage:
        kin = Kin(storage, tables, ruleset)
        try:
            yield kin
        finally:
            await kin.stop()


__all__ = ["BLINDS", "GOOD_FOR", "RENEW_EVERY", "Guest", "Kin", "kindred"]
