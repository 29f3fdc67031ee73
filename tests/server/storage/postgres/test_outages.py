"""A PostgreSQL that goes away: said within seconds, nothing half done, and used again when back."""

import asyncio
import signal

import asyncpg
import pytest

from server.ports import StorageError, UnknownOutcome
from server.storage.postgres.connecting import CONNECTIONS
from showdown.rules.ruleset import TableId
from tests.server.storage.material import EMPTY
from tests.server.storage.postgres.conftest import PATIENCE
from tests.server.storage.postgres.tables import entry, journal_on, opened
from tests.server.storage.test_store import add, counters

BOUND = 60 * PATIENCE
"""Seconds in which everything is answered, one way or the other, on a busy machine too."""


@pytest.fixture
def store(patient):
    return patient


@pytest.fixture
def journal(store):
    return journal_on(store)


CHANGES_ALL = "UPDATE counters SET value = 9"


async def at_last(ask):
    """What comes of asking until there is an answer, by a store that waits half a second for it."""
    async with asyncio.timeout(BOUND):
        while True:
            try:
                return await ask()
            except StorageError:
                continue


async def try_everything(store, journal, table, seq):
    """What each kind of request comes to."""
    asked = (store.write(add("anna")), counters(store), journal.append(entry(table, seq)))
    async with asyncio.timeout(BOUND):
        return await asyncio.gather(*asked, return_exceptions=True)


def answers(results):
    """The same without what was read, which depends on who came first."""
    written, read, appended = results
    return [written, type(read), appended]


async def test_while_it_is_away_everything_says_so_and_afterwards_goes_on(
    store, journal, own_postgres, own_address
):
    (table,) = await opened(journal, 1)
    own_postgres.stop(signal.SIGQUIT)
    for error in await try_everything(store, journal, table, 1):
        assert isinstance(error, StorageError)
        assert str(error) == (
            f"The database {own_address} does not answer; see that PostgreSQL runs and can be "
            "reached."
        )
    own_postgres.start()
    assert answers(await try_everything(store, journal, table, 1)) == ["anna", dict, None]
    assert await counters(store) == {"anna": 0}


async def test_when_it_was_away_while_nobody_asked_nobody_notices(store, journal, own_postgres):
    (table,) = await opened(journal, 1)
    await journal.append(entry(table, 1))
    await asyncio.gather(*(counters(store) for _ in range(8)))  # all of the pool is connected
    own_postgres.stop(signal.SIGQUIT)
    own_postgres.start()
    assert answers(await try_everything(store, journal, table, 2)) == ["anna", dict, None]


async def test_when_it_hangs_everything_gives_up_in_time_and_afterwards_goes_on(
    impatient, own_postgres, own_address
):
    journal = journal_on(impatient)
    table = TableId("main")
    await at_last(lambda: journal.open_table(table, EMPTY))
    own_postgres.freeze()
    try:
        results = await try_everything(impatient, journal, table, 1)
    finally:
        own_postgres.thaw()
    assert all(isinstance(result, StorageError) for result in results)
    assert str(results[1]) == (
        f"The database {own_address} takes too long to answer; see what PostgreSQL is busy with."
    )
    entries = await at_last(lambda: journal.since(table, 0))
    assert [each.seq for each in entries] in ([], [1])  # it may have arrived; now it is known
    after = entry(table, len(entries) + 1)
    await at_last(lambda: appended(journal, after))
    assert await at_last(lambda: impatient.write(add("boris"))) == "boris"


async def appended(journal, wanted):
    """Append an entry that an attempt which was given up may have appended."""
    if wanted.seq not in [each.seq for each in await journal.since(wanted.table, 0)]:
        await journal.append(wanted)


async def test_nobody_waits_in_a_queue_of_those_who_wait_for_it(impatient, own_postgres):
    own_postgres.freeze()
    try:
        async with asyncio.timeout(BOUND):
            units = [impatient.write(add(f"unit {number}")) for number in range(1_000)]
            results = await asyncio.gather(*units, return_exceptions=True)
    finally:
        own_postgres.thaw()
    assert {type(result) for result in results} == {StorageError}
    assert await at_last(lambda: impatient.write(add("anna"))) == "anna"


async def test_of_what_was_asked_for_when_it_was_killed_the_journal_tells_what_happened(
    store, journal, own_postgres, own_address
):
    tables = await opened(journal, 20)
    acknowledged = dict.fromkeys(tables, 0)
    unknown = dict.fromkeys(tables, 0)
    ends: set[type] = set()

    async def play(table):
        """Append until the database is gone."""
        for seq in range(1, 10_000):
            try:
                await journal.append(entry(table, seq))
            except UnknownOutcome:
                unknown[table] = seq
                return
            except StorageError as error:
                ends.add(type(error))
                return
            acknowledged[table] = seq

    playing = asyncio.gather(*(play(table) for table in tables))
    while min(acknowledged.values()) < 3:
        await asyncio.sleep(0)
    await asyncio.to_thread(own_postgres.stop, signal.SIGQUIT)
    await playing
    assert ends <= {StorageError}  # nobody is stale
    await asyncio.to_thread(own_postgres.start)
    for table in tables:
        stored = [each.seq for each in await journal.since(table, 0)]
        assert stored == list(range(1, len(stored) + 1))
        assert len(stored) in (acknowledged[table], unknown[table])
        await journal.append(entry(table, len(stored) + 1))


async def test_an_entry_whose_connection_is_cut_is_written_all_the_same(
    store, journal, own_address
):
    (table,) = await opened(journal, 1)
    other = await asyncpg.connect(own_address.url)
    transaction = other.transaction()
    await transaction.start()
    await other.execute("SELECT FROM tables WHERE id = $1 FOR UPDATE", table)
    cut_off = asyncio.ensure_future(journal.append(entry(table)))
    waiting = "SELECT pid FROM pg_locks WHERE NOT granted"
    while (backend := await other.fetchval(waiting)) is None:
        pass
    await other.execute("SELECT pg_terminate_backend($1)", backend)
    await transaction.rollback()
    await other.close()
    await cut_off
    assert [each.seq for each in await journal.since(table, 0)] == [1]


async def test_many_tables_hear_together_that_it_hangs(impatient, own_postgres):
    journal = journal_on(impatient)
    tables = [TableId(f"table-{number}") for number in range(100)]
    for table in tables:
        await at_last(lambda table=table: journal.open_table(table, EMPTY))
    own_postgres.freeze()
    try:
        async with asyncio.timeout(BOUND):
            asked = [journal.append(entry(table)) for table in tables]
            results = await asyncio.gather(*asked, return_exceptions=True)
    finally:
        own_postgres.thaw()
    assert all(isinstance(result, StorageError) for result in results)


async def test_a_unit_that_waits_too_long_for_somebody_else_gives_up(store, impatient, own_address):
    await store.write(add("anna"))
    other = await asyncpg.connect(own_address.url)
    transaction = other.transaction()
    await transaction.start()
    await other.execute("SELECT FROM counters FOR UPDATE")
    with pytest.raises(StorageError, match="takes too long"):
        async with asyncio.timeout(BOUND):
            await impatient.write(lambda below: below.exec_driver_sql(CHANGES_ALL))
    await transaction.rollback()
    await other.close()
    assert await counters(store) == {"anna": 0}


async def test_a_store_can_be_closed_while_the_database_is_away(impatient, own_postgres, caplog):
    await at_last(lambda: impatient.write(add("anna")))
    await at_last(lambda: asyncio.gather(*(counters(impatient) for _ in range(CONNECTIONS))))
    own_postgres.freeze()
    try:
        async with asyncio.timeout(BOUND):
            await impatient.close()
    finally:
        own_postgres.thaw()
    assert caplog.messages == []
