"""A line that is dead in earnest: the real server with its real heartbeat, and no answer."""

import asyncio

import pytest

from showdown.protocol import messages as msg
from showdown.rules.ruleset import TableId
from showdown.sdk.connection import Connection
from tests.end_to_end.kills.slow_line import slow_line
from tests.end_to_end.server_process import running

MAIN = TableId("main")
TABLE = '[[tables]]\nname = "main"\nsb = 5\nbb = 10\n'
KNOWN = 30.0
"""Within so many seconds the others see that somebody is away."""


@pytest.mark.soak
async def test_others_see_within_thirty_seconds_that_a_line_is_dead(tmp_path, rounds):
    async with running(tmp_path, TABLE) as server, slow_line(server.port) as line:
        next(rounds)
        anna = await Connection.open(server.url, name="Anna")
        boris = await Connection.open(f"ws://127.0.0.1:{line.port}", name="Boris")
        for player in (anna, boris):
            await player.request(lambda id_: msg.Sit(id=id_, table=MAIN))
        line.hold()
        loop = asyncio.get_running_loop()
        silent_since = loop.time()
        async for received in anna:
            if received.gone:
                break
        assert received.gone == {2}
        assert loop.time() - silent_since < KNOWN
        line.release()
        await anna.close()
        await boris.close()
