"""The client and the real server: what is told live is what is stored, and everything restarts."""

import asyncio
import json
import os
import sys

import pytest

from tests.client_cli.commands.test_play import CHECKOUT, PIPE, until_line
from tests.end_to_end.server_process import ServerProcess, running
from tests.ports import own_port

CONFIG = """
bot_delay = 0

[[tables]]
name = "quick"
sb = 5
bb = 10
hand_pause = 0
bots = ["caller", "random", "tight"]
"""
HANDS = 2


@pytest.fixture
def port():
    """A port that nobody else has while a server is restarted."""
    with own_port() as number:
        yield number


@pytest.fixture
def environment(tmp_path):
    return {
        **os.environ,
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "HOME": str(tmp_path),
        "LOGNAME": "ada",
        "PYTHONIOENCODING": "utf-8",
    }


async def showdown(environment, *arguments):
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "client_cli",
        *arguments,
        cwd=CHECKOUT,
        env=environment,
        stdin=PIPE,
        stdout=PIPE,
        stderr=PIPE,
    )


async def output(environment, *arguments):
    process = await showdown(environment, *arguments)
    out, err = await process.communicate(b"")
    assert process.returncode == 0, err.decode()
    return out.decode().splitlines()


async def play(environment, url):
    """Sit down, call and keep all cards for some hands, and get up; gives all that was told."""
    process = await showdown(environment, "play", "--url", url)
    lines, over = [], 0
    while line := (await process.stdout.readline()).decode():
        lines.append(line.rstrip("\n"))
        over += " is over: " in line
        if "   p keeps all" in line:
            process.stdin.write(b"p\n")
        elif line.startswith("f fold"):
            process.stdin.write(b"q\n" if over >= HANDS else b"c\n")
        elif "You have no chips left" in line:
            process.stdin.write(b"top 1000\nin\n")
    assert await process.wait() == 0
    return lines


async def test_what_is_told_live_is_what_is_stored_and_replayed(environment, tmp_path):
    async with running(tmp_path, CONFIG) as server:
        told = await play(environment, server.url)
        # In the same breath others may run out of chips.
        assert any(line.startswith("You leave the table with ") for line in told[-4:])
        listed = await output(environment, "hands", "--player", "ada")
        numbers = [line.split()[0] for line in listed[1:]]
        assert len(numbers) >= HANDS
        for number in numbers:
            title, *stored = await output(environment, "hand", number)
            assert title.startswith(f"Hand {number} at quick, no-limit 5/10, 20")
            first = told.index(stored[0])
            live = told[first : told.index(stored[-1]) + 1]
            # What is stored is the hand; live there is also what was asked, and who came and went.
            remaining = iter(live)
            assert all(line in remaining for line in stored)
        assert await output(environment, "replay", number) == [title, *stored]
        (page,) = await output(environment, "hands", "--player", "ada", "--json")
        (summed,) = await output(environment, "stats", "--json")
        hands, figures = json.loads(page), json.loads(summed)
        assert (figures["player"], figures["hands"]) == ("ada", len(hands))
        assert sum(each["amount"] for each in figures["nets"]) == sum(e["net"] for e in hands)
        (lost,) = await output(environment, "hands", "--result", "lost", "--json")
        assert json.loads(lost) == [each for each in hands if each["net"] < 0]


async def test_a_game_goes_on_when_the_server_has_restarted(environment, tmp_path, port):
    async with running(tmp_path, CONFIG, options=("--port", str(port))) as first:
        process = await showdown(environment, "play", "--url", first.url)
        await until_line(process.stdout, "f fold")
    second = await restarted(tmp_path, port)
    await until_line(process.stderr, "Connected again.")
    await until_line(process.stdout, "f fold")
    process.stdin.write(b"c\n")
    await until_line(process.stdout, "You c")
    process.stdin.close()
    assert await process.wait() == 0
    assert await second.stop() == 0


async def restarted(folder, port):
    """The server again, on the same port, with the same database and tables."""
    arguments = ("--port", str(port), "--database", str(folder / "showdown.db"))
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "server", "serve", "--config", str(folder / "server.toml"), *arguments),
        cwd=CHECKOUT,
        stderr=PIPE,
    )
    server = ServerProcess(process, folder / "showdown.db")
    await server.listening()
    return server
