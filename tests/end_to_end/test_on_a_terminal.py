"""A person at a terminal: the full screen on a pty, and a real server behind it."""

import asyncio
import os
import signal
import sys
from contextlib import asynccontextmanager

import pytest

if sys.platform == "win32":
    pytest.skip("a POSIX terminal is needed", allow_module_level=True)

from tests.client_cli.screens import Screen
from tests.client_cli.scripted import House, open_house
from tests.client_cli.texts import MUCKED, POKERSTARS
from tests.end_to_end.server_process import CHECKOUT, start_server
from tests.ports import own_port

CONFIG = """
bot_delay = 0

[[tables]]
name = "duel"
sb = 5
bb = 10
max_seats = 2
hand_pause = 0.2
act_time = 60
bots = ["caller"]
"""
SPLIT = 19141
"""The key of a deal in which two players hold hands of the same worth."""


@asynccontextmanager
async def at_a_terminal(folder, *arguments, size=(80, 24), **environment):
    """The command on a pty of its own."""
    screen = Screen(*size)
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "client_cli", *arguments),
        cwd=CHECKOUT,
        env={
            **os.environ,
            **dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"), str(folder / "home")),
            "LOGNAME": "ada",
            "TERM": "xterm-256color",
            "LC_ALL": "C.UTF-8",
            **environment,
        },
        stdin=screen.slave,
        stdout=screen.slave,
        stderr=screen.slave,
    )
    try:
        yield process, Now(screen)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
        screen.close()


class Now:
    """What stands on the screen at this moment, and nothing that stood there before."""

    def __init__(self, screen):
        self._screen = screen
        self.type, self.resize = screen.type, screen.resize

    @property
    def rows(self):
        return [row.rstrip() for row in self._screen._screen.display]

    async def until(self, condition):
        return await self._screen.until(lambda _: condition(self.rows))

    async def shows(self, *texts):
        """Wait until each text stands there."""
        await self.until(lambda rows: all(any(text in row for row in rows) for text in texts))


@pytest.fixture
def port():
    """A port that nobody else has while a server is restarted."""
    with own_port() as number:
        yield number


async def test_an_evening_from_signing_in_to_watching_a_hand_again(tmp_path, port):
    server = await start_server(tmp_path, CONFIG, options=("--port", str(port)))
    async with at_a_terminal(tmp_path, "play", "--url", server.url) as (process, screen):
        # Sign in and sit down.
        await screen.shows("Who are you?", "ada")
        screen.type("\r")
        await screen.shows("ada, chips: 10000", "> duel")
        screen.type("\r")
        await screen.shows("Sit down at duel")
        screen.type("\r")
        # A raise, a draw, a showdown.
        await screen.shows("Your turn", "to call")
        screen.type("r")
        await screen.shows("Raise to 20")
        screen.type("\r")
        await screen.shows("Your draw")
        screen.type("12")
        await screen.shows("and throw")
        screen.type("\r")
        await screen.shows("You drew ", "Your turn")
        screen.type("c")
        await screen.shows("Hand 1 is over")
        # Smaller and larger, in mid-hand.
        await screen.shows("Hand 2", "Your turn")
        screen.resize(120, 40)
        await screen.until(lambda rows: len(rows) == 40 and any("Your turn" in r for r in rows))
        screen.resize(80, 24)
        await screen.shows("Hand 2", "Your turn")
        # The server is killed, and comes back to the same turn without a key.
        screen.type("r45")
        await screen.shows("Raise to 45")
        await server.stop(signal.SIGKILL)
        await screen.shows("trying again in")
        server = await start_server(tmp_path, CONFIG, options=("--port", str(port)))
        await screen.shows("Connected again.", "Hand 2", "Your turn", "Raise to 45")
        screen.type("\r")
        await screen.shows("You raise to 45.")
        # Sit out, and leave.
        await screen.shows("Your draw")
        screen.type("p\r")
        await screen.shows("You stand pat.", "Your turn")
        screen.type(":out\r")
        await screen.shows("You sit out")
        screen.type("c")
        await screen.shows("Hand 2 is over")
        screen.type(":leave\r")
        await screen.shows("> duel", "ada, chips: ")
        # And the hand again.
        screen.type("/zz")
        await screen.shows("No table has 'zz'")
        screen.type("\x1b")
        await screen.shows("> duel")
        screen.type("h")
        await screen.shows("> 2 ", "all hands that you may see")
        screen.type("\r")
        await screen.shows("Nothing has happened yet")
        screen.type("\x1b[F")
        await screen.shows("Hand 2 is over")
        screen.type("\x11")
        assert await process.wait() == 0
    assert await server.stop() == 0


async def test_a_pot_is_split_on_a_terminal_that_has_letters_only(tmp_path):
    async with (
        open_house(House("Bert", key=SPLIT)) as house,
        at_a_terminal(
            tmp_path, "play", "--url", house.url, "--table", "blue", LC_ALL="C", LANG="C"
        ) as (process, screen),
    ):
        await screen.shows("Your turn")
        assert all(row.isascii() for row in screen.rows), screen.rows
        screen.type("c")
        await screen.shows("Your draw")
        screen.type("p\r")
        await screen.shows("You stand pat.", "Your turn")
        screen.type("c")
        await screen.shows("Pot 20: Bert (10) and you (10) split it with high card, king")
        screen.type("\x11")
        await screen.shows("Leave and quit?")
        screen.type("y")
        assert await process.wait() == 0


async def test_a_file_of_hands_is_watched_on_a_terminal(tmp_path):
    file = tmp_path / "hands.txt"
    file.write_text(f"{POKERSTARS}\n\n{MUCKED}", encoding="utf-8")
    async with at_a_terminal(tmp_path, "replay", str(file)) as (process, screen):
        await screen.shows("Hand 1001 at Blue II", "Nothing has happened yet")
        screen.type("nee")
        await screen.shows("Hand 1002 at Blue II", "Hand 1002 is over")
        screen.type("q")
        assert await process.wait() == 0
