"""People who play while others attack, and how long each of their actions takes."""

import asyncio
import time
from contextlib import asynccontextmanager
from itertools import chain, count
from statistics import quantiles

from tests.end_to_end.attacks.wire import Wire, message

THINKING = 0.02
"""Seconds that a player thinks, so that the server is busy and not at its end."""


def tables(number):
    """The settings of so many tables that play without a pause, and as many where nobody sits."""
    return "".join(
        f'[[tables]]\nname = "{kind}-{each}"\nsb = 1\nbb = 2\nhand_pause = 0\nmax_buy = 10000\n'
        for kind in ("busy", "quiet")
        for each in range(number)
    )


class Player:
    """Plays each hand to its end, and measures how long an answer takes."""

    def __init__(self, wire, table, seconds):
        self._wire, self._table, self._seconds = wire, table, seconds
        self._ids = count(1)

    async def play(self):
        """Play until cancelled."""
        while True:
            told = await self._wire.read()
            if told.get("request"):
                await self._act(told)

    async def _act(self, told):
        while request := told.get("request"):
            await asyncio.sleep(THINKING)
            hand = told.get("hand") or told["view"]["hand"]
            act_id = f"a{next(self._ids)}"
            asked = time.perf_counter()
            self._wire.write(
                message(
                    "act",
                    id=act_id,
                    table=self._table,
                    hand=hand,
                    turn=request["turn"],
                    action=_move(request),
                )
            )
            told = await self._answer(act_id)
            self._seconds.append(time.perf_counter() - asked)

    async def _answer(self, act_id):
        """The message that answers, which may hold the next request."""
        while True:
            told = await self._wire.read()
            reply = told if told["type"] == "reply" else told.get("reply") or {}
            if reply.get("id") == act_id:
                assert reply.get("ok"), told
                return told


def _move(request):
    if request["kind"] == "draw":
        return {"type": "draw"}
    return {"type": "check" if request["legal"].get("check") else "call"}


class Players:
    """Two at each table."""

    def __init__(self):
        self.seconds = []
        """What each action took since they were last looked at."""

    async def measure(self, enough):
        """What happens until something is over."""
        self.seconds.clear()
        began = time.monotonic()
        await enough
        return Measured([(began, time.monotonic())], [tuple(self.seconds)])


class Measured:
    """How long actions took, in one phase or in several."""

    def __init__(self, phases, seconds):
        self.phases = phases
        """When each began and ended, on the machine's monotonic clock."""
        self._seconds = seconds

    def __add__(self, other):
        return Measured(self.phases + other.phases, self._seconds + other._seconds)

    @property
    def actions(self):
        """How many there were."""
        return sum(map(len, self._seconds))

    @property
    def p99_ms(self):
        """The 99th percentile, in milliseconds, of all phases together."""
        return _p99_ms(chain.from_iterable(self._seconds))

    def __str__(self):
        said = f"{self.p99_ms:.1f} ms of {self.actions} actions"
        if len(self._seconds) == 1:
            return said
        each = sorted(map(_p99_ms, self._seconds))
        return f"{said} (phase by phase {each[0]:.1f} to {each[-1]:.1f})"


def _p99_ms(seconds):
    return quantiles(seconds, n=100)[98] * 1000


@asynccontextmanager
async def playing(port, number):
    """Two players at each of so many tables, who play as long as the block lasts."""
    players, wires = Players(), []
    async with asyncio.TaskGroup() as group:
        tasks = []
        for place in range(2 * number):
            wire = await Wire.open(port)
            wires.append(wire)
            table = f"busy-{place // 2}"
            await wire.ask("hello", name=f"Player {place}")
            player = Player(wire, table, players.seconds)
            await wire.ask("sit", table=table)
            tasks.append(group.create_task(player.play()))
        yield players
        for task in tasks:
            task.cancel()
    for wire in wires:
        wire.abort()
