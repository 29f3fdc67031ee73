"""What a server keeps of hands that are over: nothing that grows with their number."""

import asyncio
import gc
from pathlib import Path

import pytest

from server.storage import open_storage
from showdown import Ruleset
from showdown.bots.registry import load
from showdown.protocol import messages as msg
from showdown.rules.events import HandStarted
from showdown.sdk import Connection
from showdown.sdk.runner import play
from tests.end_to_end.server_process import running
from tests.server.tables.kit import open_room

MOST_HANDS = 75
"""So many, at most, a table may remember."""

TABLES = 6
HANDS = 500
CONFIG = "bot_delay = 0\n" + "".join(
    f'[[tables]]\nname = "table-{number}"\nsb = 5\nbb = 10\nhand_pause = 0\n'
    'bots = ["caller", "caller"]\n'
    for number in range(TABLES)
)
OPENED = 300
OPENING = f"""
tables = []
tables_each = {OPENED}
tables_opened = {OPENED}
close_empty_after = 1
[[templates]]
name = "brief"
sb = 5
bb = 10
bots = ["caller"]
most = {OPENED}
[limits]
messages_per_second = 100_000
message_burst = 100_000
address_messages_per_second = 100_000
address_message_burst = 100_000
"""
LEAST_OF_A_TABLE = 16384
"""Bytes that a table would take, at the least, if it were kept."""

LEAST_OF_A_HAND = 4096
"""Bytes that a hand would take, at the least, if its events were kept."""


def hands_in_memory():
    """The beginnings of all hands that this process has, whoever keeps them."""
    gc.collect()
    return [each for each in gc.get_objects() if isinstance(each, HandStarted)]


async def test_a_table_forgets_hands_that_are_over(tmp_path):
    others = hands_in_memory()
    kept_by_others = set(map(id, others))
    async with (
        open_storage(tmp_path / "showdown.db") as storage,
        open_room(Ruleset(sb=5, bb=10, hand_pause=0), storage) as room,
    ):
        players = await room.seated("Anna", "Boris")
        for _ in range(2 * MOST_HANDS):
            await room.pass_time(0)
            await (await room.to_act(*players)).act(msg.Fold())
            for player in players:
                player.told = player.told[-1:]
        remembered = [each for each in hands_in_memory() if id(each) not in kept_by_others]
        assert len({each.hand for each in remembered}) < MOST_HANDS
    del others


@pytest.mark.soak
async def test_hands_that_are_over_leave_nothing_in_the_servers_memory(tmp_path, rounds):
    async with running(tmp_path, CONFIG) as server:
        await play_hands(server)
        for _ in rounds:
            before = resident(server)
            await play_hands(server)
            assert resident(server) - before < HANDS * TABLES * LEAST_OF_A_HAND


@pytest.mark.soak
async def test_tables_that_were_opened_and_closed_leave_nothing_in_the_servers_memory(
    tmp_path, rounds
):
    async with (
        running(tmp_path, OPENING) as server,
        await Connection.open(server.url, name="Anna") as anna,
    ):
        await open_and_close(anna)
        for _ in rounds:
            before = resident(server)
            await open_and_close(anna)
            assert resident(server) - before < OPENED * LEAST_OF_A_TABLE


async def open_and_close(anna):
    """Open many tables with a house bot each, and wait until all are closed again."""
    for _ in range(OPENED):
        await anna.request(lambda id: msg.OpenTable(id=id, template="brief"))
    while await anna.tables():
        await anna.ping()


async def play_hands(server):
    """Play so many at each table, as somebody new."""
    await asyncio.gather(
        *(
            play(load("caller"), server.url, table=f"table-{number}", hands=HANDS)
            for number in range(TABLES)
        )
    )


def resident(server):
    """The memory that a server's process has in use, in bytes."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    (line,) = (line for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) * 1024
