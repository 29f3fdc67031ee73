"""Lines in and out where there is no terminal to edit."""

import asyncio
import io
import os
import threading

import pytest

from client_cli.console import (
    LineConsole,
    note,
    printable,
    shows_suits,
    wants_letters,
)
from client_cli.settings import Suits


async def lines_of(data):
    source, sink = os.pipe()
    os.write(sink, data)
    os.close(sink)
    console = LineConsole(source, io.StringIO(), io.StringIO())
    lines = []
    while (line := await console.read()) is not None:
        lines.append(line)
    os.close(source)
    return lines


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", []),
        (b"c\nr 60\n", ["c", "r 60"]),
        (b"c\r\n\nf", ["c\r", "", "f"]),
        ("d K♦ 2♠\n".encode(), ["d K♦ 2♠"]),
        (b"\xff\n", ["\N{REPLACEMENT CHARACTER}"]),
    ],
)
async def test_stdin_is_read_line_by_line_to_its_end(data, lines):
    assert await lines_of(data) == lines


async def test_a_closed_stdin_is_an_empty_one():
    source, sink = os.pipe()
    os.close(sink)
    os.close(source)
    assert await LineConsole(source, io.StringIO(), io.StringIO()).read() is None


def test_a_line_that_comes_after_the_game_ends_the_waiting_and_nothing_else():
    source, sink = os.pipe()
    console = LineConsole(source, io.StringIO(), io.StringIO())
    others = set(threading.enumerate())

    async def game():
        reading = asyncio.create_task(console.read())
        while set(threading.enumerate()) == others:
            await asyncio.sleep(0)
        reading.cancel()

    asyncio.run(game())
    (waiting,) = set(threading.enumerate()) - others
    os.write(sink, b"c\n")
    os.close(sink)
    waiting.join(10)
    assert not waiting.is_alive()
    os.close(source)


async def test_the_game_is_on_stdout_and_the_rest_on_stderr():
    out, err = io.StringIO(), io.StringIO()
    console = LineConsole(0, out, err)
    console.prompt("> ")
    console.say("Bert folds.")
    console.note("Connected again.")
    assert (out.getvalue(), err.getvalue()) == ("Bert folds.\n", "Connected again.\n")


def test_what_is_said_moves_no_cursor():
    assert printable("a\x1b[31mb\u202ec\td\ne") == "a?[31mb?c?d?e"


def test_notes_of_commands_go_to_stderr(capsys):
    note("Eve\x07 is at the table.")
    assert capsys.readouterr() == ("", "Eve? is at the table.\n")


@pytest.mark.parametrize(
    ("encoding", "possible"), [("utf-8", True), ("latin-1", False), ("ascii", False)]
)
def test_suits_are_signs_where_the_encoding_has_them(encoding, possible):
    assert shows_suits(io.TextIOWrapper(io.BytesIO(), encoding=encoding)) is possible


async def test_a_program_that_writes_stdin_is_not_asked_for_secrets():
    source, sink = os.pipe()
    os.write(sink, b"c\n")
    os.close(sink)
    console = LineConsole(source, io.StringIO(), io.StringIO())
    assert await console.read_secret("Password: ") is None
    assert await console.read() == "c"
    os.close(source)


def test_what_is_set_wins_over_what_a_terminal_can_show():
    assert wants_letters(False, Suits.LETTERS)
    assert not wants_letters(False, Suits.SIGNS)
    assert wants_letters(True, Suits.SIGNS)
