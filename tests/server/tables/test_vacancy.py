"""When a table that a player has opened is closed: when no person has been there for a while."""

import pytest

from server.ports import StaleTable
from server.tables.storing import TAKEN_OVER
from server.tables.vacancy import AGAIN_AFTER, Vacancy
from showdown.protocol import messages as msg
from tests.server.tables.kit import open_room
from tests.server.tables.test_house import call, seat_bots
from tests.server.tables.test_outage import GONE


@pytest.fixture
async def room():
    """A table that is closed when it had no people for a minute."""
    async with open_room() as room:
        room.closed = 0

        async def close():
            await room.storage.journal.probe()
            room.closed += 1

        room.actor.vacancy = Vacancy(room.actor, 60, close)
        room.actor.post(room.actor.go_on)
        await room.settle()
        yield room


async def test_a_table_without_people_is_closed_after_a_while_and_not_before(room):
    await room.pass_time(59)
    assert room.closed == 0
    await room.pass_time(1)
    assert room.closed == 1


async def test_who_sits_keeps_the_table_open_and_the_time_begins_anew_when_he_leaves(room):
    await room.pass_time(30)
    (anna,) = await room.seated("Anna")
    await anna.ask(msg.SitOut, table=room.table)
    await room.pass_time(600)
    assert room.closed == 0
    await anna.ask(msg.Leave, table=room.table)
    await room.pass_time(59)
    assert room.closed == 0
    await room.pass_time(1)
    assert room.closed == 1


async def test_who_waits_keeps_the_table_open_until_he_has_let_his_offer_go(room):
    anna = await room.player("Anna")
    await anna.ask(msg.Wait, table=room.table)
    await room.pass_time(30 + 59)
    assert room.closed == 0
    await room.pass_time(1)
    assert room.closed == 1


async def test_house_bots_keep_no_table_open_and_are_gone_when_it_closes(room):
    await seat_bots(room, call, "caller-1", "caller-2")
    await room.pass_time(60)
    assert room.closed == 1
    assert room.actor.state.seating.occupants == ()


async def test_what_the_database_cannot_take_is_tried_again_and_nobody_sits_down_meanwhile(room):
    room.storage.journal.full = GONE
    await room.pass_time(60)
    assert room.closed == 0
    anna = await room.player("Anna")
    reply = await anna.ask(msg.Sit, table=room.table)
    assert (reply.error.code, "being closed" in reply.error.message) == ("unavailable", True)
    room.storage.journal.full = None
    await room.pass_time(AGAIN_AFTER)
    assert room.closed == 1


async def test_a_table_that_another_server_has_taken_over_is_left_to_that_one(room):
    async def stale():
        raise StaleTable("Table main has gone on without this writer.")

    room.actor.vacancy = Vacancy(room.actor, 60, stale)
    room.actor.post(room.actor.go_on)
    await room.pass_time(60)
    assert room.actor.parked == TAKEN_OVER
    anna = await room.player("Anna")
    reply = await anna.ask(msg.Sit, table=room.table)
    assert (reply.error.code, reply.error.message) == ("unavailable", TAKEN_OVER)
