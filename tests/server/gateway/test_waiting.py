"""Waiting for a seat over a real connection, and over more than one."""

from msgspec.structs import replace

from server.gateway.answering import MOST_WAITS
from tests.server.gateway.kit import QUICK, open_house

ONE_SEAT_FREE = replace(QUICK, max_seats=2)
TABLES = [(f"table-{number}", ONE_SEAT_FREE) for number in range(MOST_WAITS + 1)]


def is_offer(frame):
    return frame["type"] == "notice" and frame["code"] == "seat_offered"


async def test_who_waits_is_listed_is_offered_a_seat_and_takes_it():
    async with (
        open_house(tables=[("main", ONE_SEAT_FREE)]) as house,
        house.guest("Anna") as anna,
        house.guest("Boris") as boris,
        house.guest("Clara") as clara,
    ):
        for wire in (anna, boris):
            assert (await wire.ask("sit", table="main"))["ok"]
        assert (await clara.ask("sit", table="main"))["error"]["code"] == "table_full"
        reply = await clara.ask("wait", table="main")
        assert reply["result"] == {"type": "waiting", "place": 1}
        await anna.ask("tables")
        assert anna.frames[-2]["tables"][0]["waiting"] == 1
        await boris.ask("leave", table="main")
        offer = await clara.until(is_offer)
        assert (offer["table"], offer["details"]["found"]) == ("main", 2)
        assert (await boris.ask("sit", table="main"))["error"]["code"] == "seat_held"
        assert (await clara.ask("sit", table="main"))["ok"]


async def test_who_comes_back_by_another_connection_is_told_of_his_offer_there():
    async with (
        open_house(tables=[("main", ONE_SEAT_FREE)]) as house,
        house.guest("Anna") as anna,
    ):
        assert (await anna.ask("wait", table="main"))["ok"]
        await anna.until(is_offer)
        token = anna.frames[0]["token"]
        async with house.client() as again:
            assert (await again.ask("hello", token=token))["ok"]
            assert (await again.until(is_offer))["table"] == "main"
            await anna.socket.wait_closed()
            assert (await again.ask("sit", table="main"))["ok"]


async def test_an_account_waits_for_so_many_tables_and_no_more():
    async with open_house(tables=TABLES) as house, house.guest("Anna") as anna:
        names = [name for name, _ in TABLES]
        for name in names[:-1]:
            assert (await anna.ask("wait", table=name))["ok"]
        assert (await anna.ask("wait", table=names[0]))["ok"]
        assert (await anna.ask("wait", table=names[-1]))["error"]["code"] == "too_many_waits"
        assert (await anna.ask("unwait", table=names[0]))["ok"]
        assert (await anna.ask("wait", table=names[-1]))["ok"]


async def test_an_old_connection_that_ends_late_takes_no_place_from_the_new_one():
    async with (
        open_house(tables=[("main", ONE_SEAT_FREE)]) as house,
        house.guest("Anna") as anna,
        house.guest("Boris") as boris,
        house.guest("Clara") as clara,
    ):
        for wire in (anna, boris):
            assert (await wire.ask("sit", table="main"))["ok"]
        assert (await clara.ask("wait", table="main"))["ok"]
        async with house.client() as newer:
            assert (await newer.ask("hello", token=clara.frames[0]["token"]))["ok"]
            await clara.socket.wait_closed()
            await boris.ask("leave", table="main")
            assert (await newer.until(is_offer))["details"]["found"] == 2
