"""A server that is told to end, whatever else is the matter."""

import asyncio
import sqlite3
from contextlib import closing

from showdown.protocol import messages as msg
from showdown.rules.ruleset import TableId
from showdown.sdk import ConnectionLost
from showdown.sdk.connection import Connection
from tests.end_to_end.server_process import start_server

MAIN = TableId("main")
TABLE = '[[tables]]\nname = "main"\nsb = 5\nbb = 10\nhand_pause = 0\n'
SOON = 30.0
"""Seconds in which a server ends, also on a busy machine; else it is ten at most."""


async def test_a_server_ends_in_time_though_a_table_waits_for_its_database(tmp_path):
    server = await start_server(tmp_path, TABLE)
    anna, boris = [await Connection.open(server.url, name=name) for name in ("Anna", "Boris")]
    with closing(sqlite3.connect(server.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        sitting = asyncio.create_task(anna.request(lambda id: msg.Sit(id=id, table=MAIN)))
        await boris.tables()  # by now the server has the other request, too
        async with asyncio.timeout(SOON):
            assert await server.stop() == 0
    assert isinstance((await asyncio.gather(sitting, return_exceptions=True))[0], ConnectionLost)
    for player in (anna, boris):
        await player.close()
