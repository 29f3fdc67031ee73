"""Entries of journals in SQLite: neighbours go in together, and tables fail alone all the same."""

import asyncio
import sqlite3
import threading
from contextlib import closing

import pytest
from sqlalchemy import event

from server.ports import InsufficientFunds, StaleTable
from server.storage.accounts import SqlAccounts
from server.storage.sqlite.append import append_all
from server.storage.sqlite.migrate import bring_up_to_date
from server.storage.sqlite.store import SqliteStore
from tests.server.storage.postgres.tables import entry, journal_on, opened, paying


@pytest.fixture
async def store(database):
    bring_up_to_date(database)
    store = SqliteStore(database)
    yield store
    await store.close()


@pytest.fixture
def journal(store):
    return journal_on(store)


@pytest.fixture
def together(monkeypatch):
    """How many entries were appended together, each time that it was tried."""
    sizes: list[int] = []

    def counted(entries, connection):
        sizes.append(len(entries))
        append_all(entries, connection)

    monkeypatch.setattr("server.storage.sqlite.writer.append_all", counted)
    return sizes


async def queued(journal, store, entries):
    """Results of entries that queued while the writer was held up, and in how many commits."""
    entered, leave = threading.Event(), threading.Event()
    commits: list[object] = []
    event.listen(store._writer._engine, "commit", commits.append)

    def hold(_connection):
        entered.set()
        leave.wait()

    held = asyncio.ensure_future(store.write(hold))
    await asyncio.to_thread(entered.wait)
    waiting = [asyncio.ensure_future(journal.append(each)) for each in entries]
    await asyncio.sleep(0)  # let them queue
    leave.set()
    await held
    results = await asyncio.gather(*waiting, return_exceptions=True)
    return results, len(commits) - 1


def stored(database):
    with closing(sqlite3.connect(database)) as connection:
        return set(connection.execute("SELECT table_id, seq FROM journal").fetchall())


async def test_what_queued_goes_in_together(journal, store, database, together):
    tables = await opened(journal, 40)
    results, commits = await queued(journal, store, [entry(table) for table in tables])
    assert results == [None] * 40
    assert (together, commits) == ([40], 1)
    assert stored(database) == {(table, 1) for table in tables}


async def test_entries_of_one_table_follow_each_other(journal, store, database, together):
    (table,) = await opened(journal, 1)
    results, _ = await queued(journal, store, [entry(table, seq) for seq in range(1, 8)])
    assert results == [None] * 7
    assert together == [7]


async def test_an_entry_that_is_not_the_next_one_fails_its_table_alone(
    journal, store, database, together
):
    tables = await opened(journal, 3)
    entries = [entry(tables[0]), entry(tables[1], seq=5), entry(tables[2])]
    results, commits = await queued(journal, store, entries)
    assert (results[0], results[2]) == (None, None)
    assert isinstance(results[1], StaleTable)
    assert (together, commits) == ([3], 1)
    assert stored(database) == {(tables[0], 1), (tables[2], 1)}


async def test_an_entry_that_the_database_refuses_fails_its_table_alone(
    journal, store, database, together
):
    tables = await opened(journal, 3)
    await store.write(_refuse_the_second_table)
    results, _ = await queued(journal, store, [entry(table) for table in tables])
    assert (results[0], results[2]) == (None, None)
    assert "not this table" in str(results[1])
    assert stored(database) == {(tables[0], 1), (tables[2], 1)}


async def test_who_cannot_pay_fails_alone_and_is_named(journal, store, together):
    accounts = SqlAccounts(store)
    rich, poor = [(await accounts.add_guest(name, 300))[0] for name in ("Rich", "Poor")]
    tables = await opened(journal, 3)
    results, _ = await queued(
        journal,
        store,
        [
            paying(tables[0], rich.account, 300),
            paying(tables[1], poor.account, 301),
            entry(tables[2]),
        ],
    )
    assert (results[0], results[2]) == (None, None)
    assert isinstance(results[1], InsufficientFunds)
    assert str(results[1]) == "Poor has 300 chips; 301 are needed."
    assert (await accounts.get(rich.account)).chips == 0
    assert (await accounts.get(poor.account)).chips == 300
    assert together == [3]


def _refuse_the_second_table(connection):
    connection.exec_driver_sql(
        "CREATE TRIGGER refuse BEFORE INSERT ON journal WHEN new.table_id = 'table-2'"
        " BEGIN SELECT RAISE(ABORT, 'not this table'); END"
    )
