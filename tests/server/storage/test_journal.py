"""A journal writes only to tables that are its own, and finds out what a lost connection did."""

import asyncio

import pytest

from server.ports import Entry, StaleTable, StorageError, UnknownOutcome
from server.storage.journal import SqlJournal
from showdown.rules.ruleset import AccountId
from showdown.rules.seat_events import SatIn, SatOut, Seated
from tests.server.storage.material import EMPTY, MAIN

SOMEBODY = Seated(seat=1, account=AccountId(2), name="P1", stack=400)
FIRST = Entry(table=MAIN, seq=1, events=(SOMEBODY,))
SECOND = Entry(table=MAIN, seq=2, events=(SatOut(seat=1),))
THIRD = Entry(table=MAIN, seq=3, events=(SatIn(seat=1),))


class LosesConnections:
    """A store whose connection is lost while an entry is appended."""

    def __init__(self, store):
        self.store = store
        self.is_away = False
        """Nothing can be written otherwise either."""
        self.lost: str | None = None
        """When: `before` the entry arrives, `after` it, or with the entry still `under way`."""
        self.times = 99
        self.cause: Exception = ConnectionError()
        self.under_way: list = []

    async def write(self, unit, *, first=False):
        if self.is_away:
            raise StorageError("The database is away.")
        return await self.store.write(unit, first=first)

    async def look(self, unit):
        return await self.store.look(unit)

    def reading(self):
        return self.store.reading()

    async def append(self, entry):
        lost = self.lost if self.times else None
        self.times -= 1
        if lost in (None, "after"):
            await self.store.append(entry)
        if lost == "under way":
            self.under_way.append(entry)
        if lost:
            raise UnknownOutcome("The database went away.") from self.cause

    async def close(self):
        await self.store.close()


@pytest.fixture
def lossy(sql):
    return LosesConnections(sql.store)


@pytest.fixture
async def journal(lossy, sql):
    """A journal on such a store, with one entry."""
    journal = SqlJournal(lossy, sql.vault, "here")
    await journal.open_table(MAIN, EMPTY)
    await journal.append(FIRST)
    return journal


async def events(journal):
    return (await journal.load(MAIN)).events


async def test_who_opens_a_table_takes_it_from_whoever_had_it(sql):
    here, there = (SqlJournal(sql.store, sql.vault, node) for node in ("here", "there"))
    await here.open_table(MAIN, EMPTY)
    await here.append(FIRST)
    await there.open_table(MAIN, EMPTY)
    with pytest.raises(StaleTable, match=r"^Table main has gone on without this writer\.$"):
        await here.append(SECOND)
    await there.append(SECOND)
    assert await events(there) == FIRST.events + SECOND.events


async def test_a_journal_that_only_reads_takes_no_table(sql):
    here, there = (SqlJournal(sql.store, sql.vault, node) for node in ("here", "there"))
    await here.open_table(MAIN, EMPTY)
    assert (await there.load(MAIN)).seating == EMPTY
    with pytest.raises(StaleTable):
        await there.append(FIRST)
    await here.append(FIRST)


@pytest.mark.parametrize(
    "ask",
    [lambda sql: sql.journal.reserve_hands(1), lambda sql: sql.accounts.house_player("Bot", 100)],
    ids=["ids of hands", "a house bot"],
)
async def test_what_tables_ask_does_not_wait_for_guests_who_came_before(sql, ask):
    signed_in = []

    async def signs_in(name):
        signed_in.append(await sql.accounts.add_guest(name, 100))

    guests = [asyncio.create_task(signs_in(f"Guest {number}")) for number in range(30)]
    await asyncio.sleep(0)
    await ask(sql)
    assert len(signed_in) < len(guests)
    await asyncio.gather(*guests)


async def test_an_entry_that_arrived_before_the_connection_was_lost_is_appended(lossy, journal):
    lossy.lost = "after"
    await journal.append(SECOND)
    assert await events(journal) == FIRST.events + SECOND.events


async def test_an_entry_that_did_not_arrive_is_written_once_more(lossy, journal):
    lossy.lost, lossy.times = "before", 1
    await journal.append(SECOND)
    assert await events(journal) == FIRST.events + SECOND.events


async def test_an_entry_that_does_not_arrive_again_has_not_happened(lossy, journal):
    lossy.lost = "before"
    with pytest.raises(StorageError) as refused:
        await journal.append(SECOND)
    assert not isinstance(refused.value, UnknownOutcome)
    lossy.lost = None
    assert await events(journal) == FIRST.events
    await journal.append(SECOND)


@pytest.mark.parametrize(
    ("lost", "expected"),
    [("before", FIRST.events), ("after", FIRST.events + SECOND.events)],
)
async def test_while_the_database_is_away_the_outcome_is_not_known_and_afterwards_it_is(
    lossy, journal, lost, expected
):
    lossy.lost, lossy.is_away = lost, True
    with pytest.raises(UnknownOutcome):
        await journal.append(SECOND)
    lossy.lost, lossy.is_away = None, False
    assert await events(journal) == expected


async def test_a_database_that_hangs_is_not_asked_again_before_it_is_said(lossy, journal):
    lossy.lost, lossy.times, lossy.cause = "after", 1, TimeoutError()
    with pytest.raises(UnknownOutcome):
        await journal.append(SECOND)
    assert await events(journal) == FIRST.events + SECOND.events
    await journal.append(THIRD)


async def test_what_was_under_way_cannot_arrive_after_somebody_has_looked(lossy, journal):
    lossy.lost = "under way"
    with pytest.raises(StorageError):
        await journal.append(SECOND)
    with pytest.raises(StaleTable):
        await lossy.store.append(lossy.under_way[0])
    assert await events(journal) == FIRST.events


async def test_a_table_that_was_taken_while_the_outcome_was_not_known_is_stale(lossy, journal, sql):
    lossy.lost, lossy.is_away = "before", True
    with pytest.raises(UnknownOutcome):
        await journal.append(SECOND)
    await SqlJournal(sql.store, sql.vault, "there").open_table(MAIN, EMPTY)
    lossy.lost, lossy.is_away = None, False
    with pytest.raises(StaleTable):
        await journal.append(SECOND)
