"""Whoever steals the database, key file apart, learns no card, shown or not."""

import re
import sqlite3
from base64 import b64encode
from random import Random

import msgspec
import pytest

from server.storage import open_storage
from server.storage.packing import pack, unpack
from showdown import DECK
from showdown.rules import events as ev
from tests.searching import found_in, runs_of
from tests.server.storage.material import EMPTY, MAIN, ChanceTable, append_all, guests

ANY_CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")


@pytest.fixture
async def sql(database):
    async with open_storage(database) as storage:
        yield storage


@pytest.fixture
async def table(sql):
    """A table in the middle of its 9th hand; the database is open, its newest rows in the WAL."""
    players = await guests(sql.accounts)
    await sql.journal.open_table(MAIN, EMPTY)
    table, entries = ChanceTable(Random(11), players), []
    for entry in table.play(9):
        entries.append(entry)
        if len(table.finished) == 8 and any(isinstance(e, ev.Discarded) for e in entry.events):
            break
    await append_all(sql.journal, entries)
    assert table.state.running is not None
    return table


def runs(table):
    return [run for record in table.finished for run in runs_of(record.events)]


def everything_in(database):
    """All bytes of the database and its write-ahead log, and what is compressed in it."""
    files = [path for path in database.parent.iterdir() if path.suffix != ".key"]
    assert {path.name for path in files} >= {"showdown.db", "showdown.db-wal"}
    raw = b"\0".join(path.read_bytes() for path in files)
    with sqlite3.connect(database) as connection:
        records = connection.execute("SELECT record FROM hands").fetchall()
    connection.close()
    return raw + b"\0".join(unpack(record) for (record,) in records)


def test_no_cards_of_a_finished_hand_are_in_the_files_those_that_were_shown_included(
    table, database
):
    events = [event for record in table.finished for event in record.events]
    assert any(isinstance(event, ev.HandShown) for event in events)
    assert found_in(everything_in(database), runs(table)) == []


def test_a_record_that_was_not_encrypted_would_be_found(table, database):
    with sqlite3.connect(database) as connection:
        record = msgspec.json.encode(table.finished[0].events)
        connection.execute("UPDATE hands SET record = ? WHERE id = 1", (pack(record),))
    connection.close()
    assert len(found_in(everything_in(database), runs(table))) > 40


def test_no_key_of_a_hand_is_in_the_files(table, database):
    content = everything_in(database)
    started = [record.events[0] for record in table.finished] + [table.state.running.started]
    keys = [each.hand_key for each in started]
    assert all(len(key) == 32 for key in keys)
    for key in keys:
        for spelling in (key, key.hex().encode(), b64encode(key).rstrip(b"=")):
            assert spelling not in content


def test_a_column_in_clear_holds_no_card_at_all(table, database):
    assert len(set(ANY_CARD.findall(" ".join(map(str, DECK))))) == 52
    with sqlite3.connect(database) as connection:
        texts = [
            *connection.execute("SELECT payload FROM journal WHERE hand IS NOT NULL"),
            *(
                (unpack(record).decode(),)
                for (record,) in connection.execute("SELECT record FROM hands")
            ),
        ]
    connection.close()
    assert len(texts) > 100
    assert [text for (text,) in texts if ANY_CARD.search(text)] == []


def test_each_row_with_cards_has_a_secret_part(table, database):
    with sqlite3.connect(database) as connection:
        unsealed = connection.execute(
            "SELECT count(*) FROM journal WHERE secret IS NULL AND ("
            " payload LIKE '%hand_started%' OR payload LIKE '%cards_dealt%'"
            " OR payload LIKE '%discarded%' OR payload LIKE '%cards_drawn%'"
            " OR payload LIKE '%hand_shown%')"
        ).fetchone()
    connection.close()
    assert unsealed == (0,)
