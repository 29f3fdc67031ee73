"""SDK, arena and plain client on the stock loop, without uvloop and what only POSIX has."""

import asyncio
import os
import sys
from pathlib import Path

from showdown.protocol import messages as msg
from tests.showdown.sdk.scripted import scripted, welcome
from tests.showdown.sdk.small_table import SmallTable

CHECKOUT = Path(__file__).parents[3]


async def start(*arguments, environment=None):
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.showdown.sdk.elsewhere",
        *arguments,
        cwd=CHECKOUT,
        env=os.environ | (environment or {}),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def test_a_bot_plays_a_hand_there():
    table = SmallTable()
    async with scripted() as server:
        process = await start("bot", server.url)
        peer = await server.accept()
        await peer.greet(welcome(token="secret"))
        await peer.send(table.sit(await peer.receive(msg.Sit)))
        await peer.send(table.deal())
        await peer.send(table.take(await peer.receive(msg.Act)), table.play(msg.Fold(), 2))
        await peer.send(table.leave(await peer.receive(msg.Leave)))
        out, err = await process.communicate()
    assert (out, err) == (b"Outcome(hands=1, net=10), ElsewhereLoop\n", b"")


async def test_a_match_is_played_there():
    out, err = await (await start("arena")).communicate()
    assert (out, err) == (b"20 hands\n", b"")


async def test_a_person_plays_a_hand_there_line_by_line(tmp_path):
    table = SmallTable()
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    arguments = ["play", "--plain", "--name", "Ada", "--table", "blue", "--lang", "en"]
    async with scripted() as server:
        process = await start("client", *arguments, "--url", server.url, environment=home)
        peer = await server.accept()
        await peer.greet(welcome(token="secret"))
        for _ in range(2):
            asked = await peer.receive(msg.Tables)
            await peer.send(msg.Lobby(tables=(table.summary,)), msg.Reply(id=asked.id, ok=True))
        await peer.send(table.sit(await peer.receive(msg.Sit)))
        await peer.send(table.deal())
        # What is typed before the turn has come is answered, and folds nothing.
        async for line in process.stdout:
            if b"Your turn" in line:
                break
        process.stdin.write(b"fold\n")
        await peer.send(table.take(await peer.receive(msg.Act)))
        process.stdin.write(b"leave\n")
        await peer.send(table.leave(await peer.receive(msg.Leave)))
        out, err = await process.communicate()
    assert process.returncode == 0, err
    assert b"You fold." in out
