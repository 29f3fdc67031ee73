"""
Nodes that are one server, their players, and the logs that tell what is true.

What a world of kills checks of one server is checked here of all of them together: the journal in
the one database is what everybody must have seen, whichever nodes told it.
"""

import asyncio
import signal
import time
from collections import deque
from contextlib import asynccontextmanager
from functools import partial
from itertools import count

import asyncpg

from server.addresses import PostgresAddress
from server.storage import migrate_database
from showdown.rules.events import HandAborted
from tests.end_to_end.cluster.node import nodes
from tests.end_to_end.kills.kept import PostgresDatabase
from tests.end_to_end.kills.player import Player
from tests.end_to_end.kills.world import FAULTS, POLL_S, SETTLED_WITHIN_S, World
from tests.end_to_end.server_process import ServerEnded

NAMES = ("a", "b", "c")
THINKS_S = 0.12
"""So long a player thinks: the cluster has better things to do than to play as fast as it can."""
TIMES = {"act_time": 20, "draw_time": 20}
"""Long enough that no clock runs out where something takes as long as it may."""


CANNOT_START = 2
"""How a server ends that says in a sentence what it lacks."""
AGAIN_AFTER_S = 0.2

LATELY = 30
"""So much of what a player has seen is told when he complains."""
TOLD = 12
"""And so much when he hears nothing more."""


class Guest(Player):
    """A player who thinks, and notes when something happened at his table."""

    def __init__(self, *words, **options):
        super().__init__(*words, **options)
        self.node = None
        """Where he is connected, or was last."""
        self.heard_at = time.monotonic()
        self.lately = deque[tuple](maxlen=LATELY)
        """What he was told and has asked, for who wonders what went wrong."""
        self.longest_pause = 0.0
        """The longest time without news, in seconds."""

    async def _update(self, frame):
        now = time.monotonic()
        self.longest_pause = max(self.longest_pause, now - self.heard_at)
        self.heard_at = now
        await super()._update(frame)

    async def _take(self, frame):
        self.lately.append((round(time.monotonic(), 3), self.node, "came", frame))
        try:
            await super()._take(frame)
        except AssertionError as error:
            error.add_note("\n".join(map(str, self.lately)))
            raise

    async def _ask(self, kind, **fields):
        self.lately.append((round(time.monotonic(), 3), self.node, "asked", kind, fields))
        await super()._ask(kind, **fields)

    async def answer_now(self):
        await asyncio.sleep(THINKS_S)
        await super().answer_now()


class Onlooker(Guest):
    """Sees a table without a seat, as everybody may."""

    async def _welcome(self, frame):
        self.account = frame["account"]
        self.token = frame.get("token") or self.token
        self.open.clear()
        await self._ask("watch", table=self.table)

    async def _has_no_seat(self):
        """He wants none."""

    async def _decide(self, hand, request):
        raise AssertionError(f"{self.name} was asked {request}")


class Cluster(World):
    """Everything that a test of a cluster needs; :func:`a_cluster` makes one."""

    def __init__(
        self, folder, postgres, address, broker, made, random, tables, seats, kind, options
    ):
        database = PostgresDatabase(address)
        super().__init__(folder, database, random, tables, seats, kind, **(TIMES | options))
        self.players += [Onlooker(f"Onlooker {table}", table, random) for table in self.logs]
        self.postgres, self.address, self.broker = postgres, address, broker
        self.nodes = {node.name: node for node in made}
        self.failures = FAULTS
        self._guards = {}

    def node(self, name):
        return self.nodes[name]

    # Nodes.

    async def start(self, *names, crash_at=None):
        """Start nodes, or all, side by side; where they crash is said by name."""
        places = crash_at or {}
        await asyncio.gather(
            *(self.start_node(name, crash_at=places.get(name)) for name in names or self.nodes)
        )

    async def start_node(self, name, *, crash_at=None):
        """Start a node."""
        node = self.node(name)
        address = self.address.replace(f":{self.postgres.port}/", ":{port}/")
        try:
            await node.start(self._config(), address, crash_at=crash_at)
        except ServerEnded as ended:
            if crash_at is None or ended.code != -signal.SIGKILL:
                raise
            return
        if (before := self._guards.get(name)) is not None:
            self._living.remove(before)
            before.cancel()
        self._guards[name] = asyncio.create_task(self._guard(node))
        self._living.append(self._guards[name])
        self._up.set()

    async def start_at_last(self, name):
        """Start a node as who watches over it would: again, while it has no broker or database."""
        async with asyncio.timeout(SETTLED_WITHIN_S):
            while True:
                try:
                    return await self.start_node(name)
                except ServerEnded as ended:
                    if ended.code != CANNOT_START:
                        raise
                    await asyncio.sleep(AGAIN_AFTER_S)

    async def end_node(self, name, number=signal.SIGKILL):
        """Let a node end by a signal."""
        node = self.node(name)
        log = await node.end(number)
        self._has_said_nothing_wrong(node, log)

    async def dies(self, name):
        """Wait until a node that was to crash has done so."""
        node = self.node(name)
        if node.server is None:
            return  # while it started
        async with asyncio.timeout(SETTLED_WITHIN_S):
            assert await node.server.stop(0) == -signal.SIGKILL, node.log

    async def _guard(self, node):
        await node.surprises()
        await asyncio.Event().wait()

    def _has_said_nothing_wrong(self, node, log):
        wrong = [line for line in log if any(word in line for word in self.failures)]
        assert not wrong, f"node {node.name}:\n{''.join(log)}"

    async def _address_for(self, player):
        while not (up := [node for node in self.nodes.values() if node.is_up]):
            await asyncio.sleep(POLL_S)
        node = self.random.choice(up)
        player.node = node.name
        return node.url

    def let_live(self):
        self._living = [
            asyncio.create_task(each.live(partial(self._address_for, each)))
            for each in self.players
        ]

    # The game.

    def heard(self):
        """The last event that somebody knows, for each table."""
        known = dict.fromkeys(self.logs, 0)
        for player in self.players:
            known[player.table] = max(known[player.table], player.last or 0)
        return known

    async def goes_on(self, *tables, events=10):
        """Wait until all players of these tables, or of all, have heard of more that happens."""
        before = self.heard()
        waiting = [each for each in self.players if each.table in (tables or self.logs)]

        def left():
            return [each for each in waiting if (each.last or 0) < before[each.table] + events]

        try:
            await self.until(lambda: not left())
        except TimeoutError:
            raise AssertionError(await self._why_stuck(left())) from None

    def forget_pauses(self):
        """Measure the longest pauses from now on."""
        for player in self.players:
            player.heard_at, player.longest_pause = time.monotonic(), 0.0

    async def _why_stuck(self, players):
        """All there is to know when nothing more happens for players."""
        owners = await self.owners()
        lines = [
            f"{each.name}: event {each.last}, {owners[each.table]}, at {each.node}, "
            f"waits for {list(each.open.values())}, was asked {each.asked}"
            for each in players
        ]
        logs = [f"node {node.name}:\n{node.log}" for node in self.nodes.values()]
        heard = [f"{each.name}: {one}" for each in players for one in tuple(each.lately)[-TOLD:]]
        return "\n".join(["These hear nothing more:", *lines, *heard, *logs])

    async def owners(self):
        """Which node has claimed each table last, and in which epoch, as the database says."""
        rows = await self.query("SELECT id, owner, epoch FROM tables")
        return {table: ((owner or "").partition("/")[0], epoch) for table, owner, epoch in rows}

    async def tables_of(self, name):
        """The tables that a node runs."""
        return sorted(table for table, (owner, _) in (await self.owners()).items() if owner == name)

    async def owned_by_others(self, tables, name):
        """Wait until none of these tables is a node's any more."""
        while set(await self.tables_of(name)) & set(tables):
            await asyncio.sleep(0.05)

    def starved(self):
        """Whether this machine was too busy for a node to renew its lease in time."""
        return any("fences itself" in line for each in self.nodes.values() for line in each.said)

    async def everybody_owns_something(self):
        """Wait until each node runs tables."""
        while {owner for owner, _ in (await self.owners()).values()} != set(self.nodes):
            await asyncio.sleep(0.05)

    async def query(self, statement):
        """Ask the database, by a connection of its own."""
        connection = await asyncpg.connect(self.address)
        try:
            return await connection.fetch(statement)
        finally:
            await connection.close()

    # The truth.

    async def holds(self):
        """Check everything that must hold, while the cluster plays; no hand is given up."""
        await super().holds()
        for node in self.nodes.values():
            if node.server is not None:
                self._has_said_nothing_wrong(node, node.server.log)
        assert not self.voided, self.voided

    @property
    def voided(self):
        """Hands that were given up."""
        return self._hands_with(HandAborted)

    async def lost_in_the_end(self):
        """Let everything be answered, end all nodes in good order; what is missing then."""
        await self.answered()
        await self.holds()
        await self.audited()
        await asyncio.gather(
            *(self.end_node(name, signal.SIGTERM) for name in self.nodes if self.node(name).is_up)
        )
        return await self.lost()

    async def close(self):
        for task in self._living:
            task.cancel()
        await asyncio.gather(*self._living, return_exceptions=True)


_NUMBERS = count(1)


@asynccontextmanager
async def a_cluster(
    folder,
    postgres,
    broker,
    random,
    *,
    names=NAMES,
    tables=6,
    seats=2,
    kind=Guest,
    crash_at=None,
    **options,
):
    """
    Nodes and players, who are there and play; all end with the block.

    Args:
        crash_at: where nodes are to die, by their names.
        options: of the ruleset, at all tables.
    """
    name = f"cluster_{next(_NUMBERS)}"
    postgres.sql(f"CREATE DATABASE {name}")
    address = postgres.url(name)
    await migrate_database(PostgresAddress(address))
    ports = {"database_port": postgres.port, "broker_port": broker.port}
    environment = PostgresDatabase(address).environment
    async with nodes(names, folder, environment, **ports) as made:
        world = Cluster(
            folder, postgres, address, broker, made, random, tables, seats, kind, options
        )
        world.let_live()
        try:
            await world.start(crash_at=crash_at)
            await world.settled()
            yield world
            await world.let_go()
        finally:
            await world.close()
