"""Who sits where is read beside whoever runs the tables, also while a hand runs there."""

from random import Random

import pytest
from msgspec.structs import replace
from sqlalchemy import update

from server.storage.models import TableRow
from showdown.rules import table as tables
from showdown.rules.ruleset import TableId
from tests.server.storage.material import EMPTY, MAIN, RAKED, ChanceTable, append_all, guests

SIDE = TableId("side")


def places(seating):
    return [(each.seat, each.account) for each in seating.occupants]


@pytest.fixture
async def played(storage):
    """A table where chance plays, in the middle of a hand."""
    table = ChanceTable(Random(1), await guests(storage.accounts))
    await storage.journal.open_table(MAIN, EMPTY)
    entries = enumerate(table.play(50))
    number, entry = next(entries)
    while number <= 30 or table.state.running is None:
        await storage.journal.append(entry)
        number, entry = next(entries)
    return table  # and this entry is one that does not happen


async def test_those_are_there_who_sat_between_two_hands(storage, played):
    await storage.journal.open_table(SIDE, replace(EMPTY, ruleset=RAKED))
    found = await storage.seatings.read([MAIN, SIDE, TableId("nowhere")])
    assert found.keys() == {MAIN, SIDE}
    assert places(found[MAIN]) == places(played.state.seating)
    assert (places(found[SIDE]), found[SIDE].ruleset) == ([], RAKED)


async def test_who_sits_down_or_gets_up_while_a_hand_runs_is_known(storage, played):
    late = [await storage.accounts.add_guest(name, 10_000) for name in ("Yuri", "Zoe")]
    for account, _ in late:
        sit = tables.Sit(account=account.account, name=account.name, buy_in=1_000)
        await append_all(storage.journal, played._perform(sit))
    await append_all(storage.journal, played._perform(tables.Leave(account=late[0][0].account)))
    assert played.state.running is not None
    seating = (await storage.seatings.read([MAIN]))[MAIN]
    assert places(seating) == places(played.state.seating)
    assert seating.of(late[1][0].account) is not None


async def test_a_table_that_cannot_be_read_is_left_out(sql):
    await sql.journal.open_table(MAIN, EMPTY)
    await sql.journal.open_table(SIDE, EMPTY)
    broken = update(TableRow).where(TableRow.id == MAIN).values(checkpoint="{")
    await sql.store.write(lambda connection: connection.execute(broken).rowcount)
    assert (await sql.seatings.read([MAIN, SIDE])).keys() == {SIDE}
