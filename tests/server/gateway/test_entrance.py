"""Who connects in masses, sends in masses, or comes from where he should not, over real sockets."""

import asyncio
import json
import struct
from contextlib import AsyncExitStack, asynccontextmanager
from ipaddress import ip_network

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from server.limits import Limits
from showdown.protocol.closing import retry_hint
from tests.server.gateway.kit import open_house

FEW = Limits(messages_per_second=1, message_burst=20)
"""Hello costs ten, so that ten more are left, and ten of debt."""


async def closed(wire):
    """How the server closes, once all before it was read."""
    try:
        while True:
            await wire.read()
    except ConnectionClosed as end:
        return end.rcvd


def codes(wire):
    return [f["error"]["code"] for f in wire.frames if f["type"] == "reply" and "error" in f]


# Messages.


async def test_a_welcome_says_how_much_may_be_sent():
    async with open_house(bounds=FEW) as house, house.guest("Anna") as wire:
        limits = wire.frames[0]["limits"]
        assert (limits["messages_per_s"], limits["message_burst"]) == (1.0, 20.0)
        assert limits["prices"]["hello"] == 10


async def test_who_sends_too_much_is_told_so_and_can_do_the_same_after_the_wait():
    generous = Limits(messages_per_second=20, message_burst=20)
    async with open_house(bounds=generous) as house, house.guest("Anna") as wire:
        while (reply := await wire.ask("tables"))["ok"]:
            pass
        assert reply["error"]["code"] == "slow_down"
        assert reply["error"]["details"]["found"] == 5
        wait = reply["error"]["details"]["wanted"] / 1000
        asyncio.get_running_loop().call_later(wait, (waited := asyncio.Event()).set)
        await waited.wait()
        assert (await wire.ask("tables"))["ok"]


async def test_who_sends_on_regardless_is_cut_off_and_nobody_else_is():
    async with (
        open_house(bounds=FEW) as house,
        house.guest("Anna") as quiet,
        house.guest("Boris") as loud,
    ):
        for number in range(100):
            await loud.send(json.dumps({"type": "unwatch", "id": f"u{number}", "table": "main"}))
        end = await closed(loud)
        assert (end.code, end.reason) == (4009, "you send too much")
        assert codes(loud) == ["slow_down"] * len(codes(loud))
        assert (await quiet.ask("tables"))["ok"]


async def test_what_cannot_be_read_is_counted_too():
    async with open_house(bounds=FEW) as house, house.guest("Anna") as wire:
        for _ in range(100):
            await wire.send("{")
        assert (await closed(wire)).code in (4009, 1008)
        assert len(codes(wire)) <= 20


PING = 0x9
CONTINUATION = 0x0
TEXT = 0x1


def frame(opcode, payload=b"", *, fin=True):
    """A frame of a client, masked with zeros."""
    return struct.pack("!BB4x", opcode | (0x80 if fin else 0), 0x80 | len(payload)) + payload


async def test_pings_in_one_go_are_a_flood_and_most_of_them_are_not_even_looked_at():
    async with open_house(bounds=FEW) as house, house.guest("Anna") as wire:
        transport = wire.socket.transport
        received = count_pongs(wire.socket)
        transport.write(frame(PING) * 30_000)
        assert (await closed(wire)).code == 4009
        assert received() < 1000


def count_pongs(socket):
    """How many pongs come in from now on."""
    process, pongs = socket.process_event, []

    def note(event):
        pongs.append(event)
        process(event)

    socket.process_event = note
    return lambda: len(pongs)


async def test_a_message_in_parts_without_end_is_a_flood():
    async with open_house(bounds=FEW) as house, house.guest("Anna") as wire:
        parts = frame(TEXT, b"[", fin=False) + frame(CONTINUATION, fin=False) * 1000
        wire.socket.transport.write(parts)
        assert (await closed(wire)).code == 4009


async def test_a_frame_that_is_too_big_ends_the_connection():
    async with open_house() as house, house.guest("Anna") as wire:
        await wire.send(" " * 8193)
        assert (await closed(wire)).code == 1009


# Connections.


async def refused(house, **options):
    with pytest.raises(InvalidStatus) as error:
        async with house.client(**options):
            pass
    return error.value.response


async def test_from_one_address_only_so_many_are_connected_at_once():
    limits = Limits(connections_per_address=2)
    async with open_house(bounds=limits) as house, house.guest("Anna") as anna:
        async with house.guest("Boris"):
            response = await refused(house)
            assert (response.status_code, response.headers["Retry-After"]) == (429, "5")
            assert b"too many connections from your address" in response.body
            assert (await anna.ask("tables"))["ok"]
        await gone(house, 1)
        async with house.guest("Clara"):
            pass


async def gone(house, left):
    """Wait until the server has noticed that only so many are connected."""
    while len(house.gateway.connections) > left:
        await asyncio.sleep(0)


async def test_an_address_opens_only_so_many_connections_in_a_short_time():
    limits = Limits(address_messages_per_second=0.1, address_message_burst=100)
    async with open_house(bounds=limits) as house:
        for _ in range(6):  # a handshake is 15, and its good-bye a frame
            async with house.client():
                pass
        assert (await refused(house)).status_code == 429


async def test_of_too_many_who_say_nothing_the_first_one_goes_and_players_stay():
    async with (
        open_house(bounds=Limits(strangers=2)) as house,
        house.guest("Anna") as anna,
        house.client() as first,
        house.client() as second,
        house.client() as third,
    ):
        assert await closed(first) is None
        assert (await anna.ask("tables"))["ok"]
        for wire, name in ((second, "Boris"), (third, "Clara")):
            assert (await wire.ask("hello", name=name))["ok"]


async def test_who_was_refused_is_a_stranger_again_and_who_stands_in_line_is_none():
    async with (
        open_house(bounds=Limits(strangers=1)) as house,
        house.client() as wire,
        house.client() as other,
    ):
        assert await closed(wire) is None
        assert not (await other.ask("hello", token="nobody"))["ok"]
        async with house.client() as third:
            assert await closed(other) is None
            assert (await third.ask("hello", name="Anna"))["ok"]
            async with house.guest("Boris"):
                assert (await third.ask("tables"))["ok"]


async def test_a_full_house_sends_new_ones_away_and_spectators_make_room_for_players():
    async with (
        open_house(bounds=Limits(connections=2)) as house,
        house.guest("Anna") as anna,
        house.guest("Boris") as boris,
    ):
        assert (await anna.ask("sit", table="main"))["ok"]
        token = anna.frames[0]["token"]
        async with house.client() as newcomer:
            await newcomer.send('{"type":"hello","id":"a","name":"Clara"}')
            end = await closed(newcomer)
            assert end.code == 1013
            assert retry_hint(end.reason) == 30.0
        assert len(house.storage.accounts.accounts) == 2 + 1  # and the house
        await anna.socket.close()
        await gone(house, 1)
        async with house.guest("Dora") as dora, house.client() as again:
            assert (await again.ask("hello", token=token))["ok"]
            assert (await closed(dora)).code == 1013
            assert (await boris.ask("tables"))["ok"]


async def test_who_cannot_be_served_in_time_is_told_when_to_come_back():
    limits = Limits(arrivals_per_second=0.01)
    async with open_house(bounds=limits) as house, AsyncExitStack() as stack:
        for number in range(20):
            await stack.enter_async_context(house.guest(f"Guest {number}"))
        response = await refused(house)
        assert (response.status_code, response.headers["Retry-After"]) == (503, "100")


# Where from.


async def test_a_page_may_connect_only_if_the_operator_has_named_it():
    async with open_house(origins=["https://cards.example"]) as house:
        async with house.client(origin="https://cards.example") as page:
            assert (await page.ask("hello", name="Anna"))["ok"]
        assert (await refused(house, origin="https://other.example")).status_code == 403
        async with house.guest("Boris"):
            pass


async def test_without_a_list_no_page_may_connect():
    async with open_house() as house:
        assert (await refused(house, origin="https://cards.example")).status_code == 403


@asynccontextmanager
async def behind_a_proxy(**limits):
    async with open_house(
        bounds=Limits(**limits), trusted_proxies=[ip_network("127.0.0.0/8")]
    ) as house:
        yield house


def sent_for(address):
    return {"additional_headers": {"X-Forwarded-For": address}}


async def test_behind_a_proxy_of_ours_everybody_counts_at_his_own_address():
    async with (
        behind_a_proxy(connections_per_address=1) as house,
        house.client(**sent_for("203.0.113.1")) as anna,
        house.client(**sent_for("203.0.113.1, 203.0.113.2")) as boris,
    ):
        assert (await anna.ask("hello", name="Anna"))["ok"]
        assert (await boris.ask("hello", name="Boris"))["ok"]
        response = await refused(house, **sent_for("203.0.113.9, 203.0.113.2"))
        assert (response.status_code, response.headers["Retry-After"]) == (429, "5")


async def test_who_is_no_proxy_of_ours_cannot_say_that_he_is_somebody_else():
    limits = Limits(connections_per_address=1)
    async with open_house(bounds=limits) as house, house.client(**sent_for("203.0.113.1")):
        assert (await refused(house, **sent_for("203.0.113.2"))).status_code == 429


# Who looks on.


async def test_so_many_watch_a_table_and_who_sits_there_always_sees_it():
    async with (
        open_house(bounds=Limits(spectators_per_table=1)) as house,
        house.guest("Anna") as anna,
        house.guest("Boris") as boris,
        house.guest("Clara") as clara,
    ):
        assert (await anna.ask("sit", table="main"))["ok"]
        assert (await boris.ask("watch", table="main"))["ok"]
        error = (await clara.ask("watch", table="main"))["error"]
        assert error["code"] == "too_many_spectators"
        for already in (anna, boris):
            assert (await already.ask("watch", table="main"))["ok"]
        assert (await boris.ask("unwatch", table="main"))["ok"]
        assert (await clara.ask("resume", table="main"))["ok"]


async def test_an_onlooker_who_reads_slowly_is_shown_the_table_as_it_is_when_he_reads_again(
    monkeypatch,
):
    monkeypatch.setattr("server.gateway.outbox.LATE_FRAMES", 5)
    monkeypatch.setattr("server.gateway.outbox.MOST_FRAMES", 1000)
    monkeypatch.setattr("server.gateway.outbox.MOST_BYTES", 10**7)
    async with (
        open_house() as house,
        house.guest("Anna") as anna,
        house.guest("Boris") as onlooker,
    ):
        actor = house.lobby.find("main").actor
        assert (await onlooker.ask("watch", table="main"))["ok"]
        onlooker.socket.transport.pause_reading()
        connection = max(house.gateway.connections, key=lambda each: each.account)
        while connection.unsent < 400:  # the system may still take some of them
            connection.tell(house.lobby.summary())
            await asyncio.sleep(0)
        for kind in ("sit", "leave", "sit"):
            assert (await anna.ask(kind, table="main"))["ok"]
        onlooker.frames.clear()
        onlooker.socket.transport.resume_reading()
        snapshot = await onlooker.until(lambda f: f["type"] == "snapshot")
        assert snapshot["seq"] == actor.seq
        assert {f["type"] for f in onlooker.frames} == {"lobby", "snapshot"}
        assert (await anna.ask("leave", table="main"))["ok"]
        update = await onlooker.until(lambda f: f["type"] == "update")
        assert update["seq"] == snapshot["seq"] + 1


# When the server ends.


async def test_at_a_restart_players_are_asked_to_come_back_first_and_one_after_the_other():
    async with (
        open_house(bounds=Limits(arrivals_per_second=1)) as house,
        house.guest("Anna") as onlooker,
        house.guest("Boris") as boris,
        house.guest("Carl") as carl,
    ):
        for player in (boris, carl):
            assert (await player.ask("sit", table="main"))["ok"]
        ends = asyncio.gather(*(closed(wire) for wire in (boris, carl, onlooker)))
        await house.gateway.close()
        *players, last = (retry_hint(end.reason) for end in await ends)
        assert set(players) == {0.5, 1.5}
        assert last == 2.5


async def test_who_asks_for_much_at_once_is_answered_as_fast_as_he_reads_and_not_cut_off(
    monkeypatch,
):
    monkeypatch.setattr("server.gateway.outbox.MOST_FRAMES", 20)
    monkeypatch.setattr("server.gateway.outbox.LATE_FRAMES", 5)
    async with open_house() as house, house.guest("Anna") as wire:
        for number in range(60):
            await wire.send(json.dumps({"type": "tables", "id": f"t{number}"}))
        for number in range(60):
            assert (await wire.reply(f"t{number}"))["ok"]
