"""Tables by the thousand at which nobody sits: each costs a few kilobytes, and none waits."""

import gc
import tracemalloc

from server.tables.actor import TableActor
from showdown.protocol import messages as msg
from showdown.rules.ruleset import TableId
from tests.server.tables.kit import open_room

MANY = 200
MOST = 12 * 1024
"""Bytes of Python's own for each, what the storage in memory keeps included."""


async def test_a_table_at_which_nobody_sits_waits_for_nothing():
    async with open_room() as room:
        await room.settle()
        assert room.clock.waiting == 0
        anna, ben = await room.seated("Anna", "Ben")
        assert room.clock.waiting > 0
        for each in (anna, ben):
            await each.ask(msg.Leave, table=room.table)
        await room.pass_time(3600)
        assert room.actor.state.seating.occupants == ()
        assert room.clock.waiting == 0


async def test_a_table_at_which_nobody_sits_costs_a_few_kilobytes():
    async with open_room() as room:
        gc.collect()
        tracemalloc.start()
        try:
            tables = [
                TableActor(TableId(f"table-{number}"), room.ruleset, room.actor.world)
                for number in range(MANY)
            ]
            for each in tables:
                await each.open()
            gc.collect()
            used, _ = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    assert len(tables) == MANY
    assert used / MANY < MOST
