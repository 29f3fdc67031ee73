"""Each line of the log says what it is about, in fields."""

import ast
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from tests.server.tables.kit import NL, open_room

SERVER = Path(__file__).parents[2] / "server"
LEVELS = {"debug", "info", "warning", "error", "exception"}
NAMED_ELSEWHERE = {"gateway/gateway.py", "gateway/signing_out.py", "bootstrap.py", "lobby.py"}
"""What they log is about the server as a whole, or names what it is about in its own words."""


def lines(file):
    """The calls that log something: on which logger, and with which fields."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        match node:
            case ast.Call(func=ast.Attribute(value=logger, attr=level)) if level in LEVELS:
                name = ast.unparse(logger)
                if name == "log" or name.endswith((".log", "._log")):
                    yield name, {keyword.arg for keyword in node.keywords}


def modules():
    files = [*(SERVER / "tables").glob("*.py"), *(SERVER / "gateway").glob("*.py")]
    named = {file.relative_to(SERVER).as_posix(): file for file in files}
    return {name: file for name, file in named.items() if name not in NAMED_ELSEWHERE}


@pytest.mark.parametrize("name", modules())
def test_a_line_about_a_table_or_a_client_is_bound_to_it(name):
    for logger, fields in lines(modules()[name]):
        assert logger != "log" or fields & {"table", "account", "peer"}


def test_lines_are_found_where_they_are():
    found = [line for file in modules().values() for line in lines(file)]
    assert len(found) >= 10


async def test_a_fault_is_logged_with_its_table_and_the_hand_that_ran():
    async with open_room() as room:
        await room.seated("Anna", "Boris")
        await room.pass_time(NL.hand_pause)
        hand = room.actor.state.running.hand

        async def fault():
            raise RuntimeError("a fault of ours")

        with capture_logs() as logged:
            room.actor.post(fault)
            await room.settle()
        line = next(each for each in logged if each["event"].startswith("table failed"))
        assert (line["table"], line["hand"]) == ("main", hand)


def test_a_line_is_written_in_one_piece_since_other_processes_write_to_the_same_log():
    here, there = socket.socketpair(type=socket.SOCK_DGRAM)  # what is written at once comes at once
    program = (
        "import structlog; from server.logs import configure; configure('info', process='a-2');"
        "log = structlog.get_logger(); log.info('up', port=1); log.info('listening', port=2)"
    )
    with here, there:
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
            stderr=there.fileno(),
            check=True,
        )
        written = [here.recv(1000).decode() for _ in range(2)]
    assert [each.count("\n") for each in written] == [1, 1]
    assert all(each.endswith("\n") for each in written)
