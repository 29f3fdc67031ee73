"""
A server in this process whose clock stands and whose deals are known, and people who speak to it.

What they send and are told is written down in order: the same script makes the same transcript.
"""

import asyncio
import json
from collections import defaultdict
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from itertools import takewhile
from typing import NamedTuple

from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed

from showdown import Ruleset
from showdown.rules.ruleset import TableId
from tests.server.gateway.kit import open_house
from tests.server.gateway.remote.kit import HERE, THERE, open_nodes
from tests.server.tables.kit import ManualClock

TABLE = "main"
RULES = Ruleset(sb=5, bb=10, proof=False)
PROVEN = replace(RULES, proof=True)
WITH_PROOF = {"a_proven_hand"}
LAST_PING = {"type": "ping", "sent": 2**53 - 1}


class Line(NamedTuple):
    """One line of a transcript: a frame that somebody sent or was told, or time that passed."""

    kind: str
    who: str
    frame: dict

    def text(self):
        return json.dumps({self.kind: self.who, "frame": self.frame}, ensure_ascii=False)


def parse(text):
    """The lines of a transcript that was written down."""
    for line in text.splitlines():
        entry = json.loads(line)
        (kind,) = set(entry) - {"frame"}
        yield Line(kind, entry[kind], entry["frame"])


class Stage:
    """People, and what was said; :meth:`come` lets somebody in."""

    def __init__(self, house, clock, stack):
        self._house, self._clock, self._stack = house, clock, stack
        self._wires = {}
        self.lines = []

    async def come(self, name):
        """Somebody connects, and has said nothing yet; in place of his older connection."""
        self._note("connects", name, {})
        older = self._wires.pop(name, None)
        if older is not None:
            await older.socket.close()
            await self._settle()
        self._wires[name] = await self._stack.enter_async_context(self._house.client())

    def _note(self, kind, who, frame):
        self.lines.append(Line(kind, who, frame))

    async def send(self, name, frame):
        """Somebody sends a frame; what follows from it for everybody is written down."""
        self._note("sends", name, frame)
        await self._wires[name].send(json.dumps(frame, separators=(",", ":")))
        await self._settle(name)

    async def make_host(self, name):
        """Somebody becomes the host of the table, as if he had opened it."""
        self._note("hosts", name, {})
        account = next(
            line.frame["account"]
            for line in reversed(self.lines)
            if (line.kind, line.who, line.frame.get("type")) == ("told", name, "welcome")
        )
        await self._house.hosts.change(TableId(TABLE), partial(replace, host=account))

    async def pass_time(self, seconds):
        """Time passes for everybody."""
        self._note("seconds", str(seconds), {})
        until = self._clock.now() + seconds
        while (action := self._clock.due(until)) is not None:
            action()
            await self._house.settle()
        await self._settle()

    async def _settle(self, *first):
        """Read all that is under way; a ping is answered behind it."""
        for name in first:
            await self._hear(name)
        # Of who is gone the server tells when there is time for it.
        while len(self._house.gateway.connections) > len(self._wires):
            await asyncio.sleep(0)
        await self._house.settle()
        for name in tuple(self._wires):
            await self._hear(name)

    async def _hear(self, name):
        wire = self._wires[name]
        try:
            await wire.send(json.dumps(LAST_PING))
            while (frame := await wire.read()) != LAST_PING | {"type": "pong"}:
                self._note("told", name, frame)
        except ConnectionClosed as end:
            del self._wires[name]
            self._note("closed", name, {"code": end.rcvd.code})


class Through:
    """A node to which all are connected, before the one that runs the table."""

    def __init__(self, nodes):
        self.client = nodes[HERE].client
        self.gateway = nodes[HERE].gateway
        self.hosts = self
        self._nodes = nodes

    async def settle(self):
        """Wait until the table rests, and all that was said between the nodes has arrived."""
        while any(each.dismissed for each in self._nodes[HERE].gateway.connections):
            await asyncio.sleep(0)
        for _ in range(2):
            await self._nodes.known()
            await self._nodes[THERE].settle()

    async def change(self, table, change):
        """Change what is known of a table's host, at both nodes."""
        for house in self._nodes.values():
            await house.hosts.change(table, change)


@asynccontextmanager
async def open_through(tables, clock):
    """Two nodes, of which one runs the table, and clients see the other."""
    ((table, rules),) = tables
    async with open_nodes(((table, THERE),), ruleset=rules, clock=clock) as nodes:
        yield Through(nodes)


@asynccontextmanager
async def open_stage(rules=RULES, opened=open_house):
    """A server with one table, and nobody there yet."""
    clock = ManualClock(1000.0)
    async with (
        AsyncExitStack() as stack,
        opened(tables=((TABLE, rules),), clock=clock) as house,
    ):
        yield Stage(house, clock, stack)


async def record(script):
    """The transcript of a script, as it comes out now; the first line says if deals are proven."""
    if script.__name__ not in WITH_PROOF:
        async with open_stage() as stage:
            await script(stage)
            return stage.lines
    async with open_stage(PROVEN) as stage:
        stage.lines.append(Line("proves", TABLE, {}))
        await script(stage)
        return stage.lines


async def replay(lines, opened=open_house):
    """
    Send again what a transcript says was sent, to what is opened.

    Gives, for each line that something followed from, its number, and what somebody was told then
    and is told now.
    """
    rules = PROVEN if lines[0].kind == "proves" else RULES
    async with open_stage(rules, opened) as stage:
        return [
            found for number in range(len(lines)) async for found in _step(stage, lines, number)
        ]


async def _step(stage, lines, number):
    line, before = lines[number], len(stage.lines)
    match line.kind:
        case "connects":
            await stage.come(line.who)
        case "sends":
            await stage.send(line.who, line.frame)
        case "hosts":
            await stage.make_host(line.who)
        case "seconds":
            await stage.pass_time(int(line.who))
        case _:
            return
    now = _told(stage.lines[before + 1 :])
    for who, then in _told(_following(lines, number)).items():
        yield number, then, now.get(who, [])


def _following(lines, number):
    return list(takewhile(lambda line: line.kind in ("told", "closed"), lines[number + 1 :]))


def _told(lines):
    """What each was told."""
    told = defaultdict(list)
    for line in lines:
        told[line.who].append(line.frame)
    return told
