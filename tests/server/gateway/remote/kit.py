"""Nodes of one process that are one server: each with its gateway, over a bus in memory."""

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count

from server.cluster.directory import Directory
from server.cluster.local import Hub
from server.cluster.owners import Owner
from server.cluster.ports import NodeId
from server.cluster.post import HEADS_EVERY, Post
from server.gateway.remote.reach import Reach
from server.lobby.numbers import Numbers
from server.tables.clock import LoopClock
from showdown.rules.ruleset import TableId
from tests.server.fakes import MemoryStorage
from tests.server.gateway.kit import QUICK, asked, last_seq, open_house
from tests.server.tables.kit import ManualClock

HERE, THERE = NodeId("here"), NodeId("there")


class Places:
    """Which node runs which table, for all nodes at once; a test moves them."""

    def __init__(self):
        self.known = {}
        self._epochs = count(1)
        self._told = []

    def find(self, table):
        return self.known[table]

    def on_change(self, changed):
        self._told.append(changed)

    def put(self, table, node):
        """Let a node run a table, or none."""
        self.known[table] = None if node is None else Owner(node, next(self._epochs))
        for told in tuple(self._told):
            told(table, self.known[table])


class Unsure:
    """A bus that loses letters while it is told to."""

    def __init__(self, bus):
        self._bus = bus
        self.deaf = self.mute = False
        self.lost = asyncio.Event()
        """Whether something that this node has said to another was lost."""

    async def open(self, hear):
        def hear_some(payload):
            if not self.deaf:
                hear(payload)

        await self._bus.open(hear_some)

    def send(self, to, payload):
        if self.mute:
            self.lost.set()
        else:
            self._bus.send(to, payload)

    def send_to_all(self, payload):
        if not self.mute:
            self._bus.send_to_all(payload)

    async def close(self):
        await self._bus.close()


class Nodes(dict):
    """The nodes by their names, as houses."""

    def __init__(self, places, clock, ruleset):
        super().__init__()
        self._ruleset = ruleset
        self.places = places
        self._clock = clock

    async def move(self, table, to):
        """Let a table go to another node as one does that ends."""
        await self.let_go(table)
        await self.run(table, to)

    async def let_go(self, table):
        """Let nobody run a table."""
        house = self[self.places.known[table].node]
        house.reach.left(await house.lobby.let_go(table))
        self.places.put(table, None)

    async def run(self, table, node):
        """Let a node run a table that nobody runs."""
        await self[node].lobby.open(TableId(table), self._ruleset)
        self.places.put(table, node)

    async def known(self):
        """Let all that nodes say to each other of their tables arrive."""
        for house in self.values():
            house.directory._tell()
        for _ in range(5):
            await asyncio.sleep(0)

    def kill(self, node):
        """Let a node say and hear nothing more, and do nothing more; the others know."""
        dead = self[node]
        dead.bus.deaf = dead.bus.mute = True
        for actor in tuple(dead.lobby.actors):
            dead.lobby.drop(actor)
        for name, house in self.items():
            if name != node:
                house.reach.gone(node)
        for table, owner in tuple(self.places.known.items()):
            if owner is not None and owner.node == node:
                self.places.put(table, None)

    def second(self):
        """Let each node say what the number of its last letter was."""
        until = self._clock.now() + HEADS_EVERY
        while action := self._clock.due(until):
            action()


@asynccontextmanager
async def open_nodes(
    tables=(("main", THERE),),
    nodes=(HERE, THERE),
    storage=None,
    ruleset=QUICK,
    private=(),
    **options,
):
    """Open nodes that run a table each, or none; `tables` says which."""
    hub, storage, seconds = Hub(), storage or MemoryStorage(), ManualClock()
    boots = count(1)
    async with AsyncExitStack() as stack:
        opened = Nodes(Places(), seconds, ruleset)
        for node in nodes:
            bus = Unsure(hub.bus(node))
            post = Post(bus, node, f"boot {next(boots)}", seconds)
            house = await stack.enter_async_context(
                open_house(
                    tables=[(table, ruleset) for table, owner in tables if owner == node],
                    storage=storage,
                    private=private,
                    reach=Reach(post, opened.places, opened.places.known.__contains__),
                    **options,
                )
            )
            house.bus, house.post = bus, post
            exists = opened.places.known.__contains__
            house.directory = Directory(
                post, opened.places, house.lobby, LoopClock(), exists, storage.seatings
            )
            house.lobby.list_by(Numbers(TableId(table) for table, _ in tables))
            stack.callback(house.directory.stop)
            opened[node] = house
            await post.open()
            stack.push_async_callback(post.close)
        for table, owner in tables:
            opened.places.put(TableId(table), owner)
        opened.second()
        yield opened


@asynccontextmanager
async def two_guests(of_anna=HERE, of_boris=THERE, **options):
    """Nodes with a table there, and two guests of these nodes."""
    async with (
        open_nodes(**options) as nodes,
        nodes[of_anna].guest("Anna") as anna,
        nodes[of_boris].guest("Boris") as boris,
    ):
        yield nodes, anna, boris


async def seated(*wires):
    """Let them sit down, and read until one of them is asked; who, and in which frame."""
    for wire in wires:
        assert (await wire.ask("sit", table="main"))["ok"]
    return await asked(list(wires))


async def seated_first(first, other):
    """Let two sit down, and read until the first one is asked; in which frame."""
    who, frame = await seated(first, other)
    if who is other:
        assert (await other.ask("act", **stays_in(frame)))["ok"]
        _, frame = await asked([first, other])
    return frame


def stays_in(frame):
    """What to send to stay in, as the turn of a frame wants it."""
    hand = frame.get("hand") or frame["view"]["hand"]
    turn, legal = frame["request"]["turn"], frame["request"]["legal"]
    action = {"type": "draw", "cards": []} if "draw" in legal else {"type": "check"}
    if "call" in legal:
        action = {"type": "call"}
    return {"table": "main", "hand": hand, "turn": turn, "action": action}


def done_by(nodes, request_id):
    """The entries of the journal that a request has led to."""
    entries = next(iter(nodes.values())).storage.journal.entries
    return [each for each in entries if each.action_id == request_id]


def missed(wire):
    """Whether a client was told of an event and not of all before it, after a snapshot."""
    last, gaps = None, []
    for frame in wire.frames:
        if frame["type"] == "snapshot":
            last = frame["seq"]
        elif frame["type"] == "update" and last is not None:
            gaps += [frame] if frame["seq"] > last + 1 else []
            last = max(last, last_seq(frame) if frame.get("events") else 0)
    return gaps
