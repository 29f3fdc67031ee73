"""Whatever node a client is connected to, he is told of all tables, and all know where he sits."""

import asyncio

from msgspec.structs import replace

from server.lobby.numbers import Numbers
from server.ports import StorageError
from server.tables.setup import TableSetup
from showdown.rules.ruleset import TableId
from tests.server.gateway.kit import QUICK, asked
from tests.server.gateway.remote.kit import HERE, THERE, open_nodes, stays_in


async def the_tables(wire):
    assert (await wire.ask("tables"))["ok"]
    return wire.frames[-2]["tables"]


def test_pages_follow_on_one_another_in_the_order_of_the_configuration():
    numbers = Numbers(map(TableId, ("red", "green", "blue")))
    for table in ("fast~10", "blue", "red", "elsewhere", "fast~9", "green", "red"):
        numbers.add(TableId(table))
    order = ["red", "green", "blue", "fast~9", "fast~10", "elsewhere"]
    assert list(numbers.after(0)) == order
    assert list(numbers.after(numbers.of(TableId("green")))) == order[2:]
    numbers.remove(TableId("fast~9"))
    assert list(numbers.after(numbers.of(TableId("blue")))) == ["fast~10", "elsewhere"]


async def test_all_tables_are_listed_at_each_node_in_one_order():
    tables = (("green", THERE), ("red", HERE), ("blue", THERE), ("amber", HERE))
    async with (
        open_nodes(tables) as nodes,
        nodes[HERE].guest("Anna") as anna,
        nodes[THERE].guest("Boris") as boris,
    ):
        assert (await anna.ask("sit", table="blue", seat=2))["ok"]
        await nodes.known()
        lists = [await the_tables(wire) for wire in (anna, boris)]
        assert lists[0] == lists[1]
        assert [each["table"] for each in lists[0]] == ["green", "red", "blue", "amber"]
        blue = lists[0][2]
        assert [each["name"] for each in blue["seats"]] == ["Anna"]


async def test_a_table_that_is_there_no_more_is_listed_nowhere():
    tables = (("green", THERE), ("red", HERE))
    async with open_nodes(tables) as nodes, nodes[HERE].guest("Anna") as anna:
        await nodes.known()
        nodes[THERE].lobby.remove(TableId("green"))
        del nodes.places.known["green"]
        assert [each["table"] for each in await the_tables(anna)] == ["red"]
        assert (await anna.ask("watch", table="green"))["error"]["code"] == "no_such_table"


async def test_a_table_that_moves_is_listed_all_the_time():
    async with open_nodes() as nodes, nodes[HERE].guest("Anna") as anna:
        assert (await anna.ask("sit", table="main", seat=2))["ok"]
        await nodes.known()
        await nodes.let_go("main")
        await nodes.known()
        assert [each["players"] for each in await the_tables(anna)] == [1]
        await nodes.run("main", HERE)
        await nodes.known()
        assert [each["players"] for each in await the_tables(anna)] == [1]
        assert (await anna.ask("leave", table="main"))["ok"]
        await nodes.known()
        assert nodes[THERE].lobby.find(TableId("main")) is None
        assert not nodes[THERE].lobby.seated()


async def test_who_comes_back_at_another_node_is_shown_where_he_sits():
    async with open_nodes() as nodes:
        async with nodes[THERE].guest("Anna") as anna:
            assert (await anna.ask("sit", table="main", seat=2))["ok"]
            token = anna.frames[0]["token"]
        await nodes.known()
        async with nodes[HERE].client() as back:
            assert (await back.ask("hello", token=token))["ok"]
            assert back.frames[0]["seats"] == [{"table": "main", "seat": 2}]
            snapshot = await back.until(lambda f: f["type"] == "snapshot")
            assert snapshot["view"]["you"] == 2


async def seated_at_a_node_that_dies(nodes):
    """Let somebody sit down of whom nobody hears but a node that dies then; gives his token."""
    nodes[HERE].bus.deaf = True
    async with nodes[THERE].guest("Anna") as anna:
        assert (await anna.ask("sit", table="main", seat=2))["ok"]
        token = anna.frames[0]["token"]
    await nodes.known()
    nodes.kill(THERE)
    nodes[HERE].bus.deaf = False
    return token


async def test_where_somebody_sits_is_known_though_only_a_node_knew_it_that_has_died():
    async with open_nodes() as nodes:
        token = await seated_at_a_node_that_dies(nodes)
        async with nodes[HERE].client() as back:
            assert (await back.ask("hello", token=token))["ok"]
            assert back.frames[0]["seats"] == [{"table": "main", "seat": 2}]
            assert [each["players"] for each in await the_tables(back)] == [1]
            await nodes.run("main", HERE)
            snapshot = await back.until(lambda f: f["type"] == "snapshot")
            assert snapshot["view"]["you"] == 2


async def test_of_a_table_that_nobody_runs_the_database_is_asked_once_for_all_who_come():
    async with open_nodes() as nodes:
        token = await seated_at_a_node_that_dies(nodes)
        read = nodes[HERE].storage.seatings.asked
        read.clear()
        async with nodes[HERE].client() as anna, nodes[HERE].client() as clara:
            answers = await asyncio.gather(
                anna.ask("hello", token=token), clara.ask("hello", name="Clara")
            )
            assert all(each["ok"] for each in answers)
            assert [wire.frames[0].get("seats") for wire in (anna, clara)] == [
                [{"table": "main", "seat": 2}],
                None,
            ]
        assert read == ["main"]
        await nodes.run("main", HERE)
        await nodes.known()
        async with nodes[HERE].guest("Dora"):
            assert read == ["main"]


async def test_who_comes_while_the_database_is_away_is_let_in_and_told_later_where_he_sits():
    async with open_nodes() as nodes:
        token = await seated_at_a_node_that_dies(nodes)
        nodes[HERE].storage.seatings.away = StorageError("The database is away.")
        async with nodes[HERE].client() as early:
            assert (await early.ask("hello", token=token))["ok"]
            assert "seats" not in early.frames[0]
        nodes[HERE].storage.seatings.away = None
        async with nodes[HERE].client() as late:
            assert (await late.ask("hello", token=token))["ok"]
            assert late.frames[0]["seats"] == [{"table": "main", "seat": 2}]


async def test_a_node_that_starts_lists_tables_of_which_nobody_tells_any_more():
    async with open_nodes() as nodes, nodes[THERE].guest("Anna") as anna:
        assert (await anna.ask("sit", table="main", seat=2))["ok"]
        directory = nodes[HERE].directory
        directory._forget(TableId("main"))
        assert not await directory.complete(lambda: ["main"], seconds=0)
        await directory.seats_known()
        assert [each.summary.players for each in directory.tables] == [1]
        nodes.second()
        assert await directory.complete(lambda: ["main"], seconds=1)


async def test_a_node_that_comes_later_is_told_of_everything():
    async with open_nodes() as nodes, nodes[THERE].guest("Anna") as anna:
        nodes[HERE].bus.deaf = True
        assert (await anna.ask("sit", table="main", seat=2))["ok"]
        await nodes.known()
        assert not nodes[HERE].lobby.seated()
        nodes[HERE].bus.deaf = False
        nodes.second()
        await nodes.known()
        await nodes.known()
        assert nodes[HERE].lobby.seated()


async def test_who_has_chips_at_a_table_of_another_node_gets_none_for_the_day():
    tables = (("main", THERE), ("side", HERE))
    async with open_nodes(tables, guest_chips=1000) as nodes, nodes[HERE].guest("Anna") as anna:
        assert (await anna.ask("sit", table="main", buy_in=1000))["ok"]
        await nodes.known()
        refused = await anna.ask("sit", table="side")
        assert refused["error"]["code"] == "insufficient_funds"
        assert not [f for f in anna.frames if f.get("code") == "daily_chips"]


async def test_the_line_of_a_table_goes_with_it():
    async with (
        open_nodes(ruleset=replace(QUICK, max_seats=2)) as nodes,
        nodes[HERE].guest("Anna") as anna,
        nodes[HERE].guest("Boris") as boris,
        nodes[HERE].guest("Clara") as clara,
        nodes[THERE].guest("Dora") as dora,
    ):
        for wire in (anna, boris):
            assert (await wire.ask("sit", table="main"))["ok"]
        for wire in (clara, dora):
            assert (await wire.ask("wait", table="main"))["ok"]
        await nodes.known()
        await nodes.move("main", HERE)
        places = nodes[HERE].lobby.find(TableId("main")).actor.waiting.places
        assert [each.account for each in places] == [4, 5]
        who, _ = await asked([anna, boris])
        assert (await who.ask("leave", table="main"))["ok"]
        await clara.until(lambda f: f.get("code") == "seat_offered")


async def test_a_private_table_of_another_node_is_there_for_who_is_invited():
    async with open_nodes(private=("main",)) as nodes:
        code = nodes[THERE].codes["main"].invite
        await nodes.known()
        async with nodes[HERE].guest("Anna") as anna, nodes[HERE].client() as boris:
            assert await the_tables(anna) == []
            assert (await anna.ask("watch", table="main"))["error"]["code"] == "no_such_table"
            assert (await boris.ask("hello", name="Boris", invite=code))["ok"]
            assert [each["table"] for each in await the_tables(boris)] == ["main"]
            assert (await boris.ask("sit", table="main"))["ok"]


async def test_a_hand_that_onlookers_have_not_seen_is_looked_at_by_none_at_another_node():
    setup = TableSetup(spectator_delay=60)
    async with (
        open_nodes(setup=setup) as nodes,
        nodes[HERE].guest("Anna") as anna,
        nodes[THERE].guest("Boris") as boris,
        nodes[HERE].guest("Clara") as clara,
    ):
        for wire in (anna, boris):
            assert (await wire.ask("sit", table="main"))["ok"]
        while not any(
            e.get("type") == "hand_ended" for f in anna.frames for e in f.get("events", ())
        ):
            who, frame = await asked([anna, boris])
            assert (await who.ask("act", **stays_in(frame)))["ok"]
        await nodes.known()
        assert (await clara.ask("hands"))["result"]["hands"] == []
        assert (await clara.ask("hand", hand=1))["error"]["code"] == "no_such_hand"
        assert (await anna.ask("hand", hand=1))["ok"]


async def test_who_is_let_in_as_host_at_one_node_is_announced_where_the_table_is():
    async with open_nodes(private=("main",)) as nodes:
        codes = nodes[THERE].codes["main"]
        async with nodes[THERE].client() as anna, nodes[HERE].client() as boris:
            assert (await anna.ask("hello", name="Anna", invite=codes.invite))["ok"]
            assert (await anna.ask("watch", table="main"))["ok"]
            await nodes.known()
            assert (await boris.ask("hello", name="Boris", invite=codes.host))["ok"]
            await anna.until(lambda f: f.get("code") == "new_host")
