"""A table that goes from node to node while letters are lost: its players notice nothing of it."""

import asyncio
from collections import Counter
from itertools import count
from random import Random

import pytest

from server.cluster.ports import NodeId
from tests.server.gateway.kit import last_seq, reply_of
from tests.server.gateway.remote.kit import done_by, missed, open_nodes, stays_in

NODES = tuple(map(NodeId, ("anna", "bert", "cleo")))
STEPS = 25


class Robot:
    """Somebody who stays in every hand, and asks again only if he has to."""

    def __init__(self, wire):
        self.wire = wire
        self.asked = []
        self._turns = set()
        self._ids = count(1)

    async def play(self, name):
        """Play until cancelled."""
        while True:
            frame = await self.wire.read()
            if not frame.get("request"):
                continue
            act = stays_in(frame)
            turn = (act["hand"], act["turn"])
            if turn not in self._turns:
                self._turns.add(turn)
                request_id = f"{name}-{next(self._ids)}"
                self.asked.append(request_id)
                await self.wire.send_as(request_id, **act)

    def replies(self):
        """How often each request was answered."""
        return Counter(
            request_id
            for request_id in self.asked
            for frame in self.wire.frames
            if reply_of(frame, request_id) is not None
        )


async def trouble(random, nodes):
    """Something goes wrong, or is done that should not be noticed."""
    match random.randrange(4):
        case 0:
            await nodes.move("main", random.choice(NODES))
        case 1:
            await nodes.let_go("main")
            await turns(random)
            await nodes.run("main", random.choice(NODES))
        case 2:
            bus = nodes[random.choice(NODES)].bus
            bus.deaf = True
            await turns(random)
            bus.deaf = False
        case _:
            bus = nodes[random.choice(NODES)].bus
            bus.mute = True
            await turns(random)
            bus.mute = False


async def turns(random):
    """Some turns of the loop pass."""
    for _ in range(random.randrange(1, 60)):
        await asyncio.sleep(0)


@pytest.mark.soak(slice=3)
async def test_each_request_is_done_once_and_answered_once_and_no_event_is_missed(rounds):
    for random in rounds:
        await play_in_bad_weather(random)


async def play_in_bad_weather(random):
    async with (
        open_nodes((("main", NODES[0]),), NODES) as nodes,
        nodes[NODES[0]].guest("Anna") as anna,
        nodes[NODES[1]].guest("Bert") as bert,
        nodes[NODES[2]].guest("Cleo") as cleo,
        nodes[NODES[1]].guest("Dora") as dora,
    ):
        assert (await dora.ask("watch", table="main"))["ok"]
        players = [Robot(wire) for wire in (anna, bert, cleo)]
        for wire in (anna, bert, cleo):
            assert (await wire.ask("sit", table="main"))["ok"]
        robots = [*players, Robot(dora)]
        playing = [asyncio.create_task(each.play(f"p{n}")) for n, each in enumerate(robots)]
        for _ in range(STEPS):
            await turns(random)
            await trouble(random, nodes)
            nodes.second()
        await in_step(nodes, robots)
        for task in playing:
            task.cancel()
        await asyncio.wait(playing)
        for each in robots:
            assert not missed(each.wire)
            answered = each.replies()
            assert set(answered.values()) <= {1}, answered
            for request_id in answered:
                assert len(done_by(nodes, request_id)) == 1
        assert sum(len(each.asked) for each in players) > STEPS


async def in_step(nodes, robots):
    """Wait until all know the last event of when all was well again, and have their answers."""
    last = nodes[NODES[0]].storage.journal.entries[-1]
    seq, asked = last.seq + len(last.events) - 1, [len(each.asked) for each in robots]
    while any(
        max(map(last_seq, each.wire.frames)) < seq or len(each.replies()) < number
        for each, number in zip(robots, asked, strict=True)
    ):
        nodes.second()
        await turns(Random(0))
