"""Claims to tables: of several who claim one at once exactly one has it, and may write there."""

import asyncio
from random import Random

import pytest

from server.ports import Claimed, StaleTable
from server.storage.claims import SqlClaims
from server.storage.journal import SqlJournal
from server.storage.tenure import Tenure
from showdown.rules.ruleset import TableId
from tests.server.storage.material import EMPTY, MAIN, ChanceTable, append_all, guests
from tests.server.storage.postgres.tables import entry

TABLES = [TableId(f"table{number}") for number in range(20)]


class Process:
    """One of those that share a database."""

    def __init__(self, sql, name):
        tenure = Tenure()
        self.name = name
        self.journal = SqlJournal(sql.store, sql.vault, name, tenure)
        self.claims = SqlClaims(sql.store, tenure, name)

    async def claim(self, *tables):
        """Claim tables as they are; the epochs of those it has got."""
        rows = await self.claims.look(tables)
        return (await self.claims.claim({row.table: row.epoch for row in rows})).taken


@pytest.fixture
async def made(sql):
    """A database with tables that nobody has claimed."""
    await sql.claims.make(dict.fromkeys([MAIN, *TABLES], EMPTY))
    return sql


async def test_tables_are_made_once_and_stay_as_they_are(made):
    here = Process(made, "here")
    assert await here.claim(MAIN) == {MAIN: 2}
    await made.claims.make({MAIN: EMPTY})
    assert await here.claims.look([MAIN]) == (Claimed(MAIN, 2, "here"),)
    assert len(await here.claims.look()) == 1 + len(TABLES)


async def test_of_many_who_claim_at_once_exactly_one_has_each_table(made):
    processes = [Process(made, f"process{number}") for number in range(5)]
    known = dict.fromkeys(TABLES, 1)
    outcomes = await asyncio.gather(*(each.claims.claim(known) for each in processes))
    rows = {row.table: row for row in await made.claims.look(TABLES)}
    for table in TABLES:
        taken = [
            process.name
            for process, outcome in zip(processes, outcomes, strict=True)
            if table in outcome.taken
        ]
        assert [rows[table]] == [Claimed(table, 2, name) for name in taken]
    for outcome in outcomes:
        assert set(outcome.refused) == {rows[t] for t in TABLES if t not in outcome.taken}


async def test_a_claim_that_comes_too_late_is_told_whose_the_table_is(made):
    here, there = Process(made, "here"), Process(made, "there")
    await here.claim(MAIN)
    late = await there.claims.claim({MAIN: 1, TableId("gone"): 1})
    assert (late.taken, late.refused) == ({}, (Claimed(MAIN, 2, "here"),))


async def test_who_had_a_table_can_store_nothing_there_after_a_claim(made):
    here, there = Process(made, "here"), Process(made, "there")
    await here.claim(MAIN)
    await here.journal.open_table(MAIN, EMPTY)
    await here.journal.append(entry(MAIN))
    await there.claim(MAIN)
    for late in (
        here.journal.append(entry(MAIN, 2)),
        here.journal.close_table(MAIN),
        here.journal.open_table(MAIN, EMPTY),
    ):
        with pytest.raises(StaleTable):
            await late
    stored = await there.journal.open_table(MAIN, EMPTY)
    assert stored.last == 1
    await there.journal.append(entry(MAIN, 2))


async def test_a_table_that_was_let_go_is_opened_again_only_after_another_claim(made):
    here = Process(made, "here")
    await here.claim(MAIN)
    await here.journal.open_table(MAIN, EMPTY)
    here.claims.end([MAIN])
    with pytest.raises(StaleTable):
        await here.journal.open_table(MAIN, EMPTY)
    with pytest.raises(StaleTable):
        await here.journal.append(entry(MAIN))
    await here.claim(MAIN)
    await here.journal.open_table(MAIN, EMPTY)
    await here.journal.append(entry(MAIN))


async def test_what_is_read_ahead_is_what_the_journal_would_find(made):
    here, there, third = (Process(made, name) for name in ("here", "there", "third"))
    await here.claim(MAIN, TABLES[0])
    await here.journal.open_table(MAIN, EMPTY)
    played = ChanceTable(Random(1), await guests(made.accounts))
    await append_all(here.journal, played.first_entries(40))
    await there.claim(MAIN, *TABLES[:3])
    await there.claims.read_ahead([MAIN, *TABLES[:3]])
    ahead = [await there.journal.open_table(table, EMPTY) for table in (MAIN, TABLES[0])]
    await third.claim(MAIN, *TABLES[:3])
    assert ahead == [await third.journal.open_table(table, EMPTY) for table in (MAIN, TABLES[0])]
    assert ahead[0].entries


async def test_tables_in_mid_hand_come_first(made):
    here, there = Process(made, "here"), Process(made, "there")
    running = TABLES[7]
    await here.claim(*TABLES)
    await here.journal.open_table(running, EMPTY)
    await here.journal.append(entry(running))
    assert next(iter(await there.claim(*TABLES))) == running


async def test_who_comes_in_later_has_a_greater_number_whichever_way_he_comes(sql):
    anna, *_ = await guests(sql.accounts)
    first = await sql.sessions.begin(anna, 60)
    second = await sql.sessions.begin(anna, 60)
    together = await asyncio.gather(*(sql.sessions.begin(anna, 60) for _ in range(5)))
    again = await sql.sessions.resume(first.token, 60)
    numbers = [first.entrance, second.entrance, *sorted(e.entrance for e in together)]
    numbers.append(again.entrance)
    assert numbers == sorted(set(numbers))
    assert numbers[0] > 0
