"""Tables that players have opened: stored under names of their own, and gone when they close."""

import pytest
from msgspec.structs import replace

from server.ports import Entry, MostOpen, OpenedTable, StaleTable, StoredTable, TooManyTables
from showdown.rules.ruleset import AccountId, TableId
from showdown.rules.seat_events import Left, Seated
from tests.server.storage.material import EMPTY, guests

ANNA, BORIS = AccountId(2), AccountId(3)


MANY = MostOpen(each=9, of_template=9, together=9)


async def add(storage, label="home", template="classic", account=ANNA, most=MANY):
    return await storage.opened.add(label, template, account, EMPTY, most)


@pytest.mark.parametrize(
    ("most", "account", "template", "sentence"),
    [
        (replace(MANY, each=2), ANNA, "fast", "There are 2 tables of yours already, and 2 may be"),
        (replace(MANY, of_template=2), BORIS, "classic", "There are 2 tables of the template cla"),
        (replace(MANY, together=2), BORIS, "fast", "There are 2 tables that players have opened"),
    ],
)
async def test_no_more_are_open_than_may_be_whichever_node_opens_them(
    storage, most, account, template, sentence
):
    opened = [await add(storage) for _ in range(2)]
    with pytest.raises(TooManyTables, match=sentence) as refused:
        await add(storage, "home", template, account, most)
    assert (refused.value.found, refused.value.wanted) == (2, 2)
    assert await storage.opened.all() == tuple(opened)


async def test_each_table_has_a_name_that_no_other_had_or_will_have(storage):
    first = await add(storage)
    assert first == OpenedTable(table=TableId("home~1"), template="classic", account=ANNA)
    await storage.journal.open_table(first.table, EMPTY)
    await storage.journal.close_table(first.table)
    assert [(await add(storage, label)).table for label in ("home", "away")] == ["home~2", "away~3"]


async def test_those_that_are_open_are_found_again_the_oldest_first(storage):
    opened = [await add(storage) for _ in range(3)]
    await storage.journal.open_table(opened[1].table, EMPTY)
    await storage.journal.close_table(opened[1].table)
    assert await storage.opened.all() == (opened[0], opened[2])


async def test_a_table_is_stored_with_what_is_played_there(storage):
    table = (await add(storage)).table
    assert await storage.journal.open_table(table, None) == StoredTable(seating=EMPTY, seq=0)


async def test_of_a_table_that_was_closed_nothing_is_kept_but_its_hands_and_postings(sql, home):
    await guests(sql.accounts)
    table = (await add(sql)).table
    await sql.journal.open_table(table, EMPTY)
    seated = Seated(seat=1, account=ANNA, name="P1", stack=400)
    left = Left(seat=1, account=ANNA, stack=400)
    await sql.journal.append(Entry(table=table, seq=1, events=(seated, left)))
    await sql.journal.close_table(table)
    for name in ("tables", "opened_tables", "journal"):
        assert await home.ask(f"SELECT count(*) FROM {name}") == [(0,)]
    await sql.journal.close_table(table)  # once more is no fault


async def test_a_table_that_another_server_has_taken_over_is_not_closed(sql, home):
    table = (await add(sql)).table
    await sql.journal.open_table(table, EMPTY)
    await home.ask(f"UPDATE tables SET epoch = epoch + 1 WHERE id = '{table}'")
    with pytest.raises(StaleTable):
        await sql.journal.close_table(table)
    assert len(await sql.opened.all()) == 1


async def test_nothing_can_be_stored_for_a_table_that_was_closed(storage):
    table = (await add(storage)).table
    await storage.journal.open_table(table, EMPTY)
    await storage.journal.close_table(table)
    left = Left(seat=1, account=ANNA, stack=400)
    with pytest.raises(StaleTable):
        await storage.journal.append(Entry(table=table, seq=1, events=(left,)))
