"""The writer: groups without a timer, units that fail alone, an end that loses nothing."""

import asyncio
import sqlite3
import threading
from contextlib import contextmanager

import pytest
from sqlalchemy import event, select, text

from server.ports import StorageError
from server.storage.models import CounterRow
from server.storage.sqlite import engines
from server.storage.sqlite.lines import ALONE
from server.storage.sqlite.migrate import bring_up_to_date
from server.storage.sqlite.prepared import driver
from server.storage.sqlite.writer import Writer
from tests.server.storage.test_store import SEEDED


@pytest.fixture
async def writer(database):
    bring_up_to_date(database)
    writer = Writer(database)
    yield writer
    await writer.close()


def add(name):
    """A unit that stores a counter of this name."""

    def unit(connection):
        connection.execute(
            text("INSERT INTO counters (name, value) VALUES (:name, 0)"), {"name": name}
        )
        return name

    return unit


def fail_after(unit, error):
    """A unit that writes and then fails."""

    def failing(connection):
        unit(connection)
        raise error

    return failing


async def names(writer):
    return await writer.write(
        lambda connection: set(connection.scalars(select(CounterRow.name))) - SEEDED
    )


@contextmanager
def busy(writer):
    """Inside, the writer's thread is held up, so that units queue."""
    entered, leave = threading.Event(), threading.Event()

    def unit(_):
        entered.set()
        leave.wait()

    held = asyncio.ensure_future(writer.write(unit))
    yield held, entered
    leave.set()


async def queued(writer, *units):
    """Results of units that queued while the writer was held up, and in how many commits."""
    commits: list[object] = []
    event.listen(writer._engine, "commit", commits.append)
    with busy(writer) as (held, entered):
        await asyncio.to_thread(entered.wait)
        waiting = [asyncio.ensure_future(writer.write(unit)) for unit in units]
        await asyncio.sleep(0)  # let them queue
    await held
    results = await asyncio.gather(*waiting, return_exceptions=True)
    return results, len(commits) - 1  # that of the unit which held it up


async def test_a_unit_returns_its_result(writer):
    assert await writer.write(add("anna")) == "anna"
    assert await names(writer) == {"anna"}


async def test_what_queued_during_one_commit_goes_into_the_next(writer):
    results, commits = await queued(writer, *(add(f"unit {number}") for number in range(ALONE)))
    assert results == [f"unit {number}" for number in range(ALONE)]
    assert commits == 1


async def test_of_many_units_a_few_go_into_each_commit(writer):
    results, commits = await queued(writer, *(add(f"unit {number}") for number in range(50)))
    assert results == [f"unit {number}" for number in range(50)]
    assert commits == -(-50 // ALONE)


async def test_what_is_played_does_not_wait_for_guests_who_came_before(writer):
    done: list[str] = []

    def noting(name, unit):
        def noted(connection):
            done.append(name)
            return unit(connection)

        return noted

    def no_such_table():
        done.append("a fold")
        raise KeyError("no such table")

    with busy(writer) as (held, entered):
        await asyncio.to_thread(entered.wait)
        guests = [
            asyncio.ensure_future(writer.write(noting(name, add(name))))
            for name in ("anna", "boris", "chloe", "dora")
        ]
        fold = asyncio.ensure_future(writer.append(no_such_table))
        await asyncio.sleep(0)  # let them queue
        assert writer.waiting == 5
    await held
    with pytest.raises(KeyError):
        await fold
    await asyncio.gather(*guests)
    assert done[0] == "a fold"
    assert await names(writer) == {"anna", "boris", "chloe", "dora"}


async def test_units_that_come_one_by_one_are_committed_one_by_one(writer):
    commits: list[object] = []
    event.listen(writer._engine, "commit", commits.append)
    for name in ("anna", "boris", "chloe"):
        await writer.write(add(name))
    assert len(commits) == 3


async def test_a_unit_is_durable_when_its_caller_hears_of_it(writer, database):
    await writer.write(add("anna"))
    with sqlite3.connect(database) as other:
        assert other.execute("SELECT name FROM counters WHERE name = 'anna'").fetchone()
    other.close()


async def test_a_unit_that_fails_leaves_nothing_and_harms_no_other(writer):
    failing = fail_after(add("boris"), KeyError("no such seat"))
    results, commits = await queued(writer, add("anna"), failing, add("chloe"))
    assert (results[0], results[2]) == ("anna", "chloe")
    assert isinstance(results[1], KeyError)
    assert await names(writer) == {"anna", "chloe"}
    assert commits == 1


async def test_a_unit_that_takes_the_whole_transaction_down_fails_alone_too(writer):
    def rolled_back(connection):
        driver(connection).execute("INSERT OR ROLLBACK INTO counters VALUES ('hand', 0)")

    results, _ = await queued(writer, add("anna"), rolled_back, add("chloe"))
    assert (results[0], results[2]) == ("anna", "chloe")
    assert isinstance(results[1], sqlite3.IntegrityError)
    assert await names(writer) == {"anna", "chloe"}


async def test_a_full_disk_is_said_and_what_still_fits_is_written(writer, database):
    def limit(connection):
        pages = connection.scalar(text("PRAGMA page_count"))
        connection.execute(text(f"PRAGMA max_page_count = {pages + 2}"))

    await writer.write(limit)
    results, _ = await queued(writer, add("anna"), add("b" * 100_000), add("chloe"))
    assert (results[0], results[2]) == ("anna", "chloe")
    assert isinstance(results[1], StorageError)
    assert str(results[1]) == f"The disk of {database} is full; make room on it."
    assert await names(writer) == {"anna", "chloe"}


async def test_a_database_that_another_program_holds_is_locked_and_then_is_not(
    database, monkeypatch
):
    monkeypatch.setattr(engines, "BUSY_TIMEOUT_MS", 0)
    bring_up_to_date(database)
    writer = Writer(database)
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    results = await asyncio.gather(
        *(writer.write(add(name)) for name in ("anna", "boris")), return_exceptions=True
    )
    other.close()
    assert {str(result) for result in results} == {
        f"The database {database} is locked by another program; close that one first."
    }
    assert await writer.write(add("anna")) == "anna"
    assert await names(writer) == {"anna"}
    await writer.close()


async def test_closing_writes_what_has_queued_and_then_refuses(writer, database):
    with busy(writer) as (held, entered):
        await asyncio.to_thread(entered.wait)
        wanted = [f"unit {number}" for number in range(3 * ALONE)]
        waiting = [asyncio.ensure_future(writer.write(add(name))) for name in wanted]
        await asyncio.sleep(0)  # let them queue
        closing = asyncio.ensure_future(writer.close())
    await asyncio.gather(held, closing)
    assert await asyncio.gather(*waiting) == wanted
    with pytest.raises(StorageError, match=r"is closed\.$"):
        await writer.write(add("chloe"))
    await writer.close()
    with sqlite3.connect(database) as other:
        names = {name for (name,) in other.execute("SELECT name FROM counters")}
        assert names - SEEDED == set(wanted)
    other.close()


async def test_whoever_is_cancelled_takes_nobody_with_him(writer):
    with busy(writer) as (held, entered):
        await asyncio.to_thread(entered.wait)
        impatient = asyncio.ensure_future(writer.write(add("anna")))
        patient = asyncio.ensure_future(writer.write(add("boris")))
        await asyncio.sleep(0)  # let them queue
        impatient.cancel()
    await held
    assert await patient == "boris"
    with pytest.raises(asyncio.CancelledError):
        await impatient
    assert await names(writer) == {"anna", "boris"}
