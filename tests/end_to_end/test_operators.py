"""What an operator does beside a running server, and what those who play there notice."""

import asyncio
import json

import pytest

from showdown.protocol import messages as msg
from showdown.protocol.closing import CloseCode
from showdown.rules.ruleset import TableId
from showdown.sdk.connection import Connection
from showdown.sdk.errors import Refused
from tests.end_to_end.server_process import run_command, running

MAIN = TableId("main")
CONFIG = '[[tables]]\nname = "main"\nsb = 5\nbb = 10\nhand_pause = 0\nbots = ["caller"]\n'
SECRET = "correct horse"


async def operate(server, *arguments, stdin=b"", code=0):
    """Type a command beside the server; its stdout."""
    line = ("server", *arguments, "--database", str(server.database))
    ended, out, err = await run_command(*line, stdin=stdin)
    assert ended == code, out + err
    assert "Traceback" not in err
    return out


async def closed(connection):
    async for _ in connection:
        pass
    return connection.close_code


async def test_accounts_are_changed_and_chips_counted_while_a_hand_is_played(tmp_path):
    async with running(tmp_path, CONFIG) as server:
        await operate(server, "account", "add", "Olga")
        token = (await operate(server, "account", "token", "Olga")).strip()
        olga = await Connection.open(server.url, token=token)
        await olga.request(lambda id_: msg.Sit(id=id_, table=MAIN))
        async for received in olga:
            if getattr(received.message, "request", None) is not None:
                break
        found = json.loads(await operate(server, "audit", "--json"))
        assert (found["holds"], found["tables"]["running"]) == (True, 1)
        copy = tmp_path / "copy.db"
        await operate(server, "backup", str(copy))
        assert copy.stat().st_size > 0

        await operate(server, "account", "passwd", "Olga", stdin=SECRET.encode())
        async with asyncio.timeout(60):
            assert await closed(olga) == CloseCode.AUTH
        async with await Connection.open(server.url, name="Olga", password=SECRET) as again:
            assert [each.table for each in again.welcome.seats] == [MAIN]
            await operate(server, "account", "disable", "Olga")
            async with asyncio.timeout(60):
                assert await closed(again) == CloseCode.AUTH
        with pytest.raises(Refused, match="The account Olga is disabled"):
            await Connection.open(server.url, token=again.session.token)
