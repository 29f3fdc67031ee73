"""A friend hosts a private table from the command line, and others come by its link."""

import asyncio
import re
from contextlib import asynccontextmanager

import pytest

from showdown.sdk import Connection
from tests.end_to_end.friends import at_a_terminal
from tests.end_to_end.server_process import run_command, start_server
from tests.ports import own_port

CONFIG = '[[tables]]\nname = "friday"\nsb = 5\nbb = 10\nhand_pause = 0.2\nprivate = true\n'
LINK = re.compile(r"  showdown play --url (ws://127\.0\.0\.1:(\d+)/#([-a-z0-9]+))")


@asynccontextmanager
async def hosted(folder, port):
    """A server with a private table; what it printed, the guests' link and the host's."""
    server = await start_server(
        folder,
        CONFIG,
        options=("--private", "--port", str(port)),
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        printed = [(await server.process.stdout.readline()).decode() for _ in range(5)]
        links = [found[1] for line in printed if (found := LINK.match(line))]
        assert len(links) == 2, printed
        assert printed[0].startswith("Table friday is private.")
        assert printed[4].startswith("Only this machine can reach it so far")
        yield server, *links
    finally:
        assert await server.stop() == 0
    assert not [line for line in server.log if "Traceback" in line], "".join(server.log)


@pytest.fixture
def port():
    """A port that nobody else has while a server is restarted."""
    with own_port() as number:
        yield number


async def test_friends_play_at_a_private_table_and_find_it_again_after_a_restart(tmp_path, port):
    async with hosted(tmp_path, port) as (server, guests, host):
        for address in (server.url, f"{server.url}/#k7qp-2m4x-9tzc-h3nd"):
            async with await Connection.open(address, name=f"Eve {len(address)}") as eve:
                assert await eve.tables() == ()
        async with (
            at_a_terminal(tmp_path, "Anna", "play", "--plain", "--url", host) as anna,
            at_a_terminal(tmp_path, "Boris", "play", "--plain", "--url", guests) as boris,
            at_a_terminal(tmp_path, "Clara", "play", "--plain", "--url", guests) as clara,
        ):
            for friend in (anna, boris, clara):
                await friend.sees("of friday")
            await anna.sees("You are the host of friday; ? shows what you may type.")
            anna.type("say hello, \x1b[31mfriends")
            for friend in (boris, clara):
                await friend.sees("Anna says: hello, friends")
            boris.type("'hello Anna")
            await anna.sees("Boris says: hello Anna")
            for friend in (anna, boris, clara):
                await friend.sees("is over: ")
            boris.type("kick Clara")
            await boris.sees("Only the host of table friday may do this.")
            anna.type("kick Clara")
            await clara.sees("The host has sent you away from table friday.")
            assert await clara.ends() == 0
            await clara.sees("You leave the table with ")
            await boris.sees("Clara was sent away by the host.")
            anna.type("pause")
            await boris.sees("The host pauses the table")
        log = "".join(server.log)
        codes = [link.partition("#")[2] for link in (guests, host)]
        assert not [code for code in codes if code in log]
    async with hosted(tmp_path, port) as (_, again, host_again):
        assert (again, host_again) == (guests, host)
        async with (
            at_a_terminal(tmp_path, "Clara", "play", "--plain", "--url", guests) as clara,
            at_a_terminal(tmp_path, "Dora", "play", "--plain", "--url", guests) as dora,
            at_a_terminal(tmp_path, "Anna", "play", "--plain") as anna,
        ):
            await clara.sees("The host of table friday does not let you in.")
            await dora.sees("of friday")
            await dora.sees("paused by the host")
            anna.type("unpause")
            for friend in (anna, dora):
                await friend.sees("The host lets the table go on.")
                await friend.sees("is over: ")


async def test_who_serves_and_plays_in_one_terminal_sits_down_as_the_host(tmp_path):
    code, out, err = await run_command(
        "server",
        "play",
        "--private",
        "--port",
        "0",
        "--name",
        "Anna",
        "--database",
        str(tmp_path / "showdown.db"),
        stdin=b"pause\n",
        environment={"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)},
    )
    assert code == 0, err
    assert out.count("showdown play --url ws://127.0.0.1:") == 2
    assert "The host pauses the table" in out
    assert "Traceback" not in err
