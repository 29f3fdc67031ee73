"""
What comes at the same moment over several connections of one account: one consistent outcome.
"""

import asyncio
import json
from contextlib import AsyncExitStack

import pytest
from websockets.exceptions import ConnectionClosed

from server.gateway.connection import Connection
from showdown.protocol.closing import CloseCode
from showdown.rules.ruleset import TableId
from tests.server.gateway.kit import asked, open_house
from tests.server.gateway.test_at_once import effects, turn_of

MAIN = TableId("main")
COPIES = 50


async def closed(wire):
    try:
        while True:
            await wire.read()
    except ConnectionClosed as end:
        return end.rcvd.code if end.rcvd else None


async def emptied(house, count):
    """Wait until so many connections are left."""
    while len(house.gateway.connections) > count:
        await asyncio.sleep(0)


def the_table(house):
    return house.lobby.find(MAIN).actor


def listening(house, account):
    return [each for each in the_table(house).audience.listeners if each.account == account]


def requests(*messages):
    """Several requests as one write would bring them."""
    return [json.dumps(each) for each in messages]


async def come_back(stack, house, token, **hello):
    """One more connection of an account."""
    wire = await stack.enter_async_context(house.client())
    assert (await wire.ask("hello", token=token, **hello))["ok"]
    return wire


async def to_act(stack, house):
    """Two who sit; whose turn it is and the frame that asks him."""
    wires = [await stack.enter_async_context(house.guest(name)) for name in ("Anna", "Boris")]
    for wire in wires:
        assert (await wire.ask("sit", table="main"))["ok"]
    return await asked(tuple(wires))


# The old socket and the new one.


async def test_whose_line_comes_and_goes_is_heard_once_and_plays_on():
    async with open_house() as house, AsyncExitStack() as stack:
        wire, frame = await to_act(stack, house)
        account, token = wire.frames[0]["account"], wire.frames[0]["token"]
        for _ in range(20):
            flapping = await come_back(stack, house, token)
            flapping.socket.transport.abort()
        again = await come_back(stack, house, token)
        snapshot = await again.until(lambda f: f["type"] == "snapshot")
        await emptied(house, 2)
        assert [each.owner for each in listening(house, account)] == [account]
        act = {**turn_of(snapshot), "type": "act", "action": {"type": "call"}}
        assert (await again.ask("act", **{k: v for k, v in act.items() if k != "type"}))["ok"]
        assert turn_of(snapshot) == turn_of(frame)


async def test_the_late_close_of_an_old_socket_leaves_the_new_one_as_it_is(monkeypatch):
    async with open_house() as house, AsyncExitStack() as stack:
        wire, frame = await to_act(stack, house)
        account = wire.frames[0]["account"]
        (old,) = (each for each in house.gateway.connections if each.account == account)
        held, ends = asyncio.Event(), Connection.end

        async def late(connection, *reason):
            if connection is old:
                await held.wait()
            await ends(connection, *reason)

        monkeypatch.setattr(Connection, "end", late)
        again = await come_back(stack, house, wire.frames[0]["token"])
        await again.until(lambda f: f["type"] == "snapshot")
        held.set()
        assert await closed(wire) == CloseCode.SUPERSEDED
        await emptied(house, 2)
        assert len(listening(house, account)) == 1
        reply = await again.ask("act", table="main", **fields(frame), action={"type": "call"})
        assert reply["ok"]
        assert any("reply" in f and f.get("events") for f in again.frames)


def fields(frame):
    return {key: value for key, value in turn_of(frame).items() if key in ("hand", "turn")}


@pytest.mark.parametrize("kind", ["sit", "wait"])
async def test_what_an_old_connection_was_still_doing_is_the_new_ones(kind):
    async with open_house() as house, AsyncExitStack() as stack:
        wire = await stack.enter_async_context(house.guest("Anna"))
        actor, account = the_table(house), wire.frames[0]["account"]
        stalled = asyncio.Event()
        actor.post(stalled.wait)
        await wire.send(json.dumps({"type": kind, "id": "late", "table": "main"}))
        await wire.send('{"type":"ping"}')
        while actor.queued < 1:
            await asyncio.sleep(0)
        again = await come_back(stack, house, wire.frames[0]["token"])
        assert again.frames[0].get("seats") is None
        stalled.set()
        await emptied(house, 1)
        if kind == "sit":
            assert (await again.ask("tables"))["ok"]
            snapshots = [frame for frame in again.frames if frame["type"] == "snapshot"]
            assert [each["view"]["you"] for each in snapshots] == [1]
            assert len(listening(house, account)) == 1
        else:
            place = actor.waiting.place_of(account)
            assert place.listener.owner == account
            assert not place.listener.gone


async def test_of_two_devices_the_older_is_told_once_and_the_newer_plays():
    async with open_house() as house, AsyncExitStack() as stack:
        phone = await stack.enter_async_context(house.guest("Anna"))
        desk = await come_back(stack, house, phone.frames[0]["token"])
        assert await closed(phone) == CloseCode.SUPERSEDED
        assert (await desk.ask("sit", table="main"))["ok"]
        phone = await come_back(stack, house, phone.frames[0]["token"])
        assert await closed(desk) == CloseCode.SUPERSEDED
        assert phone.frames[0]["seats"] == [{"table": "main", "seat": 1}]
        await emptied(house, 1)


# Copies and pipelines.


async def test_copies_of_an_action_on_an_old_and_a_new_socket_take_effect_once():
    async with open_house() as house, AsyncExitStack() as stack:
        wire, frame = await to_act(stack, house)
        call = json.dumps({**turn_of(frame), "id": "once", "action": {"type": "call"}})
        again = await stack.enter_async_context(house.client())
        hello = {"type": "hello", "id": "h", "token": wire.frames[0]["token"]}
        for _ in range(COPIES):
            await wire.send(call)
        await again.send(json.dumps(hello))
        for _ in range(COPIES):
            await again.send(call)
        replies = [await again.reply("once") for _ in range(COPIES)]
        assert all(reply["ok"] for reply in replies)
        assert await closed(wire) == CloseCode.SUPERSEDED
        assert len(effects(house, wire.frames[0]["account"])) == 1


async def test_hello_and_what_follows_it_may_come_in_one_write():
    async with open_house() as house, house.client() as wire:
        for request in requests(
            {"type": "hello", "id": "a", "name": "Anna"},
            {"type": "sit", "id": "b", "table": "main"},
            {"type": "sit_out", "id": "c", "table": "main"},
            {"type": "leave", "id": "d", "table": "main"},
        ):
            await wire.send(request)
        assert [(await wire.reply(each))["ok"] for each in "abcd"] == [True] * 4
        assert the_table(house).state.seating.occupants == ()


async def test_who_leaves_and_sits_down_in_one_breath_sits():
    async with open_house() as house, house.guest("Anna") as wire:
        assert (await wire.ask("sit", table="main"))["ok"]
        for request in requests(
            {"type": "leave", "id": "a", "table": "main"},
            {"type": "sit", "id": "b", "table": "main"},
        ):
            await wire.send(request)
        assert [(await wire.reply(each))["ok"] for each in "ab"] == [True, True]
        assert wire.frames[-1]["view"]["you"] == 1
        assert len(listening(house, wire.frames[0]["account"])) == 1


async def test_who_leaves_in_a_hand_and_sits_down_in_one_breath_is_still_leaving():
    async with open_house() as house, AsyncExitStack() as stack:
        wire, _ = await to_act(stack, house)
        await wire.send('{"type":"leave","id":"a","table":"main"}')
        await wire.send('{"type":"sit","id":"b","table":"main"}')
        assert (await wire.reply("a"))["ok"]
        reply = await wire.reply("b")
        assert reply["ok"] or reply["error"]["code"] == "already_seated"


async def test_a_new_occupant_of_an_old_seat_is_not_whoever_sat_there():
    async with open_house() as house, AsyncExitStack() as stack:
        anna = await stack.enter_async_context(house.guest("Anna"))
        assert (await anna.ask("sit", table="main", seat=2))["ok"]
        seen = anna.frames[-1]["seq"]
        assert (await anna.ask("leave", table="main"))["ok"]
        wires = [await stack.enter_async_context(house.guest(name)) for name in ("Boris", "Clara")]
        for wire, seat in zip(wires, (2, 1), strict=True):
            assert (await wire.ask("sit", table="main", seat=seat))["ok"]
        _, frame = await asked(tuple(wires))
        anna.frames.clear()
        assert (await anna.ask("resume", table="main", last_seq=seen))["ok"]
        told = json.dumps(anna.frames)
        for occupant in the_table(house).state.seating.occupants:
            place = the_table(house).state.running.seats.index(occupant.seat)
            for card in the_table(house).state.running.cards[place]:
                assert f'"{card}"' not in told
        act = {"table": "main", **fields(frame), "action": {"type": "fold"}}
        for kind, more in (
            ("act", act),
            ("sit_out", {"table": "main"}),
            ("leave", {"table": "main"}),
        ):
            assert (await anna.ask(kind, **more))["error"]["code"] == "not_seated"


# Everything at once, by chance.


@pytest.mark.soak(slice=6)
async def test_whatever_devices_do_at_once_one_of_them_plays_and_each_turn_is_acted_in_once(rounds):
    for chance in rounds:
        async with open_house() as house, AsyncExitStack() as stack:
            wire, _ = await to_act(stack, house)
            account, token = wire.frames[0]["account"], wire.frames[0]["token"]
            devices = [
                asyncio.create_task(_device(house, token, chance.randrange(10**6)))
                for _ in range(chance.randint(2, 8))
            ]
            await asyncio.gather(*devices)
            last = await come_back(stack, house, token)
            snapshot = await last.until(lambda f: f["type"] == "snapshot")
            await emptied(house, 2)
            assert len(listening(house, account)) == 1
            assert snapshot["view"]["you"] is not None
            turns = [(each.hand, each.turn) for each in effects(house, account)]
            assert len(set(turns)) == len(turns)
            assert len(house.gateway._inside.of(account)) == 1
            stacks = sum(each.stack for each in the_table(house).state.seating.occupants)
            assert stacks == 2_000


async def _device(house, token, seed):
    """Connect, act if it is asked, look, and go, politely or not."""
    for _ in range(seed % 7):
        await asyncio.sleep(0)
    try:
        async with house.client() as wire:
            hello = {"type": "hello", "id": "h", "token": token, "look": seed % 5 == 0}
            await wire.send(json.dumps(hello))
            if seed % 3 == 0:
                wire.socket.transport.abort()
                return
            frame = await wire.until(lambda f: f.get("request") or f["type"] == "reply")
            if frame.get("request"):
                act = {**turn_of(frame), "id": f"d{seed}", "action": {"type": "call"}}
                await wire.send(json.dumps(act))
            if seed % 2:
                await wire.ask("tables")
    except ConnectionClosed:
        return
