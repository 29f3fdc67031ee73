"""A table that a player opens at a real server: played at, killed, closed, and looked back at."""

import json
import signal

from showdown.bots.registry import load
from showdown.protocol import messages as msg
from showdown.sdk import Connection
from showdown.sdk.runner import play
from showdown.sdk.seating import get_up
from tests.end_to_end.server_process import run_command, start_server

CONFIG = """
tables = []
bot_delay = 0
close_empty_after = 2

[[templates]]
name = "brief"
sb = 5
bb = 10
hand_pause = 0
bots = ["caller", "tight"]
"""


async def open_home(connection):
    reply = await connection.request(lambda id: msg.OpenTable(id=id, template="brief", name="home"))
    return reply.result.table


async def test_a_table_is_opened_outlives_a_kill_closes_and_its_hands_and_chips_are_all_there(
    tmp_path,
):
    first = await start_server(tmp_path, CONFIG)
    async with await Connection.open(first.url, name="Anna") as anna:
        table = await open_home(anna)
        await anna.request(lambda id: msg.Wait(id=id, table=table))  # she keeps it open
        await play(load("caller"), first.url, name="Boris", table=table, hands=3)
        await anna.request(lambda id: msg.Sit(id=id, table=table))
        token = anna.session.token
    await first.stop(signal.SIGKILL)

    second = await start_server(tmp_path, CONFIG)
    async with await Connection.open(second.url, token=token) as anna:
        assert [each.table for each in anna.welcome.seats] == [table]
        await get_up(anna, table)
        while anna.session.tables[table].view.you is not None:
            await anext(anna)
        await anna.request(lambda id: msg.Watch(id=id, table=table))
        while not isinstance(message := (await anext(anna)).message, msg.Notice):
            pass
        assert (message.code, message.table) == ("table_closed", table)
        assert await anna.tables() == ()
        hands = await anna.request(lambda id: msg.Hands(id=id, table=table))
        assert len(hands.result.hands) >= 3
        assert (table, await open_home(anna)) == ("home~1", "home~2")
    assert await second.stop() == 0
    assert not [line for line in first.log + second.log if "Traceback" in line]
    database = str(second.database)
    code, out, _ = await run_command("server", "audit", "--json", "--database", database)
    assert (code, json.loads(out)["holds"]) == (0, True)
