"""Rows of hands that ended a while ago go, and nothing that anybody may still need."""

from datetime import UTC, datetime
from itertools import islice
from random import Random

import pytest

from server.storage.pruning import GIVEN_UP, KEPT_FOR, prune
from showdown.rules import table as tables
from showdown.rules.ruleset import TableId
from showdown.rules.table import TableState
from tests.server.storage.material import EMPTY, MAIN, ChanceTable, append_all, guests

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC).timestamp()
OTHER = TableId("other")


@pytest.fixture
async def table(sql):
    """A table in mid-hand; hand N of those before ended N seconds after noon."""
    table = ChanceTable(Random(5), await guests(sql.accounts))
    await sql.journal.open_table(MAIN, EMPTY)
    await append_all(sql.journal, islice(table.play(50), 150))
    assert len(table.finished) > 3
    return table


async def hands_in_the_journal(home, table=MAIN):
    rows = await home.ask(
        f"SELECT DISTINCT hand FROM journal WHERE hand IS NOT NULL AND table_id = '{table}'"
        " ORDER BY hand"
    )
    return [hand for (hand,) in rows]


async def rows_between_hands(home):
    return await home.ask("SELECT seq FROM journal WHERE hand IS NULL ORDER BY seq")


async def state_of(sql):
    stored = await sql.journal.load(MAIN)
    return tables.replay(TableState(seating=stored.seating), stored.events)


async def test_hands_go_ten_minutes_after_their_end_and_the_one_that_runs_stays(sql, home, table):
    before = await state_of(sql)
    assert before.running is not None
    hands = [record.hand for record in table.finished]
    running = before.running.hand
    assert await hands_in_the_journal(home) == [*hands, running]
    assert await prune(sql.store, NOON + KEPT_FOR) == 0
    assert await prune(sql.store, NOON + KEPT_FOR + 2) == 2
    assert await hands_in_the_journal(home) == [*hands[2:], running]
    assert await prune(sql.store, NOON + 86_400) == len(hands) - 2
    assert await hands_in_the_journal(home) == [running]
    assert await state_of(sql) == before


async def test_rows_between_hands_go_with_the_hand_that_follows_them(sql, home, table):
    first, *_ = await rows_between_hands(home)
    assert first == (1,)
    await prune(sql.store, NOON + 86_400)
    left = await rows_between_hands(home)
    last_of_hands = (await home.ask("SELECT min(seq) FROM journal WHERE hand IS NOT NULL"))[0]
    assert all(seq < last_of_hands for seq in left)
    assert first not in left


async def test_tables_at_which_nothing_was_played_are_not_looked_at(sql, table, monkeypatch):
    for number in range(5):
        await sql.journal.open_table(TableId(f"idle-{number}"), EMPTY)
    looked_at, look = [], sql.store.look

    async def counted(unit):
        looked_at.append(unit.args[0])
        return await look(unit)

    monkeypatch.setattr(sql.store, "look", counted)
    assert await prune(sql.store, NOON + 86_400) == len(table.finished)
    assert set(looked_at) == {MAIN}


async def test_records_of_pruned_hands_are_there(sql, table):
    await prune(sql.store, NOON + 86_400)
    for record in table.finished:
        assert await sql.hands.get(record.hand) == record


async def test_a_table_plays_on_after_it_was_pruned(sql, home):
    players = await guests(sql.accounts)
    table = ChanceTable(Random(8), players)
    await sql.journal.open_table(MAIN, EMPTY)
    for number, entry in enumerate(table.play(6)):
        await sql.journal.append(entry)
        if number % 40 == 0:
            await prune(sql.store, NOON + 86_400)
    await prune(sql.store, NOON + 86_400)
    assert len(await hands_in_the_journal(home)) <= 1
    for record in table.finished:
        assert await sql.hands.get(record.hand) == record


async def forget_the_record(home, hand):
    """Let a hand be as one that was given up."""
    await home.ask(f"DELETE FROM hand_players WHERE hand = {hand}")
    await home.ask(f"DELETE FROM hands WHERE id = {hand}")


async def test_what_there_is_of_a_hand_without_a_record_is_set_aside_with_the_next_one(
    sql, home, table
):
    first, second, third, *_ = (record.hand for record in table.finished)
    await forget_the_record(home, second)
    columns = (
        "table_id, seq, count, hand, turn, account, action_id, version, epoch, payload, secret"
    )
    before = await home.ask(f"SELECT {columns} FROM journal WHERE hand = {second} ORDER BY seq")
    assert await prune(sql.store, NOON + KEPT_FOR + second) == 1  # the one before it
    assert second in await hands_in_the_journal(home)
    assert await prune(sql.store, NOON + KEPT_FOR + third) == 2
    hands = await hands_in_the_journal(home)
    assert not {first, second, third} & set(hands)
    assert await home.ask(f"SELECT {columns} FROM evidence ORDER BY seq") == before
    assert {*await home.ask("SELECT reason FROM evidence")} == {(GIVEN_UP,)}


async def test_a_hand_without_a_record_stays_where_none_was_played_to_its_end_after_it(
    sql, home, table
):
    last = table.finished[-1].hand
    await forget_the_record(home, last)
    await prune(sql.store, NOON + 86_400)
    running = (await state_of(sql)).running.hand
    assert await hands_in_the_journal(home) == [last, running]
    assert await home.ask("SELECT * FROM evidence") == []


async def test_a_row_that_the_checkpoint_does_not_hold_stays_whatever_else_is_said(
    sql, home, table
):
    last = table.finished[-1]
    await home.ask(
        f"UPDATE tables SET seq = (SELECT min(seq) FROM journal WHERE hand = {last.hand})"
    )
    await prune(sql.store, NOON + 86_400)
    assert last.hand in await hands_in_the_journal(home)


async def test_each_table_is_pruned_for_itself(sql, home, table):
    players = [(await sql.accounts.add_guest(f"Q{number}", 5_000))[0] for number in range(3)]
    other = ChanceTable(Random(3), players, table=OTHER, first_hand=101)
    await sql.journal.open_table(OTHER, EMPTY)
    await append_all(sql.journal, other.play(2))
    # Hands 101 and 102 ended 41 and 42 seconds after noon, those of the first table before.
    await prune(sql.store, NOON + KEPT_FOR + 41)
    assert len(await hands_in_the_journal(home, MAIN)) == 1
    assert await hands_in_the_journal(home, OTHER) == [102]
