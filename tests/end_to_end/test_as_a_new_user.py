"""What somebody sees who does it wrong at first: one clear sentence, and never a traceback."""

import asyncio
import signal
import sys

import pytest

from showdown.protocol import messages as msg
from showdown.rules.ruleset import TableId
from showdown.sdk.connection import Connection
from tests.end_to_end.server_process import run_command, running, start_server
from tests.ports import own_port

TWO_SEATS = '[[tables]]\nname = "small"\nsb = 5\nbb = 10\nmax_seats = 2\n'


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A user's folders of their own, so that nothing is remembered from elsewhere."""
    for name in ("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    monkeypatch.delenv("SHOWDOWN_URL", raising=False)
    monkeypatch.delenv("SHOWDOWN_TOKEN", raising=False)
    return tmp_path


async def told(*arguments):
    """The one sentence of a command that was used wrongly."""
    code, out, err = await run_command(*arguments)
    assert (code, out) == (2, ""), (code, out, err)
    assert "Traceback" not in err
    complaints = [line for line in err.splitlines() if line.startswith("showdown: ")]
    assert err.splitlines()[-1:] == complaints, err
    return complaints[0]


async def test_a_wrong_port(home):
    with own_port() as port:
        url = f"ws://127.0.0.1:{port}"
        assert await told("client_cli", "--url", url, "tables") == (
            f"showdown: Nobody answers at {url}; is a server running there, and on that port?"
        )


async def test_a_name_that_is_taken_and_a_table_that_is_full_or_does_not_exist(home):
    async with running(home, TWO_SEATS) as server:
        url = ("client_cli", "--url", server.url)
        async with (
            await Connection.open(server.url, name="Anna") as anna,
            await Connection.open(server.url, name="Boris") as boris,
        ):
            for each in (anna, boris):
                await sit(each)
            taken = await told(*url, "play", "--plain", "--name", "Anna")
            assert "Anna is taken" in taken
            # Who names no seat waits for one.
            seat = ("--name", "Carl", "--table", "small", "--seat", "1")
            assert "full" in await told(*url, "play", "--plain", *seat)
            nowhere = await told(*url, "watch", "nowhere")
            assert "nowhere" in nowhere


async def sit(connection):
    await connection.request(lambda id_: msg.Sit(id=id_, table=TableId("small")))


async def test_a_second_server_on_one_database_and_on_one_port(home):
    async with running(home) as server:
        second = await told("server", "serve", "--port", "0", "--database", str(server.database))
        assert second == (
            f"showdown: Another server (process {server.process.pid}) uses {server.database}; "
            "stop it first or give another --database."
        )
        other = str(home / "other.db")
        port = str(server.port)
        taken = await told("server", "serve", "--port", port, "--database", other)
        assert taken == (
            f"showdown: Cannot listen on 127.0.0.1:{port}: the port is in use; "
            "give another --host or --port."
        )


async def test_a_database_that_cannot_be_written_or_is_none(home):
    missing = await told("server", "serve", "--database", str(home / "nowhere" / "x.db"))
    assert "does not exist" in missing
    file = home / "letter.db"
    file.write_text("Dear server, this is not a database, whatever its name says. " * 20)
    assert "not a database" in await told("server", "serve", "--database", str(file))


@pytest.mark.skipif(sys.platform != "linux", reason="/proc takes no files, from root neither")
async def test_a_folder_that_may_not_be_written(home):
    assert "cannot be written" in await told("server", "serve", "--database", "/proc/x.db")


async def test_a_configuration_that_is_wrong(home):
    file = home / "server.toml"
    file.write_text("colour = 1")
    assert "There is no setting 'colour'" in await told("server", "serve", "--config", str(file))


async def test_a_server_that_is_stopped_ends_with_0_and_tells_its_clients(home):
    server = await start_server(home)
    async with await Connection.open(server.url, name="Anna") as anna:
        received = asyncio.create_task(all_of(anna))
        assert await server.stop(signal.SIGTERM) == 0
        await received
        assert anna.close_code == 1012


async def all_of(connection):
    return [received async for received in connection]
