"""Tables that players open: from templates, so many as may be, and closed when nobody is there."""

import asyncio
import gc
import weakref

import pytest

from server.lobby.opening import OpeningLimits, Template
from server.ports import StorageError
from server.tables.actor import TableActor
from server.tables.setup import TableSetup
from server.tables.staff import BotOfTheHouse
from showdown import Ruleset
from tests.server.fakes import MemoryStorage
from tests.server.gateway.kit import QUICK, open_house
from tests.server.tables.test_house import call

FAST = Template(name="fast", ruleset=QUICK, most=3)
SLOW = Template(name="slow", ruleset=Ruleset(sb=5, bb=10, act_time=60))
WITH_BOTS = Template(
    name="bots",
    ruleset=QUICK,
    setup=TableSetup(bots=(BotOfTheHouse(name="caller-bots-1", decide=call),), bot_delay=0),
)
TEMPLATES = (FAST, SLOW, WITH_BOTS)
SOON = OpeningLimits(empty_seconds=0)
PATIENT = OpeningLimits(each=2, together=4, empty_seconds=3600)


def a_house(**options):
    return open_house(**{"templates": TEMPLATES, "limits": PATIENT} | options)


async def opened(wire, template="fast", **fields):
    reply = await wire.ask("open_table", template=template, **fields)
    assert reply["ok"], reply
    return reply["result"]["table"]


async def the_tables(wire):
    await wire.ask("tables")
    return [each["table"] for each in wire.frames[-2]["tables"]]


async def end_of(actor):
    """The moment has come to close a table, if nobody is there."""
    done = asyncio.Event()

    async def job():
        await actor.vacancy.end()
        done.set()

    actor.post(job)
    await done.wait()


def is_closed(frame):
    return frame["type"] == "notice" and frame["code"] == "table_closed"


# Opening.


async def test_the_lobby_says_from_what_a_table_may_be_opened():
    async with a_house() as house, house.guest("Anna") as anna:
        await opened(anna, "slow")
        await anna.ask("tables")
        templates = anna.frames[-2]["templates"]
        assert [(t["name"], t["open"], t["most"], t["bots"]) for t in templates] == [
            ("fast", 0, 3, 0),
            ("slow", 1, 20, 0),
            ("bots", 0, 20, 1),
        ]
        assert templates[1]["ruleset"]["act_time"] == 60


async def test_a_table_that_was_opened_is_listed_and_played_at():
    async with (
        a_house() as house,
        house.guest("Anna") as anna,
        house.guest("Boris") as boris,
    ):
        table = await opened(anna, name="home")
        assert table == "home~1"
        assert await the_tables(boris) == ["main", table]
        for wire in (anna, boris):
            assert (await wire.ask("sit", table=table))["ok"]
        assert (await anna.until(lambda f: f.get("hand")))["table"] == table


async def test_two_tables_of_one_name_have_different_ids_and_so_have_later_ones():
    storage = MemoryStorage()
    async with a_house(storage=storage) as house, house.guest("Anna") as anna:
        assert [await opened(anna, name="home") for _ in range(2)] == ["home~1", "home~2"]
    async with a_house(storage=storage) as house, house.guest("Boris") as boris:
        assert await opened(boris, name="home") == "home~3"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"template": "poker"}, "no_such_template"),
        ({"template": "fast", "name": "a b"}, "bad_message"),
        ({"template": "fast", "name": "main~1"}, "bad_message"),
        ({"template": "fast", "name": ""}, "bad_message"),
        ({"template": "fast", "name": "x" * 21}, "bad_message"),
    ],
)
async def test_a_table_that_cannot_be_opened_has_a_code(fields, code):
    async with a_house() as house, house.guest("Anna") as anna:
        assert (await anna.ask("open_table", **fields))["error"]["code"] == code
        assert await the_tables(anna) == ["main"]


async def test_a_player_a_template_and_all_together_have_so_many_tables_and_no_more():
    async with (
        a_house() as house,
        house.guest("Anna") as anna,
        house.guest("Boris") as boris,
        house.guest("Clara") as clara,
    ):
        for wire in (anna, boris):
            await opened(wire)
        await opened(anna)
        refused = (await anna.ask("open_table", template="slow"))["error"]
        assert (refused["code"], refused["details"]) == (
            "too_many_tables",
            {"found": 2, "wanted": 2},
        )
        refused = (await boris.ask("open_table", template="fast"))["error"]
        assert (refused["code"], refused["details"]) == (
            "too_many_tables",
            {"found": 3, "wanted": 3},
        )
        await opened(boris, "slow")
        refused = (await clara.ask("open_table", template="slow"))["error"]
        assert (refused["code"], refused["details"]) == (
            "too_many_tables",
            {"found": 4, "wanted": 4},
        )


async def test_what_cannot_be_stored_is_not_opened_and_counts_for_nothing():
    async with a_house() as house, house.guest("Anna") as anna:
        house.storage.journal.full = StorageError("The disk is full.")
        for _ in range(3):
            error = (await anna.ask("open_table", template="fast"))["error"]
            assert error["code"] == "unavailable"
        house.storage.journal.full = None
        assert await the_tables(anna) == ["main"]
        await opened(anna)


# Closing.


async def test_a_table_at_which_nobody_sits_is_closed_and_who_looks_on_is_told():
    async with (
        a_house() as house,
        house.guest("Anna") as anna,
        house.guest("Boris") as boris,
    ):
        table = await opened(anna)
        await boris.ask("watch", table=table)
        assert (await anna.ask("sit", table=table))["ok"]
        actor = house.lobby.find(table).actor
        await end_of(actor)
        assert await the_tables(boris) == ["main", table]
        assert (await anna.ask("leave", table=table))["ok"]
        await end_of(actor)
        assert (await boris.until(is_closed))["table"] == table
        assert await the_tables(boris) == ["main"]
        for request in ("sit", "watch", "resume", "wait"):
            reply = await boris.ask(request, table=table)
            assert reply["error"]["code"] == "no_such_table"
        assert house.storage.journal.opened == {}


async def test_house_bots_go_home_with_their_chips_before_their_table_closes():
    async with a_house() as house, house.guest("Anna") as anna:
        table = await opened(anna, "bots")
        await anna.ask("watch", table=table)
        (seat,) = anna.frames[-1]["view"]["seats"]
        assert seat["name"] == "caller-bots-1"
        await end_of(house.lobby.find(table).actor)
        await anna.until(is_closed)
        accounts = house.storage.accounts
        assert {a.name: a.chips for a in accounts.accounts.values()} == {
            "House": 0,
            "Anna": 10_000,
            "caller-bots-1": 1_000,
        }


async def test_a_table_whose_end_cannot_be_stored_is_closed_when_it_can():
    async with a_house() as house, house.guest("Anna") as anna:
        table = await opened(anna)
        await anna.ask("watch", table=table)
        actor = house.lobby.find(table).actor
        house.storage.journal.full = StorageError("The disk is full.")
        await end_of(actor)
        assert (await anna.ask("sit", table=table))["error"]["code"] == "unavailable"
        house.storage.journal.full = None
        await end_of(actor)
        assert is_closed(await anna.until(is_closed))


# Over a restart.


async def test_a_table_that_was_opened_is_there_after_a_restart_with_who_sat_there():
    storage = MemoryStorage()
    async with a_house(storage=storage) as house, house.guest("Anna") as anna:
        table = await opened(anna, "slow", name="home")
        await anna.ask("sit", table=table, buy_in=500)
        token = anna.frames[0]["token"]
    async with a_house(storage=storage) as house, house.client() as anna:
        await anna.ask("hello", token=token)
        assert anna.frames[0]["seats"] == [{"table": table, "seat": 1}]
        await anna.ask("tables")
        templates = {t["name"]: t["open"] for t in anna.frames[-2]["templates"]}
        assert templates == {"fast": 0, "slow": 1, "bots": 0}
        await anna.ask("leave", table=table)
        assert house.lobby.find(table).actor.vacancy.is_vacant


async def test_a_table_whose_template_is_gone_goes_on_as_it_was():
    storage = MemoryStorage()
    async with a_house(storage=storage) as house, house.guest("Anna") as anna:
        table = await opened(anna, "slow")
        await anna.ask("sit", table=table)
    async with open_house(storage=storage, templates=()) as house:
        actor = house.lobby.find(table).actor
        assert actor.state.ruleset == SLOW.ruleset
        assert len(actor.state.seating.occupants) == 1


# Thousands.


def tables_in_memory():
    """By their identities; tests before this one may have left some."""
    return {id(each) for each in gc.get_objects() if isinstance(each, TableActor)}


async def test_tables_that_were_opened_and_closed_leave_nothing_behind():
    async with a_house(limits=SOON) as house, house.guest("Anna") as anna:
        gone = []
        gc.collect()
        before = tables_in_memory()
        for _ in range(20):
            table = await opened(anna)
            desk = house.lobby.find(table)
            if desk is not None:
                gone.append(weakref.ref(desk.actor))
                del desk
            while table in await the_tables(anna):
                anna.frames.clear()
        gc.collect()
        assert [each for each in gone if each() is not None] == []
        assert tables_in_memory() <= before
        assert len(house.lobby._tasks) == 1


SECRET = Template(name="secret", ruleset=QUICK, private=True)


async def test_who_opens_a_table_is_its_host_also_after_a_restart():
    storage = MemoryStorage()
    async with a_house(storage=storage) as house, house.guest("Anna") as anna:
        table = await opened(anna)
        assert (await anna.ask("host", table=table, do={"type": "pause"}))["ok"]
        token = anna.frames[0]["token"]
        async with house.guest("Boris") as boris:
            refused = await boris.ask("host", table=table, do={"type": "unpause"})
            assert refused["error"]["code"] == "not_host"
    async with a_house(storage=storage) as house, house.client() as wire:
        assert (await wire.ask("hello", token=token))["ok"]
        assert wire.frames[0]["hosts"] == [table]
        assert (await wire.ask("host", table=table, do={"type": "unpause"}))["ok"]


async def test_a_table_of_a_private_template_is_there_for_its_host_and_whom_he_invites():
    async with (
        a_house(templates=(SECRET,)) as house,
        house.guest("Anna") as anna,
        house.guest("Eve") as eve,
    ):
        table = await opened(anna, "secret")
        assert await the_tables(eve) == ["main"]
        assert (await eve.ask("watch", table=table))["error"]["code"] == "no_such_table"
        assert await the_tables(anna) == ["main", table]
        reply = await anna.ask("host", table=table, do={"type": "invite"})
        (link,) = reply["result"]["links"]
        async with house.guest("Boris", invite=link.partition("#")[2]) as boris:
            assert boris.frames[0]["invited"] == table
            assert (await boris.ask("sit", table=table))["ok"]


async def test_of_a_table_that_is_closed_nothing_is_known_but_that_it_was_private():
    storage = MemoryStorage()
    async with (
        a_house(storage=storage, templates=(FAST, SECRET), limits=SOON) as house,
        house.guest("Anna") as anna,
    ):
        for template in ("fast", "secret"):
            table = await opened(anna, template)
            await end_of(house.lobby.find(table).actor)
        (kept,) = await storage.hosted.load()
        assert (kept.table, kept.private) == (table, True)
