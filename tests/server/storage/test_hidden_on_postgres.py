"""Whoever may read every column of a PostgreSQL learns no card either."""

from random import Random

import msgspec
import pytest
from sqlalchemy import text

from server.storage.packing import pack, unpack
from showdown.rules import events as ev
from tests.searching import found_in, runs_of
from tests.server.storage.conftest import home_of
from tests.server.storage.material import EMPTY, MAIN, ChanceTable, append_all, guests


@pytest.fixture
async def sql(request, database):
    async with home_of(request, "postgres", database).open() as storage:
        yield storage


@pytest.fixture
async def table(sql):
    """A table in the middle of its 9th hand."""
    players = await guests(sql.accounts)
    await sql.journal.open_table(MAIN, EMPTY)
    table, entries = ChanceTable(Random(11), players), []
    for entry in table.play(9):
        entries.append(entry)
        if len(table.finished) == 8 and any(isinstance(e, ev.Discarded) for e in entry.events):
            break
    await append_all(sql.journal, entries)
    return table


def runs(table):
    return [run for record in table.finished for run in runs_of(record.events)]


async def everything_in(sql):
    """All that is in any column of any table, and what is compressed in it."""
    content = []
    async with sql.store.reading() as connection:
        names = await connection.execute(
            text("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        )
        for (name,) in names.all():
            for row in await connection.execute(text(f'SELECT * FROM "{name}"')):
                content += [each if isinstance(each, bytes) else str(each).encode() for each in row]
        records = await connection.execute(text("SELECT record FROM hands"))
        content += [unpack(record) for (record,) in records.all()]
    assert len(content) > 1_000
    return b"\0".join(content)


async def test_no_cards_of_a_finished_hand_are_in_any_column(sql, table):
    assert len(runs(table)) > 40
    assert found_in(await everything_in(sql), runs(table)) == []


async def test_a_record_that_was_not_encrypted_would_be_found_there(sql, table):
    record = pack(msgspec.json.encode(table.finished[0].events))

    def plant(connection):
        connection.execute(text("UPDATE hands SET record = :it WHERE id = 1"), {"it": record})

    await sql.store.write(plant)
    assert len(found_in(await everything_in(sql), runs(table))) > 40
