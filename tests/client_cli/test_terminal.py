"""The line editor, in a pty whose screen is looked at."""

import asyncio
import os
import signal
import sys
import termios
from contextlib import asynccontextmanager, suppress

import pytest

if sys.platform == "win32":
    pytest.skip("a POSIX terminal is needed", allow_module_level=True)

from client_cli.terminal import Terminal
from tests.client_cli.screens import Screen


@asynccontextmanager
async def terminal(columns=80, rows=24, prompt="> "):
    screen = Screen(columns, rows)
    out = os.fdopen(os.dup(screen.slave), "w", encoding="utf-8")
    try:
        with Terminal(screen.slave, out, out) as console:
            console.prompt(prompt)
            yield console, screen
    finally:
        with suppress(OSError):  # it may have been hung up
            out.close()
        screen.close()


async def test_a_line_comes_above_what_is_being_typed():
    async with terminal() as (console, screen):
        screen.type("rai")
        await screen.ends_with("> rai")
        console.say("Anna raises to 60.")
        console.say("Bert folds.")
        screen.type("se 120")
        await screen.is_exactly("Anna raises to 60.", "Bert folds.", "> raise 120")


async def test_a_finished_line_stays_on_the_screen_and_is_read():
    async with terminal() as (console, screen):
        screen.type("r 120\n")
        assert await console.read() == "r 120"
        await screen.is_exactly("> r 120", ">")


async def test_pasted_lines_are_read_one_by_one():
    async with terminal() as (console, screen):
        screen.type("c\nd 2 5\nc\n")
        assert [await console.read() for _ in range(3)] == ["c", "d 2 5", "c"]


@pytest.mark.soak(slice=3)
async def test_typed_text_is_never_torn(rounds):
    # Whatever comes between whichever keys, what is shown is the lines in their order, each whole,
    # and below them, whole, what is being typed.
    for rng in rounds:
        async with terminal(columns=60, rows=10) as (console, screen):
            said, typed = [], ""
            for number in range(100):
                if rng.random() < 0.5:
                    said.append(f"{number}: " + "Anna raises to 60. " * rng.randint(1, 2))
                    console.say(said[-1])
                elif len(typed) > 50:
                    screen.type("\x15")
                    typed = ""
                else:
                    key = rng.choice("abc123♠")
                    screen.type(key)
                    typed += key
                await screen.is_exactly(*(line.rstrip() for line in said), f"> {typed}".rstrip())


@pytest.mark.parametrize("width", [40, 23])
async def test_a_long_line_is_broken_between_words(width):
    async with terminal(columns=width) as (console, screen):
        console.say("Your turn: A♠ K♦ 7♣ 7♥ 2♠, pair of sevens. Pot 60, 20 to call.")
        *rows, _ = await screen.until(lambda rows: len(rows) > 2 and rows[-1] == ">")
    assert " ".join(row.strip() for row in rows) == (
        "Your turn: A♠ K♦ 7♣ 7♥ 2♠, pair of sevens. Pot 60, 20 to call."
    )


async def test_a_line_too_long_to_show_scrolls_in_its_row():
    async with terminal(columns=20) as (console, screen):
        screen.type("d Ah Kd Qs Jc Th 2c 3c")
        await screen.is_exactly("> Kd Qs Jc Th 2c 3c")
        console.say("Bert folds.")
        await screen.is_exactly("Bert folds.", "> Kd Qs Jc Th 2c 3c")
        screen.type("\x01")
        await screen.is_exactly("Bert folds.", "> d Ah Kd Qs Jc Th")


async def test_the_prompt_changes_without_losing_what_is_typed():
    async with terminal() as (console, screen):
        screen.type("r 6")
        await screen.ends_with("> r 6")
        console.prompt("your turn> ")
        await screen.ends_with("your turn> r 6")
        assert screen.cursor == len("your turn> r 6")


async def test_the_cursor_stands_where_the_next_key_goes():
    async with terminal() as (console, screen):
        screen.type("rise\x1b[D\x1b[D\x1b[D")
        await screen.until(lambda rows: rows[-1:] == ["> rise"] and screen.cursor == 3)
        console.say("Bert folds.")
        await screen.until(lambda rows: len(rows) == 2 and screen.cursor == 3)
        screen.type("a")
        await screen.ends_with("> raise")


async def test_control_d_ends_the_input():
    async with terminal() as (console, screen):
        screen.type("\x04")
        assert await console.read() is None


async def test_a_terminal_that_hangs_up_ends_the_input():
    async with terminal() as (console, screen):
        screen.hang_up()
        assert await console.read() is None


async def test_a_name_cannot_move_the_cursor():
    async with terminal() as (console, screen):
        console.say("Eve\x1b[2J\x1b[1A wins.\r")
        await screen.is_exactly("Eve?[2J?[1A wins.?", ">")


async def test_the_terminal_is_left_as_it_was():
    screen = Screen()
    out = os.fdopen(os.dup(screen.slave), "w", encoding="utf-8")
    before = termios.tcgetattr(screen.slave)
    with Terminal(screen.slave, out, out) as console:
        console.prompt("> ")
        assert not termios.tcgetattr(screen.slave)[3] & termios.ECHO
        console.say("Bert folds.")
        await screen.is_exactly("Bert folds.", ">")
    assert termios.tcgetattr(screen.slave) == before
    await screen.is_exactly("Bert folds.")
    out.close()
    screen.close()


async def test_after_a_stop_it_takes_the_keys_again():
    async with terminal() as (console, screen):
        screen.type("r 6")
        await screen.ends_with("> r 6")
        cooked = termios.tcgetattr(screen.slave)
        cooked[3] |= termios.ICANON | termios.ECHO
        termios.tcsetattr(screen.slave, termios.TCSANOW, cooked)
        os.kill(os.getpid(), signal.SIGCONT)
        console.say("Bert folds.")
        screen.type("0")
        await screen.is_exactly("Bert folds.", "> r 60")
        assert not termios.tcgetattr(screen.slave)[3] & termios.ECHO


async def test_a_narrower_window_shows_less_of_the_typed_line():
    async with terminal() as (_, screen):
        screen.type("d Ah Kd Qs Jc Th 2c 3c")
        await screen.ends_with("> d Ah Kd Qs Jc Th 2c 3c")
        screen.resize(20, 24)
        os.kill(os.getpid(), signal.SIGWINCH)
        await screen.until(lambda rows: rows[-1].endswith("3c") and len(rows[-1]) < 20)


async def test_notes_go_to_stderr_where_that_is_not_the_terminal(tmp_path):
    screen = Screen()
    out = os.fdopen(os.dup(screen.slave), "w", encoding="utf-8")
    with (
        (tmp_path / "err").open("w", encoding="utf-8") as err,
        Terminal(screen.slave, out, err) as console,
    ):
        console.prompt("> ")
        console.note("Connected again.")
        console.say("Bert folds.")
        await screen.is_exactly("Bert folds.", ">")
    assert (tmp_path / "err").read_text("utf-8") == "Connected again.\n"
    out.close()
    screen.close()


async def test_a_secret_is_neither_shown_nor_had_back_with_the_arrow_keys():
    async with terminal() as (console, screen):
        screen.type("r 60\n")
        assert await console.read() == "r 60"
        asked = asyncio.create_task(console.read_secret("Password: "))
        await screen.ends_with("Password:")
        screen.type("correct horse\n")
        assert await asked == "correct horse"
        screen.type("\x1b[A")
        await screen.is_exactly("> r 60", "Password:", "> r 60")


async def test_nothing_that_is_said_begins_a_row_of_its_own_whatever_signs_are_in_it():
    async with terminal(columns=40) as (console, screen):
        for filling in ("x" * 34, "漢" * 17, "漢" * 18):
            console.say(f"Eve says: {filling} Pot 300: you win. {filling} Pot 300: you win.")
        # The prompt is there from the start, so it is no sign that all was written.
        rows = await screen.until(
            lambda rows: sum(row.startswith("Eve says:") for row in rows) == 3 and rows[-1] == ">"
        )
        assert len(rows) > 6
        for row in rows[:-1]:
            assert row.startswith(("Eve says:", "    "))
