"""Hands cut into parts as docs/operations.md says: nothing that uses them sees a difference."""

from functools import partial
from itertools import islice
from pathlib import Path
from random import Random

import asyncpg
import pytest
from msgspec.structs import replace

from server.addresses import PostgresAddress
from server.ports import HandQuery
from server.storage.auditing import audit
from tests.server.storage.homes import Home
from tests.server.storage.material import EMPTY, MAIN, RAKED, ChanceTable, append_all, guests

SCRIPT = Path(__file__).resolve().parents[4] / "deploy" / "partitions.sql"
NAMES = """
    SELECT indexname FROM pg_indexes WHERE tablename IN ('hands', 'hand_players')
    UNION SELECT conname FROM pg_constraint
    WHERE conrelid IN ('hands'::regclass, 'hand_players'::regclass) AND contype <> 'n'
    ORDER BY 1
"""


@pytest.fixture
def home(postgres_url, tmp_path):
    return Home(PostgresAddress(postgres_url), tmp_path / "key")


async def cut(home):
    connection = await asyncpg.connect(home.address.url)
    async with connection.transaction():
        await connection.execute(SCRIPT.read_text("utf-8"))
    await connection.close()


async def test_a_table_plays_on_in_parts_and_every_chip_and_hand_is_found(home):
    names = await home.ask(NAMES)
    async with home.open() as storage:
        players = await guests(storage.accounts)
        await storage.journal.open_table(MAIN, replace(EMPTY, ruleset=RAKED))
        table = ChanceTable(Random(8), players, ruleset=RAKED)
        play = table.play(50)
        await append_all(storage.journal, islice(play, 150))
        before = len(table.finished)
    await cut(home)
    assert set(names) <= set(await home.ask(NAMES))
    async with home.open() as storage:
        await storage.journal.open_table(MAIN, EMPTY)
        await append_all(storage.journal, islice(play, 150))
        found = await storage.hands.find(HandQuery())
        async with storage.store.reading() as connection:
            said = await connection.run_sync(partial(audit, storage.vault, lambda *_: None))
    assert 0 < before < len(table.finished)
    assert [each.hand for each in found] == [each.hand for each in table.finished[::-1]][
        : len(found)
    ]
    assert said.wrong == ()


async def test_a_later_part_takes_what_comes_later(home):
    await cut(home)
    for hand in (1, 10_000_000, 99_999_999, 500_000_000):
        await home.ask(
            "INSERT INTO hands (id, table_id, ended_at, pot, version, record)"
            f" VALUES ({hand}, 'main', '2026-11-30T12:00:00Z', 1, 1, '')"
        )
    parts = await home.ask("SELECT tableoid::regclass::text FROM hands ORDER BY id")
    assert [part for (part,) in parts] == ["hands_1", "hands_2", "hands_10", "hands_last"]
