"""A person who finds all seats taken, or opens a table of his own, at a real server."""

import asyncio

import pytest

from client_cli.seat import named, take_seat
from client_cli.waiting import open_table
from server.lobby.opening import Template
from server.tables.setup import TableSetup
from server.tables.staff import BotOfTheHouse
from showdown import Ruleset
from showdown.protocol import messages as msg
from showdown.rules.ruleset import TableId
from showdown.sdk import Connection, ConnectionLost, NoSeat, Refused
from tests.server.gateway.kit import open_house
from tests.server.tables.test_house import call

RULES = Ruleset(sb=5, bb=10, max_seats=2)
MAIN = TableId("main")
CLASSIC = Template(name="classic", ruleset=Ruleset(sb=5, bb=10))


@pytest.fixture
async def house():
    async with open_house(tables=[("main", RULES)], templates=(CLASSIC,)) as house:
        yield house


class Person:
    """Somebody at a terminal, and what he was told."""

    def __init__(self, connection):
        self.connection = connection
        self.notes: asyncio.Queue[str] = asyncio.Queue()

    async def sit(self, wanted=None, **fields):
        return await take_seat(self.connection, wanted, None, self.notes.put_nowait, **fields)

    async def leave(self, table=MAIN):
        await self.connection.request(lambda id: msg.Leave(id=id, table=table))


@pytest.fixture
async def people(house):
    people = [
        Person(await Connection.open(house.url, name=name)) for name in ("Anna", "Boris", "Clara")
    ]
    yield people
    for person in people:
        await person.connection.close()


async def test_who_finds_all_seats_taken_waits_in_line_and_has_the_first_that_is_left(people):
    anna, boris, clara = people
    for person in (anna, boris):
        assert await person.sit("main") == MAIN
    waiting = asyncio.create_task(clara.sit("MAIN"))
    assert await clara.notes.get() == (
        "All seats at main are taken; you are number 1 in line. Ctrl-C ends the waiting."
    )
    await anna.leave()
    assert await waiting == MAIN
    assert clara.connection.session.tables[MAIN].view.you == 1


async def test_who_wants_one_seat_and_no_other_does_not_wait(people):
    anna, boris, _ = people
    await anna.sit("main", seat=2)
    with pytest.raises(Refused) as refused:
        await boris.sit("main", seat=2)
    assert refused.value.code == "seat_taken"
    assert await boris.sit("main", seat=1) == MAIN


async def test_who_waits_when_the_connection_ends_is_told_so(people):
    anna, boris, clara = people
    for person in (anna, boris):
        await person.sit("main")
    waiting = asyncio.create_task(clara.sit("main"))
    await clara.notes.get()
    await clara.connection.close()
    with pytest.raises(ConnectionLost):
        await waiting


async def test_where_no_table_has_room_a_person_is_told_how_to_wait(people):
    anna, boris, clara = people
    for person in (anna, boris):
        await person.sit()
    with pytest.raises(NoSeat) as refused:
        await clara.sit()
    assert str(refused.value) == (
        "No table has a free seat; showdown play --table TABLE waits for one, and showdown watch "
        "TABLE looks on."
    )


async def test_a_table_is_opened_from_a_template_however_that_is_written(people):
    anna, boris, _ = people
    table = await open_table(anna.connection, "CLASSIC", "home")
    assert table == "home~1"
    assert await anna.sit(table) == table
    assert await boris.sit("home") == table


async def test_a_template_that_is_not_there_is_named_with_those_that_are(people):
    with pytest.raises(NoSeat) as refused:
        await open_table(people[0].connection, "turbo", None)
    assert str(refused.value) == "There is no template 'turbo'; the templates are: classic."


def test_of_two_tables_of_one_name_the_number_has_to_be_typed():
    tables = [
        msg.TableSummary(table=TableId(name), ruleset=RULES, players=0, free=(1, 2), hand=None)
        for name in ("home~1", "home~12", "away~3")
    ]
    assert named(tables, "AWAY") == "away~3"
    assert named(tables, "home~1") == "home~1"
    with pytest.raises(NoSeat):
        named(tables, "home")


async def test_a_bot_leaves_its_seat_to_a_person_who_plays_wherever_there_is_room(house, people):
    anna, boris, _ = people
    bots = tuple(BotOfTheHouse(name=f"caller-{n}", decide=call) for n in (1, 2))
    await house.lobby.open(TableId("bots"), RULES, TableSetup(bots=bots, bot_delay=0))
    assert await anna.sit("main") == MAIN
    assert await boris.sit("bots") == TableId("bots")
