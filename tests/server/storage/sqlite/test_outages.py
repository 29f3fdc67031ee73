"""A disk that fails or is full: said, nothing half done, and used again when it is well."""

import subprocess
import sys
from pathlib import Path

import pytest

from server.ports import StorageError
from server.storage import open_storage
from showdown.rules import table as tables
from showdown.rules.ruleset import HandId
from showdown.rules.table import TableState
from tests.server.storage.material import EMPTY, MAIN
from tests.server.storage.test_store import add, counters

ROOT = Path(__file__).resolve().parents[4]

PLAYS_INTO_A_WALL = """
import asyncio, resource, sys
from pathlib import Path
from random import Random
from server.ports import StorageError
from server.storage import open_storage
from tests.server.storage.material import EMPTY, MAIN, ChanceTable, guests

NONE = resource.RLIM_INFINITY

def say(*words):
    print(*words, flush=True)

async def play():
    async with open_storage(Path(sys.argv[1])) as storage:
        table = ChanceTable(Random(5), await guests(storage.accounts))
        await storage.journal.open_table(MAIN, EMPTY)
        resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, NONE))
        refused, left = 0, 30
        for entry in table.play(10_000):
            while True:
                try:
                    await storage.journal.append(entry)
                    break
                except StorageError as error:
                    say("refused", error)
                    await storage.accounts.get(table.players[0].account)
                    refused += 1
                    if refused == 3:
                        resource.setrlimit(resource.RLIMIT_FSIZE, (NONE, NONE))
            say("stored", entry.seq + len(entry.events) - 1)
            left -= refused > 0
            if not left:
                return

asyncio.run(play())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")
async def test_while_nothing_more_fits_on_the_disk_nothing_is_stored_and_afterwards_it_goes_on(
    database,
):
    ran = subprocess.run(
        (sys.executable, "-c", PLAYS_INTO_A_WALL, str(database)),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    lines = [line.split(maxsplit=1) for line in ran.stdout.splitlines()]
    refusals = {words for what, words in lines if what == "refused"}
    assert refusals == {f"The disk of {database} fails to read or write; see the system's log."}
    stored = [int(words) for what, words in lines if what == "stored"]
    assert stored == sorted(set(stored))
    async with open_storage(database) as storage:
        found = await storage.journal.open_table(MAIN, EMPTY)
        tables.replay(TableState(seating=found.seating), found.events)
        assert found.last == stored[-1]
        assert await storage.hands.get(HandId(1)) is not None


FAULTS = {
    "PRAGMA query_only = ON": "The database {path} cannot be written; make it writable.",
    "PRAGMA max_page_count = 1": "The disk of {path} is full; make room on it.",
}
WELL = ("PRAGMA query_only = OFF", "PRAGMA max_page_count = 1000000")


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_database_that_cannot_be_written_is_read_meanwhile_and_written_afterwards(
    database, fault
):
    async with open_storage(database) as storage:
        await storage.store.write(add("anna"))
        switch(storage.store, fault)
        for name in ("boris" * 2_000, "chloe" * 2_000):
            with pytest.raises(StorageError) as refused:
                await storage.store.write(add(name))
            assert str(refused.value) == FAULTS[fault].format(path=database)
            assert set(await counters(storage.store)) == {"anna"}
        switch(storage.store, *WELL)
        await storage.store.write(add("boris"))
        assert set(await counters(storage.store)) == {"anna", "boris"}


def switch(store, *pragmas):
    """Change the writer's own connection, while it has nothing to do."""
    connection = store._writer._engine.raw_connection().driver_connection
    for pragma in pragmas:
        connection.execute(pragma)
