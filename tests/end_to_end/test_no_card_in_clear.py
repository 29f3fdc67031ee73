"""
Whoever gets hold of a server's files, its logs and all that it ever wrote learns no card.

The real server plays hands with its log at its most talkative, is killed in mid-hand so that
nothing is tidied up, and then everything that it left is searched for every card of every hand.
"""

import asyncio
import json
import signal
import sqlite3
from contextlib import closing

import pytest

from server.ports import HandQuery
from server.storage import open_storage
from server.storage.packing import unpack
from showdown import Ruleset
from showdown.bots.registry import load
from showdown.protocol import messages as msg
from showdown.protocol.session import ClientSession
from showdown.rules import events as ev
from showdown.rules.ruleset import TableId
from showdown.rules.seating import Seating
from showdown.sdk.connection import Connection
from showdown.sdk.runner import play
from tests.end_to_end.server_process import start_server
from tests.searching import Run, found_in, runs_of

TABLES = {
    "no-limit": "sb = 5\nbb = 10",
    "jokers": 'wild = "wild"\nante = 5\nmin_bet = 10\nhistory_shows_mucked = true',
    "jackpots": 'game = "FL"\njacks = "J"\nante = 5\nmin_bet = 10\ndraw_mode = "simultaneous"',
}
CONFIG = "guest_chips = 1000000\n" + "".join(
    f'[[tables]]\nname = "{name}"\nhand_pause = 0\n{options}\n' for name, options in TABLES.items()
)
TALKATIVE = {"SHOWDOWN_LOG_LEVEL": "debug", "PYTHONFAULTHANDLER": "1"}
ABORT = signal.SIGUSR1
ABORTS = f"""\
import os, signal
signal.signal({int(ABORT)}, lambda *_: os.abort())
"""
"""
A server that has this aborts between two steps of its own, and tells where all its threads were.

SIGABRT from outside comes at any moment; whoever then writes down where the others are reads frames
that they are changing, and may crash in the middle of it.
"""
HANDS = 12
"""At each table; a thousand in all where there is time."""


@pytest.fixture
def frames(monkeypatch):
    """What clients received, as text."""
    received: list[str] = []
    receive = ClientSession.receive

    def recording(session, frame, now=None):
        received.append(frame if isinstance(frame, str) else frame.decode())
        return receive(session, frame, now)

    monkeypatch.setattr(ClientSession, "receive", recording)
    return received


@pytest.mark.soak(slice=1)
async def test_no_card_is_in_what_a_server_leaves_behind(rounds, tmp_path, frames, pytestconfig):
    hands = 334 if pytestconfig.getoption("--soak-minutes") else HANDS
    for number, rng in enumerate(rounds):
        folder = tmp_path / str(number)
        folder.mkdir()
        frames.clear()
        output = await hands_until_the_server_is_killed(folder, rng, hands)
        left = everything_in(folder / "showdown.db", output)
        runs = await all_runs(folder / "showdown.db", 3 * hands)
        assert "Fatal Python error: Aborted" in output
        assert found_in(left, runs) == []
        for planted in (b"\0".join(each.encode() for each in frames), planted_in(folder, runs)):
            assert found_in(planted, runs)


async def hands_until_the_server_is_killed(folder, rng, hands):
    """Play at all tables, then abort the server with a hand on each; gives what it has written."""
    aborting = folder.with_name("aborting")
    aborting.mkdir(exist_ok=True)
    (aborting / "sitecustomize.py").write_text(ABORTS)
    environment = TALKATIVE | {"PYTHONPATH": str(aborting)}
    with (folder / "stdout").open("wb") as stdout:
        server = await start_server(folder, CONFIG, environment=environment, stdout=stdout)
    bots = [
        asyncio.create_task(
            play(
                load(kind, seed=rng.randrange(2**32)),
                server.url,
                name=f"{kind} {seat} {table}",
                table=TableId(table),
            )
        )
        for table in TABLES
        for seat, kind in enumerate(("caller", "random", "tight", "random"))
    ]
    await asyncio.gather(*(watch(server.url, TableId(table), hands) for table in TABLES))
    assert await server.stop(ABORT) == -signal.SIGABRT
    for bot in bots:
        bot.cancel()
    await asyncio.gather(*bots, return_exceptions=True)
    return "".join(server.log)


async def watch(url, table, hands):
    """Look on until so many hands have ended and another one has begun."""
    async with await Connection.open(url, name=f"Watcher of {table}") as connection:
        await connection.request(lambda id_: msg.Watch(id=id_, table=table))
        async for received in connection:
            for event in getattr(received.message, "events", ()):
                hands -= b'"hand_ended"' in bytes(event)
                if hands <= 0 and b'"cards_dealt"' in bytes(event):
                    return
    raise AssertionError("the connection ended before the hands were played")


def everything_in(database, output):
    """All bytes of all files but the key, all values as SQLite gives them, and the output."""
    files = [path for path in database.parent.iterdir() if path.suffix != ".key"]
    assert {path.name for path in files} >= {"showdown.db", "showdown.db-wal", "stdout"}
    content = [path.read_bytes() for path in files] + [output.encode()]
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        for (table,) in tables.fetchall():
            for row in connection.execute(f'SELECT * FROM "{table}"'):
                content += [each for each in row if isinstance(each, bytes)]
                content += [str(each).encode() for each in row if not isinstance(each, bytes)]
        records = connection.execute("SELECT record FROM hands").fetchall()
        content += [unpack(record) for (record,) in records]
    return b"\0".join(content)


async def all_runs(database, at_least):
    """Every row of cards of every hand, those that run included."""
    runs: list[Run] = []
    before = None
    async with open_storage(database) as storage:
        hands = 0
        while page := await storage.hands.find(HandQuery(before=before, limit=100)):
            for stored in page:
                record = await storage.hands.get(stored.hand)
                runs += runs_of(record.events)
                hands += 1
            before = page[-1].hand
        assert hands >= at_least
        for table in TABLES:
            seating = Seating(ruleset=Ruleset(sb=1, bb=2))
            journaled = await storage.journal.open_table(TableId(table), seating)
            runs += runs_of(ev.hand_events(journaled.events))
    return runs


def planted_in(folder, runs):
    """A file in which one hand was forgotten, as a log line would have it."""
    line = json.dumps({"event": "dealt", "cards": [str(card) for card in runs[7]]})
    forgotten = folder / "forgotten.log"
    forgotten.write_text(f"{'.' * 5_000}{line}\n")
    return forgotten.read_bytes()
