"""Entries of journals in PostgreSQL: groups without a timer, and tables that fail alone."""

import asyncio
from contextlib import asynccontextmanager

import pytest

from server.ports import InsufficientFunds, StaleTable, StorageError
from server.storage.accounts import SqlAccounts
from showdown.rules.ruleset import AccountId
from tests.server.storage.material import EMPTY
from tests.server.storage.postgres.tables import entry, journal_on, opened, paying


@pytest.fixture
def journal(store):
    return journal_on(store)


@asynccontextmanager
async def held(other, table):
    """Somebody else has locked a table, so that an entry of it waits."""
    transaction = other.transaction()
    await transaction.start()
    await other.execute("SELECT FROM tables WHERE id = $1 FOR UPDATE", table)
    yield
    await transaction.rollback()


async def waits_for_lock(other):
    """Return when somebody waits for what we have locked."""
    waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted"
    while not await other.fetchval(waiting):
        pass


async def queued(journal, other, tables, entries):
    """Results of entries that queued while an entry of the first table was held up."""
    async with held(other, tables[0]):
        first = asyncio.ensure_future(journal.append(entry(tables[0])))
        await waits_for_lock(other)
        waiting = [asyncio.ensure_future(journal.append(each)) for each in entries]
        await asyncio.sleep(0)  # let them queue
    await first
    return await asyncio.gather(*waiting, return_exceptions=True)


async def transactions(other):
    """In how many transactions the rows of the journal came."""
    return await other.fetchval("SELECT count(DISTINCT xmin::text) FROM journal")


async def stored(other):
    rows = await other.fetch("SELECT table_id, seq FROM journal")
    return {(row["table_id"], row["seq"]) for row in rows}


async def test_what_queued_during_one_commit_goes_into_the_next(journal, other):
    tables = await opened(journal, 41)
    results = await queued(journal, other, tables, [entry(table) for table in tables[1:]])
    assert results == [None] * 40
    assert await stored(other) == {(table, 1) for table in tables}
    assert await transactions(other) == 2


async def test_entries_that_come_one_by_one_are_committed_one_by_one(journal, other):
    (table,) = await opened(journal, 1)
    for seq in (1, 2, 3):
        await journal.append(entry(table, seq))
    assert await transactions(other) == 3


async def test_entries_of_one_table_follow_each_other_however_they_queue(journal, other):
    tables = await opened(journal, 2)
    entries = [entry(tables[1], seq) for seq in range(1, 8)]
    assert await queued(journal, other, tables, entries) == [None] * 7
    assert {seq for table, seq in await stored(other) if table == tables[1]} == set(range(1, 8))


async def test_an_entry_that_is_not_the_next_one_fails_its_table_alone(journal, other):
    tables = await opened(journal, 4)
    entries = [entry(tables[1]), entry(tables[2], seq=5), entry(tables[3])]
    results = await queued(journal, other, tables, entries)
    assert (results[0], results[2]) == (None, None)
    assert isinstance(results[1], StaleTable)
    assert await transactions(other) == 2


async def test_an_entry_that_the_database_refuses_fails_its_table_alone(journal, other):
    tables = await opened(journal, 4)
    await other.execute("ALTER TABLE journal ADD CHECK (table_id <> 'table-3')")
    results = await queued(journal, other, tables, [entry(table) for table in tables[1:]])
    assert (results[0], results[2]) == (None, None)
    assert "violates check constraint" in str(results[1])
    assert await stored(other) == {(table, 1) for table in tables if table != "table-3"}


async def test_who_cannot_pay_fails_alone_and_is_named(journal, store, other):
    accounts = SqlAccounts(store)
    rich, poor = [(await accounts.add_guest(name, 300))[0] for name in ("Rich", "Poor")]
    tables = await opened(journal, 4)
    results = await queued(
        journal,
        other,
        tables,
        [
            paying(tables[1], rich.account, 300),
            paying(tables[2], poor.account, 301),
            entry(tables[3]),
        ],
    )
    assert (results[0], results[2]) == (None, None)
    assert isinstance(results[1], InsufficientFunds)
    assert str(results[1]) == "Poor has 300 chips; 301 are needed."
    assert (await accounts.get(rich.account)).chips == 0
    assert (await accounts.get(poor.account)).chips == 300


async def test_chips_are_not_spent_twice_by_entries_that_share_a_commit(journal, store, other):
    accounts = SqlAccounts(store)
    anna, _ = await accounts.add_guest("Anna", 500)
    tables = await opened(journal, 6)
    buy_ins = [paying(table, anna.account, 200) for table in tables[1:]]
    results = await queued(journal, other, tables, buy_ins)
    assert results[:2] == [None, None]
    assert all(isinstance(each, InsufficientFunds) for each in results[2:])
    assert (await accounts.get(anna.account)).chips == 100


async def test_an_account_that_does_not_exist_is_a_key_error(journal):
    (table,) = await opened(journal, 1)
    with pytest.raises(KeyError):
        await journal.append(paying(table, AccountId(99), 10))


async def test_who_claims_a_table_while_an_entry_waits_makes_it_stale(journal, other):
    (table,) = await opened(journal, 1)
    transaction = other.transaction()
    await transaction.start()
    await other.execute("UPDATE tables SET epoch = epoch + 1 WHERE id = $1", table)
    late = asyncio.ensure_future(journal.append(entry(table)))
    await waits_for_lock(other)
    await transaction.commit()
    with pytest.raises(StaleTable):
        await late
    assert await stored(other) == set()


async def test_who_claims_a_table_waits_for_an_entry_that_is_being_written_and_sees_it(
    journal, store, other
):
    anna, _ = await SqlAccounts(store).add_guest("Anna", 500)
    (table,) = await opened(journal, 1)
    transaction = other.transaction()
    await transaction.start()
    await other.execute("SELECT FROM accounts WHERE id = $1 FOR UPDATE", anna.account)
    written = asyncio.ensure_future(journal.append(paying(table, anna.account, 400)))
    await waits_for_lock(other)  # the entry has its table and waits for the account
    claimed = asyncio.ensure_future(journal_on(store, "there").open_table(table, EMPTY))
    while await other.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted") < 2:
        pass
    await transaction.rollback()
    await written
    assert [each.seq for each in (await claimed).entries] == [1]
    with pytest.raises(StaleTable):
        await journal.append(entry(table, seq=2))


async def test_a_deadlock_with_somebody_else_is_tried_again(journal, store, other):
    accounts = SqlAccounts(store)
    anna, _ = await accounts.add_guest("Anna", 500)
    (table,) = await opened(journal, 1)
    await other.execute("SET deadlock_timeout = '1h'")  # the appender shall be the one to give up
    transaction = other.transaction()
    await transaction.start()
    await other.execute("SELECT FROM accounts WHERE id = $1 FOR UPDATE", anna.account)
    written = asyncio.ensure_future(journal.append(paying(table, anna.account, 400)))
    await waits_for_lock(other)
    await other.execute("UPDATE tables SET owner = 'x' WHERE id = $1", table)
    await transaction.commit()
    await written
    assert (await accounts.get(anna.account)).chips == 100


async def test_whoever_is_cancelled_does_not_take_his_entry_back(journal, other):
    (table,) = await opened(journal, 1)
    async with held(other, table):
        impatient = asyncio.ensure_future(journal.append(entry(table)))
        await waits_for_lock(other)
        impatient.cancel()
        with pytest.raises(asyncio.CancelledError):
            await impatient
    await journal.append(entry(table, seq=2))
    assert await stored(other) == {(table, 1), (table, 2)}


async def test_closing_writes_what_has_queued_and_then_refuses(journal, store, other):
    tables = await opened(journal, 5)
    waiting = [asyncio.ensure_future(journal.append(entry(table))) for table in tables]
    await asyncio.sleep(0)  # let them queue
    await store.close()
    assert await asyncio.gather(*waiting) == [None] * 5
    assert len(await stored(other)) == 5
    with pytest.raises(StorageError, match=r"is closed\.$"):
        await journal.append(entry(tables[0], seq=2))
