"""Processes of the system: how one is known to be up, and to have ended."""

import asyncio
import gc
import json
import os
import signal
import sys

import pytest
from structlog.testing import capture_logs

from server.config import CHECKOUT
from server.gateway.wire.accepting import bound_sockets
from server.processes import started
from server.processes.crowds import ABSENT
from server.processes.started import Starting

PLACED = """
import json, os, socket, sys
place = json.loads(os.environ["SHOWDOWN_PLACE"])
keeper = socket.socket(fileno=place["keeper"])
"""

READY = "keeper.send(b'.')\n"
UP = READY + "keeper.recv(1)\n" + READY
UNTIL_ALONE = "keeper.recv(1)\nsys.exit(7)\n"


@pytest.fixture
async def starting(monkeypatch):
    """What starts processes that do what a script says."""
    made = Starting("cards", 2, await bound_sockets("127.0.0.1", 0))

    def start(script, number=1):
        monkeypatch.setattr(sys, "orig_argv", ["python", "-S", "-E", "-c", PLACED + script])
        return made(number)

    yield start
    made.close()


async def test_a_process_is_ready_and_is_up_when_it_says_so_and_not_when_it_ends(starting):
    process = starting(UP + "sys.exit(3)")
    assert await process.is_ready()
    process.open()
    assert await process.is_up()
    assert await process.ended() == await process.ended() == 3
    process = starting("sys.exit(2)")
    assert not await process.is_ready()
    assert await process.ended() == 2
    process = starting(READY + "keeper.recv(1)\nsys.exit(2)")
    assert await process.is_ready()
    process.open()
    assert not await process.is_up()


async def test_a_killed_process_has_ended_with_the_signal(starting):
    process = starting(READY + UNTIL_ALONE)
    assert await process.is_ready()
    process.signal(signal.SIGKILL)
    assert await process.ended() == -signal.SIGKILL
    process.signal(signal.SIGTERM)  # which harms nobody


async def test_a_process_that_was_up_and_says_nothing_any_more_is_killed(starting, monkeypatch):
    monkeypatch.setattr(started, "LISTENS_FOR", 0.02)
    process = starting(READY + "import time; time.sleep(0.5)\n" + UP + UNTIL_ALONE)
    process.open()
    with capture_logs() as logged:
        assert await process.is_up()
        assert await process.ended() == -signal.SIGKILL
    (line,) = logged
    assert (line["event"], line["process"]) == ("process hangs, and is killed", "cards-1")


async def test_a_process_that_goes_on_saying_that_it_works_is_not_killed(starting, monkeypatch):
    monkeypatch.setattr(started, "LISTENS_FOR", 0.02)
    monkeypatch.setattr(started, "MISSED", 50)
    works = "import time\nfor _ in range(120):\n    keeper.send(b'.'); time.sleep(0.01)\n"
    process = starting(UP + works + "sys.exit(5)")
    process.open()
    assert await process.ended() == 5


async def test_where_the_system_cannot_start_a_process_nothing_of_it_is_left(starting, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(FileNotFoundError):
        starting("")
    gc.collect()  # which tells of a line that is left open


async def test_each_is_told_which_it_is_and_only_the_first_start_of_the_first_tells_links(
    starting, tmp_path
):
    file = tmp_path / "told"
    script = f"print(json.dumps(place), file=open({str(file)!r}, 'a'))\n"
    for number in (1, 2, 1):
        await starting(script, number).ended()
    told = [json.loads(line) for line in file.read_text().splitlines()]
    assert [each["node"] for each in told] == ["cards-1", "cards-2", "cards-1"]
    assert [each["tells_links"] for each in told] == [True, False, False]
    assert {each["processes"] for each in told} == {2}


async def test_processes_listen_at_one_port_which_ends_with_the_last_of_them():
    (bound,) = await bound_sockets("127.0.0.1", 0)
    place = bound.getsockname()
    starting = Starting("cards", 1, [bound])
    listen = "port = socket.socket(fileno=place['sockets'][0])\nport.listen(4)\n"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "orig_argv", ["python", "-c", PLACED + listen + READY + UNTIL_ALONE])
        process = starting(1)
    assert await process.is_ready()
    starting.leave_port()
    _, writer = await asyncio.open_connection(*place)
    writer.close()
    process.signal(signal.SIGKILL)
    await process.ended()
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection(*place)
    starting.close()


async def test_a_process_learns_of_the_end_of_who_has_started_it_however_he_ended(tmp_path):
    file = tmp_path / "alone"
    keeper = f"""
import asyncio, os, sys
sys.path.insert(0, {os.fspath(CHECKOUT)!r})
from server.gateway.wire.accepting import bound_sockets
from server.processes.started import Starting
async def main():
    sys.orig_argv = ["python", "-c", sys.argv[1]]
    process = Starting("cards", 1, await bound_sockets("127.0.0.1", 0))(1)
    assert await process.is_ready()
    os.kill(os.getpid(), 9)
asyncio.run(main())
"""
    os.mkfifo(file)
    script = PLACED + READY + f"keeper.recv(1)\nopen({str(file)!r}, 'w').write('alone')\n"
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", keeper, script)
    assert await process.wait() == -signal.SIGKILL
    assert await asyncio.wait_for(asyncio.to_thread(file.read_text), 60) == "alone"


async def test_nobody_is_sent_to_a_process_that_has_only_begun(starting):
    process = starting(
        "import mmap\nnumbers = memoryview(mmap.mmap(place['crowds'], 16)).cast('q')\n"
        f"sys.exit(list(numbers) == [{ABSENT}] * 2)"
    )
    assert await process.ended() == 1
