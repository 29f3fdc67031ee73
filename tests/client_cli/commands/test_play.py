"""`play` and `bot` as a user starts them: pipes, a terminal, signals."""

import asyncio
import os
import signal
import sys
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from showdown.protocol import messages as msg
from tests.client_cli.scripted import TABLE, House, open_house

CHECKOUT = Path(__file__).resolve().parents[3]
PIPE = asyncio.subprocess.PIPE


@pytest.fixture
def environment(tmp_path):
    return {
        **os.environ,
        "XDG_DATA_HOME": str(tmp_path),
        "HOME": str(tmp_path),
        "LOGNAME": "ada",
        "TERM": "xterm-256color",
        "PYTHONIOENCODING": "utf-8",
    }


def command(house, *arguments):
    return [sys.executable, "-m", "client_cli", "--url", house.url, *arguments]


async def until_line(stream, text):
    """Read to the line with this text."""
    lines = []
    while line := (await stream.readline()).decode():
        lines.append(line)
        if text in line:
            return lines
    raise AssertionError(f"{text!r} never came:\n{''.join(lines)}")


async def start(house, environment, *arguments):
    return await asyncio.create_subprocess_exec(
        *command(house, *arguments),
        cwd=CHECKOUT,
        env=environment,
        stdin=PIPE,
        stdout=PIPE,
        stderr=PIPE,
    )


async def test_a_hand_can_be_played_through_pipes(environment):
    async with open_house(House("Bert")) as house:
        process = await start(house, environment, "play", "--plain", "--ascii")
        for answer in ("c", "d 1 2", "c"):
            await until_line(process.stdout, "Your ")
            process.stdin.write(answer.encode() + b"\n")
        rest = await until_line(process.stdout, "is over")
        assert any(line.startswith("Pot 20: ") for line in rest)
        out, err = await process.communicate(b"")
        assert process.returncode == 0
        assert out.decode().splitlines()[-1].startswith("You leave the table with ")
        assert err.decode() == f"You are ada at {house.url}.\n"


async def test_the_client_of_make_play_asks_no_question(environment):
    # Nothing is typed, nothing is known, and there is no terminal: a seat all the same.
    async with open_house(House("Bert")) as house:
        process = await start(house, environment, "play")
        lines = await until_line(process.stdout, "Your turn: ")
        assert lines[0] == "You sit in seat 2 of blue. Type ? for help.\n"
        process.stdin.close()
        assert await process.wait() == 0


async def test_a_taken_name_is_one_sentence_and_code_2(environment):
    async with open_house(House("Bert")) as house:
        process = await start(house, environment, "play", "--name", "Bert")
        out, err = await process.communicate(b"")
        assert (process.returncode, out) == (2, b"")
        assert err.decode() == "showdown: The name Bert is taken; choose another one.\n"


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
async def test_a_signal_gets_up_and_ends_with_success(environment, number):
    async with open_house(House("Bert", deals=0)) as house:
        process = await start(house, environment, "play")
        await until_line(process.stdout, "No hand runs")
        process.send_signal(number)
        await until_line(process.stdout, "You leave blue; your 1000 are back in your account.")
        assert await process.wait() == 0
        assert house.state.seating.of(house.names["ada"]) is None


async def test_a_server_that_goes_for_good_is_one_sentence_and_code_2(environment):
    async with open_house(House("Bert", deals=0)) as house:
        process = await start(house, environment, "play")
        await until_line(process.stdout, "No hand runs")
        house.tokens.clear()
        await house.drop()
        _, err = await process.communicate(b"")
        assert process.returncode == 2
        assert (
            err.decode().splitlines()[-1].startswith("showdown: This token belongs to no account")
        )


async def test_watch_ends_with_success_at_control_c(environment):
    async with open_house(House("Bert", "Carl", deals=0, show=True)) as house:
        process = await start(house, environment, "watch", "blue")
        await until_line(process.stdout, "No hand runs")
        await house.drop()
        await house.deal()
        await until_line(process.stderr, "Connected again.")
        await until_line(process.stdout, "Hand 1 is over")
        (socket,) = house.clients
        await house._send(socket, msg.Notice(code="paused", message="Table blue pauses."))
        await until_line(process.stderr, "Table blue pauses.")
        process.send_signal(signal.SIGINT)
        _, err = await process.communicate(b"")
        assert (process.returncode, err) == (0, b"")


async def test_an_onlooker_hears_what_is_said_and_ends_when_the_host_sends_him_away(environment):
    async with open_house(House("Bert", "Carl", deals=0, show=True)) as house:
        process = await start(house, environment, "watch", "blue")
        await until_line(process.stdout, "No hand runs")
        await house.let_speak("Bert", "hello")
        await until_line(process.stdout, "Bert says: hello")
        (socket,) = house.clients
        sentence = "The host has sent you away from table blue."
        await house._send(socket, msg.Notice(code="kicked", message=sentence, table=TABLE))
        _, err = await process.communicate(b"")
        assert (process.returncode, err.decode().splitlines()[-1]) == (0, sentence)


async def test_a_bot_takes_a_seat_plays_its_hands_and_gets_up(environment):
    async with open_house(House("Bert", deals=2)) as house:
        process = await start(
            house, environment, "bot", "caller", "--hands", "2", "--table", "blue"
        )
        out, err = await process.communicate(b"")
        assert process.returncode == 0, err.decode()
        assert out.decode().startswith("Hands played: 2. Net: ")
        assert err.decode() == f"Caller plays at {house.url}. Ctrl-C ends it.\n"
        assert len(house.records) == 2


async def test_a_bot_that_may_sit_at_several_tables_sits_at_those_there_are(environment):
    async with open_house(House("Bert", deals=1)) as house:
        process = await start(house, environment, "bot", "caller", "--hands", "1", "--tables", "3")
        out, err = await process.communicate()
        assert process.returncode == 0, err.decode()
        assert out.decode().startswith("Hands played: 1. Net: ")


async def test_a_bot_of_ones_own_is_found_in_the_present_folder(environment, tmp_path):
    (tmp_path / "mine.py").write_text(
        "from showdown.sdk import Bot\n"
        "class Nit(Bot):\n"
        "    def decide(self, view):\n"
        "        return view.safe_move()\n"
    )
    async with open_house(House("Bert", deals=1)) as house:
        process = await asyncio.create_subprocess_exec(
            *command(house, "bot", "mine:Nit", "--hands", "1", "--name", "Nina"),
            cwd=tmp_path,
            env={**environment, "PYTHONPATH": str(CHECKOUT)},
            stdout=PIPE,
            stderr=PIPE,
        )
        out, err = await process.communicate()
        assert process.returncode == 0, err.decode()
        assert out.decode().startswith("Hands played: 1. Net: ")
        assert "Nina" in house.names


# In a terminal.


if sys.platform != "win32":
    from tests.client_cli.screens import Screen


@asynccontextmanager
async def in_terminal(house, environment, *arguments):
    """The command with a terminal of its own, as a shell would start it."""
    screen = Screen(80, 24)
    process = await asyncio.create_subprocess_exec(
        *command(house, *arguments),
        cwd=CHECKOUT,
        env=environment,
        preexec_fn=lambda: os.login_tty(screen.slave),
        pass_fds=[screen.slave],
    )
    try:
        yield process, screen
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        screen.close()


pty_only = pytest.mark.skipif(sys.platform == "win32", reason="a POSIX terminal is needed")


@pty_only
async def test_a_hand_in_a_terminal(environment):
    async with (
        open_house(House("Bert", "Carl")) as house,
        in_terminal(house, environment, "play", "--plain") as (process, screen),
    ):
        await screen.ends_with("your turn>")
        screen.type("c")
        await screen.ends_with("your turn> c")
        screen.type("\n")
        await screen.shows("Your draw: 1 ")
        screen.type("d 1 2\n")
        rows = await screen.shows("You drew ")
        assert "your turn> d 1 2" in rows
        await screen.ends_with("your turn>")
        screen.type("c\n")
        await screen.shows("is over")
        screen.type("q\n")
        await screen.shows("You leave the table with ")
        assert await process.wait() == 0


@pty_only
async def test_a_hand_that_comes_does_not_tear_what_is_being_typed(environment):
    async with (
        open_house(House("Bert", deals=0)) as house,
        in_terminal(house, environment, "play", "--plain") as (_, screen),
    ):
        await screen.ends_with(">")
        screen.type("top 90")
        await screen.ends_with("> top 90")
        await house.deal()
        rows = await screen.ends_with("your turn> top 90")
        assert sum("top 90" in row for row in rows) == 1
        screen.type("0\n")
        await screen.shows("You will have 900 in front of you")


@pty_only
async def test_control_c_in_a_terminal_says_where_the_chips_are(environment):
    async with (
        open_house(House("Bert", deals=0)) as house,
        in_terminal(house, environment, "play", "--plain") as (process, screen),
    ):
        await screen.ends_with(">")
        screen.type("half a li\x03")
        assert await process.wait() == 0
        await screen.ends_with("You leave blue; your 1000 are back in your account.")


@pty_only
async def test_control_d_in_a_terminal_leaves(environment):
    async with (
        open_house(House("Bert", deals=0)) as house,
        in_terminal(house, environment, "play", "--plain") as (process, screen),
    ):
        await screen.ends_with(">")
        screen.type("\x04")
        assert await process.wait() == 0
        await screen.ends_with("You leave the table with 1000.")


@pty_only
async def test_a_dumb_terminal_gets_plain_lines(environment):
    async with (
        open_house(House("Bert", deals=0)) as house,
        in_terminal(house, {**environment, "TERM": "dumb"}, "play") as (process, screen),
    ):
        await screen.ends_with("Free: seat 3, 4, 5, 6.")
        screen.type("q\n")
        assert await process.wait() == 0
        await screen.shows("You leave the table with 1000.")


@pty_only
async def test_a_window_that_is_closed_gets_up(environment):
    async with (
        open_house(House("Bert", deals=0)) as house,
        in_terminal(house, environment, "play", "--plain") as (process, screen),
    ):
        await screen.ends_with(">")
        screen.hang_up()
        assert await process.wait() == 0
        assert house.state.seating.of(house.names["ada"]) is None


@pty_only
async def test_a_terminal_gets_the_full_screen_and_is_given_back(environment):
    async with (
        open_house(House("Bert", deals=0)) as house,
        in_terminal(house, environment, "play", "--table", "blue") as (process, screen),
    ):
        await screen.shows(" 2 blue")
        screen.type("\x11")
        await screen.shows("Leave and quit?")
        screen.type("y")
        await screen.shows("You leave blue; your 1000 are back in your account.")
        assert await process.wait() == 0


@pty_only
async def test_a_window_with_the_full_screen_that_is_closed_gets_up(environment):
    async with (
        open_house(House("Bert", deals=0)) as house,
        in_terminal(house, environment, "play", "--table", "blue") as (process, screen),
    ):
        await screen.shows(" 2 blue")
        screen.hang_up()
        assert await process.wait() == 0
        assert house.state.seating.of(house.names["ada"]) is None


@pty_only
async def test_hands_go_on_page_by_page_in_a_terminal(environment):
    async with open_house(House("Bert")) as house:
        house.records = [()] * 5
        async with in_terminal(house, environment, "hands", "--limit", "2") as (process, screen):
            await screen.shows("Enter shows older ones, q ends:")
            screen.type("\n")
            await screen.until(lambda rows: sum(row.startswith("hand ") for row in rows) == 2)
            screen.type("q\n")
            assert await process.wait() == 0
        asked = [each for each in house.requests if isinstance(each, msg.Hands)]
        assert [each.before for each in asked] == [None, 4]
        assert TABLE == "blue"


@pty_only
async def test_replay_steps_in_a_terminal_without_a_screen(environment, tmp_path):
    from tests.client_cli.texts import POKERSTARS

    (tmp_path / "hand.txt").write_text(POKERSTARS, "utf-8")
    async with open_house(House()) as house:
        source = str(tmp_path / "hand.txt")
        dumb = {**environment, "TERM": "dumb"}
        async with in_terminal(house, dumb, "replay", source) as (process, screen):
            await screen.shows("[0/17] ")
            screen.type("\n")
            await screen.shows("P2 has the button")
            screen.type("e\n")
            await screen.shows("Pot $16.20: P2 wins with pair of kings.")
            screen.type("q\n")
            assert await process.wait() == 0


CODE = "k7qp-2m4x-9tzc-h3nd"


async def test_a_link_leads_to_its_table_and_its_code_is_shown_to_nobody(environment):
    async with open_house(House("Bert", deals=0)) as house:
        house.invitations[CODE] = TABLE
        arguments = [sys.executable, "-m", "client_cli", "play", "--url", f"{house.url}/#{CODE}"]
        streams = {"stdin": PIPE, "stdout": PIPE, "stderr": PIPE}
        options = {"cwd": CHECKOUT, "env": environment, **streams}
        first = await asyncio.create_subprocess_exec(*arguments, **options)
        await until_line(first.stdout, f"of {TABLE}")
        out, err = await first.communicate(b"")
        assert (first.returncode, err.decode()) == (0, f"You are ada at {house.url}.\n")
        assert CODE not in out.decode()
        again = await asyncio.create_subprocess_exec(*arguments[:4], **options)
        await until_line(again.stdout, f"of {TABLE}")
        await again.communicate(b"")
        hellos = [r for r in house.requests if isinstance(r, msg.Hello)]
        assert [hello.invite for hello in hellos] == [CODE, CODE]


async def test_an_invitation_that_opens_nothing_is_one_sentence_and_is_not_kept(environment):
    async with open_house(House("Bert", deals=0)) as house:
        process = await asyncio.create_subprocess_exec(
            *[sys.executable, "-m", "client_cli", "play", "--url", f"{house.url}/#wrong"],
            cwd=CHECKOUT,
            env=environment,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
        )
        _, err = await process.communicate(b"")
        assert process.returncode == 2
        assert err.decode().splitlines()[-1] == (
            "showdown: This invitation opens no table; ask for a new link."
        )
        again = await start(house, environment, "play")
        await until_line(again.stdout, f"of {TABLE}")
        await again.communicate(b"")
