"""
What a release left on disk: a populated database, killed in the middle of a hand.

`python -m tests.end_to_end.released 0.1.0` makes it with the code as it is; do so once, for the
release, and never again: later versions must open it.
"""

import asyncio
import shutil
import signal
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from showdown.bots.registry import load
from showdown.protocol import messages as msg
from showdown.rules.ruleset import TableId
from showdown.sdk.connection import Connection
from showdown.sdk.runner import play
from tests.end_to_end.server_process import start_server

RELEASES = Path(__file__).resolve().parents[1] / "golden" / "releases"
TABLE = TableId("main")
CONFIG = '[[tables]]\nname = "main"\nsb = 5\nbb = 10\nhand_pause = 0\nrake = "0.05"\n'
HANDS = 20


async def make(folder: Path) -> None:
    """Play some hands, begin another one, kill the server, keep what it left."""
    with tempfile.TemporaryDirectory() as work:
        server = await start_server(Path(work), CONFIG)
        bots = [
            asyncio.create_task(play(load(kind), server.url, name=name, table=TABLE))
            for kind, name in (("caller", "Anna"), ("tight", "Boris"), ("caller", "Clara"))
        ]
        await _sit_still(server)
        for bot in bots:
            bot.cancel()
        await asyncio.gather(*bots, return_exceptions=True)
        with closing(sqlite3.connect(server.database)) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        folder.mkdir(parents=True)
        for name in ("showdown.db", "showdown.db.key"):
            shutil.copy(Path(work) / name, folder / name)


async def _sit_still(server) -> None:
    """Take the last seat, and stop the server with a turn that nobody answers."""
    async with await Connection.open(server.url, name="Dora") as dora:
        await dora.request(lambda id_: msg.Sit(id=id_, table=TABLE))
        asked = 0
        async for received in dora:
            request = getattr(received.message, "request", None)
            if request is None:
                continue
            asked += 1
            if asked > 3 * HANDS and request.legal.draw is not None:
                await server.stop(signal.SIGKILL)
                return
            hand = dora.session.tables[TABLE].view.hand
            await _answer(dora, hand, request)


async def _answer(dora, hand, request) -> None:
    free = msg.Draw(cards=request.cards[:2]) if request.legal.draw is not None else msg.Check()
    action = msg.Call() if request.legal.call else free
    await dora.request(
        lambda id_: msg.Act(id=id_, table=TABLE, hand=hand, turn=request.turn, action=action)
    )


if __name__ == "__main__":
    asyncio.run(make(RELEASES / sys.argv[1]))
