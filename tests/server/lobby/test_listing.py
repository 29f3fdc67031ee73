"""What the lobby tells of each table: who sits where with what, and how many look on."""

from msgspec.structs import replace

from server.lobby.listing import PAGE
from showdown.rules import events as ev
from showdown.rules.pots import Pot
from tests.server.gateway.kit import QUICK, open_house


async def the_tables(wire, **fields):
    assert (await wire.ask("tables", **fields))["ok"]
    return wire.frames[-2]


async def test_a_table_is_listed_with_who_sits_where_and_how_many_look_on():
    async with (
        open_house() as house,
        house.guest("Anna") as anna,
        house.guest("Boris") as boris,
        house.guest("Clara") as clara,
    ):
        await anna.ask("sit", table="main", seat=3, buy_in=500)
        await anna.ask("sit_out", table="main")
        await boris.ask("sit", table="main", seat=5)
        for wire in (clara, boris):
            await wire.ask("watch", table="main")
        (main,) = (await the_tables(clara))["tables"]
    assert (main["players"], main["free"], main["hand"]) == (2, [1, 2, 4, 6], None)
    assert main["seats"] == [
        {"seat": 3, "name": "Anna", "stack": 500, "sitting_out": True},
        {"seat": 5, "name": "Boris", "stack": 1000},
    ]
    assert main["spectators"] == 1


async def test_a_table_is_listed_with_its_average_pot_as_soon_as_a_hand_is_over():
    async with open_house() as house, house.guest("Anna") as anna, house.guest("Boris") as boris:
        for wire in (anna, boris):
            await wire.ask("sit", table="main", buy_in=500)
        (main,) = (await the_tables(anna))["tables"]
        assert main["average_pot"] is None
        actor = house.lobby.find("main").actor
        for amount in (30, 61):
            actor.pots.follow((hand_ended(amount),))
        (main,) = (await the_tables(anna))["tables"]
        assert main["average_pot"] == 46


def hand_ended(*pots):
    return ev.HandEnded(
        stacks=(), pots=tuple(Pot(amount=each, contenders=(1,)) for each in pots), rake=0
    )


async def test_who_asks_is_told_what_he_has_beside_the_tables():
    async with open_house() as house, house.guest("Anna") as anna:
        lobby = await the_tables(anna, chips=True)
        assert lobby["chips"] == anna.frames[0]["chips"]
        await anna.ask("sit", table="main", buy_in=500)
        assert (await the_tables(anna, chips=True))["chips"] == lobby["chips"] - 500
        assert "chips" not in await the_tables(anna)


async def test_who_is_not_connected_is_listed_as_away():
    async with open_house() as house, house.guest("Clara") as clara:
        async with house.guest("Anna") as anna:
            await anna.ask("sit", table="main", seat=3, buy_in=500)
            await clara.ask("watch", table="main")
        await clara.until(lambda frame: frame["type"] == "presence")
        (main,) = (await the_tables(clara))["tables"]
    assert main["seats"] == [{"seat": 3, "name": "Anna", "stack": 500, "away": True}]


async def test_a_house_bot_is_listed_as_a_bot():
    async with open_house() as house, house.guest("Anna") as anna:
        await anna.ask("sit", table="main")
        actor = house.lobby.find("main").actor
        actor.house = frozenset({anna.frames[0]["account"]})
        (main,) = (await the_tables(anna))["tables"]
        assert main["seats"] == [{"seat": 1, "name": "Anna", "stack": 1000, "bot": True}]


async def test_a_program_with_an_api_token_is_listed_as_a_bot():
    async with open_house() as house, house.guest("Anna") as anna:
        accounts = house.storage.accounts
        by_token = accounts.by_token

        async def by_api_token(token):
            return replace(await by_token(token), is_program=True)

        accounts.by_token = by_api_token
        async with house.client() as program:
            await program.ask("hello", token=anna.frames[0]["token"])
            await program.ask("sit", table="main")
            (main,) = (await the_tables(program))["tables"]
        assert [(seat["name"], seat["bot"]) for seat in main["seats"]] == [("Anna", True)]


async def test_a_page_of_many_tables_asks_of_no_more_than_it_has_and_one():
    names = [f"table-{number}" for number in range(3 * PAGE)]
    async with open_house(tables=[(name, QUICK) for name in names]) as house:
        asked = []

        def shown(table):
            asked.append(table)
            return True

        page = house.lobby.summary(shown=shown)
    assert [each.table for each in page.tables] == names[:PAGE]
    assert asked == names[: PAGE + 1]


async def test_many_tables_come_page_by_page_each_of_them_once():
    names = [f"table-{number}" for number in range(2 * PAGE + 3)]
    async with (
        open_house(tables=[(name, QUICK) for name in names]) as house,
        house.guest("Anna") as anna,
    ):
        pages = [await the_tables(anna)]
        while "next" in pages[-1] and pages[-1]["next"] is not None:
            pages.append(await the_tables(anna, after=pages[-1]["next"]))
    assert [len(page["tables"]) for page in pages] == [PAGE, PAGE, 3]
    assert [each["table"] for page in pages for each in page["tables"]] == names
