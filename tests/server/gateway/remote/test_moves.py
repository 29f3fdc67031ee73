"""A table goes to another node, and whoever plays or looks on there notices a pause at most."""

import asyncio
import json
from functools import partial

import pytest

from server.gateway.remote.messages import Hidden
from server.ports import StorageError
from showdown.rules.ruleset import TableId
from showdown.rules.table import Leave
from tests.server.gateway.kit import QUICK, asked, last_seq
from tests.server.gateway.remote.kit import (
    HERE,
    THERE,
    done_by,
    missed,
    open_nodes,
    seated,
    stays_in,
    two_guests,
)


async def test_a_hand_goes_on_at_another_node_for_players_of_both():
    async with two_guests() as (nodes, anna, boris):
        who, frame = await seated(anna, boris)
        hand = frame.get("hand") or frame["view"]["hand"]
        for to in (HERE, THERE, HERE):
            await nodes.move("main", to)
            assert (await who.ask("act", **stays_in(frame)))["ok"]
            who, frame = await asked([anna, boris])
            assert frame["hand"] == hand
        assert not missed(anna)
        assert not missed(boris)


async def test_what_players_have_opened_is_put_to_the_next_owner_too(monkeypatch):
    """Nobody answers an opening; without this the next owner would wait for it to the end."""
    put = []
    monkeypatch.setattr(
        "server.tables.window.OpeningWindow.take",
        lambda window, account, request: put.append((id(window), account, request.value)),
    )
    async with two_guests() as (nodes, anna, boris):
        await seated(anna, boris)
        opened = {anna: "A" * 43, boris: "B" * 42 + "A"}
        for wire, value in opened.items():
            opening = {"table": "main", "hand": 1, "part": 0, "value": value}
            await wire.send(json.dumps({"type": "open", **opening}))
            await wire.ask("watch", table="main")
        for to in (HERE, THERE):
            await nodes.move("main", to)
            for wire in opened:
                await wire.ask("watch", table="main")
    for value in opened.values():
        assert len({window for window, _, opening in put if opening == value}) == 3


async def test_who_looks_on_sees_on_and_who_has_looked_away_does_not():
    async with (
        open_nodes() as nodes,
        nodes[HERE].guest("Anna") as anna,
        nodes[THERE].guest("Boris") as boris,
        nodes[HERE].guest("Clara") as clara,
        nodes[HERE].guest("Dora") as dora,
    ):
        who, frame = await seated(anna, boris)
        for wire in (clara, dora):
            assert (await wire.ask("watch", table="main"))["ok"]
        assert (await dora.ask("unwatch", table="main"))["ok"]
        told = len(dora.frames)
        await nodes.move("main", HERE)
        assert (await who.ask("act", **stays_in(frame)))["ok"]
        seq = who.frames[-1]["seq"]
        await clara.until(lambda f: f.get("seq") == seq and f.get("events"))
        assert not missed(clara)
        assert (await dora.ask("tables"))["ok"]
        assert {f["type"] for f in dora.frames[told:]} == {"lobby", "reply"}


async def until_done(nodes, request_id):
    """Let something that a client has asked for be done."""
    while not done_by(nodes, request_id):
        await asyncio.sleep(0)


async def told_no_more(wire, nodes, visitor):
    """Whether somebody is told nothing when another one comes to the table."""
    told = len(wire.frames)
    assert (await visitor.ask("sit", table="main"))["ok"]
    await nodes.known()
    assert (await wire.ask("tables"))["ok"]
    return {f["type"] for f in wire.frames[told:]} == {"lobby", "reply"}


async def test_who_has_left_and_not_heard_it_hears_it_and_no_more():
    async with two_guests() as (nodes, anna, boris):
        assert (await anna.ask("sit", table="main"))["ok"]
        nodes[HERE].bus.deaf = True
        await anna.send('{"type": "leave", "id": "left", "table": "main"}')
        await until_done(nodes, "left")
        nodes[HERE].bus.deaf = False
        nodes.second()
        assert (await anna.reply("left"))["ok"]
        assert await told_no_more(anna, nodes, boris)
        assert not missed(anna)


async def test_who_has_left_is_shown_the_table_and_looks_on_where_that_cannot_be_read(monkeypatch):
    async def fails_once(*_):
        reading.undo()
        raise StorageError("the database does not answer")

    async with (
        open_nodes(nodes=(HERE, THERE, "third")) as nodes,
        nodes[HERE].guest("Anna") as anna,
        nodes["third"].guest("Clara") as clara,
    ):
        assert (await anna.ask("sit", table="main"))["ok"]
        nodes[HERE].bus.deaf = True
        await anna.send('{"type": "leave", "id": "left", "table": "main"}')
        await until_done(nodes, "left")
        nodes[HERE].bus.deaf = False
        nodes.kill(THERE)
        with monkeypatch.context() as reading:
            reading.setattr("server.tables.recent.Recent.since", lambda *_: ())
            reading.setattr("tests.server.fakes.MemoryJournal.left_after", fails_once)
            await nodes.run("main", "third")
            shown = await anna.until(lambda f: f["type"] == "snapshot")
        assert "you" not in shown["view"]
        assert (await clara.ask("sit", table="main"))["ok"]
        await anna.until(lambda f: last_seq(f) > shown["seq"])
        assert not missed(anna)


async def test_who_is_told_no_more_before_he_was_told_all_hears_the_rest_first():
    async with open_nodes() as nodes, nodes[HERE].guest("Anna") as anna:
        assert (await anna.ask("watch", table="main"))["ok"]
        reach = nodes[HERE].reach
        (client,) = reach._clients.values()
        known = client.seen("main").last
        for last, sees in ((known + 1, True), (known, False)):
            reach._hidden(
                THERE, Hidden(table=TableId("main"), connections=(client.asker.number,), last=last)
            )
            assert (client.seen("main") is not None) is sees


async def test_who_has_left_a_table_that_has_gone_elsewhere_since_is_told_no_more_of_it():
    async with (
        open_nodes(nodes=(HERE, THERE, "third")) as nodes,
        nodes[HERE].guest("Anna") as anna,
    ):
        assert (await anna.ask("sit", table="main"))["ok"]
        nodes[HERE].bus.deaf = True
        await anna.send('{"type": "leave", "id": "left", "table": "main"}')
        await until_done(nodes, "left")
        nodes[HERE].bus.deaf = False
        nodes.kill(THERE)
        await nodes.run("main", "third")
        assert (await anna.reply("left"))["ok"]
        async with nodes["third"].guest("Clara") as clara:
            assert await told_no_more(anna, nodes, clara)


async def test_who_looks_on_again_after_he_had_to_leave_and_has_heard_neither_sees_on():
    async with two_guests() as (nodes, anna, boris):
        assert (await anna.ask("sit", table="main"))["ok"]
        table = nodes[THERE].lobby.find("main")
        account = table.actor.state.seating.occupants[0].account
        nodes[HERE].bus.deaf = True
        await table.in_turn(partial(table.actor.perform, Leave(account=account)))
        await anna.send('{"type": "watch", "id": "again", "table": "main"}')
        while not table.actor.audience.listeners:
            await asyncio.sleep(0)
        nodes[HERE].bus.deaf = False
        nodes.second()
        assert (await anna.reply("again"))["ok"]
        seq = table.actor.seq
        assert (await boris.ask("sit", table="main"))["ok"]
        await anna.until(lambda f: last_seq(f) > seq)
        assert not missed(anna)


async def test_who_looks_away_while_his_node_asks_for_what_he_missed_is_told_no_more():
    async with two_guests() as (nodes, anna, boris):
        assert (await anna.ask("watch", table="main"))["ok"]
        asking = asyncio.create_task(anna.ask("unwatch", table="main"))
        while not nodes[HERE].reach._requests._asked.all:
            await asyncio.sleep(0)
        nodes[HERE].reach._say_again(THERE)
        assert (await asking)["ok"]
        assert await told_no_more(anna, nodes, boris)


async def test_who_looks_away_from_a_table_that_has_come_to_his_node_and_goes_at_once_has_done_so():
    async with two_guests() as (nodes, anna, boris):
        assert (await anna.ask("watch", table="main"))["ok"]
        await nodes.move("main", HERE)
        desk = nodes[HERE].lobby.find("main")
        (client,) = nodes[HERE].reach._clients.values()
        desk.actor.hide(client.asker)
        await nodes.move("main", THERE)
        assert await told_no_more(anna, nodes, boris)


async def test_who_is_answered_where_a_table_has_come_back_sees_it_on():
    """He hears that it has ended there, and has come back, only after his answer."""
    async with two_guests(HERE, HERE) as (nodes, anna, boris):
        who, frame = await seated(anna, boris)
        house = nodes[THERE]
        house.reach.left(await house.lobby.let_go("main"))
        await house.lobby.open("main", QUICK)
        assert (await who.ask("act", **stays_in(frame)))["ok"]
        nodes.places.put("main", None)
        nodes.places.put("main", THERE)
        done = last_seq(frame) + 1
        for wire in (anna, boris):
            await wire.until(lambda f: last_seq(f) >= done)
        who, frame = await asked([anna, boris])
        assert (await who.ask("act", **stays_in(frame)))["ok"]
        await asked([anna, boris])
        assert not missed(anna)
        assert not missed(boris)


async def test_who_was_shown_a_table_before_it_has_gone_and_come_back_is_shown_it_again():
    """The answer to what he has asked came from the table as it was before."""
    async with two_guests() as (nodes, anna, boris):
        house = nodes[THERE]
        nodes[HERE].bus.deaf = True
        await anna.send('{"type": "watch", "id": "watch", "table": "main"}')
        while not house.lobby.find("main").actor.audience.listeners:
            await asyncio.sleep(0)
        house.reach.left(await house.lobby.let_go("main"))
        await house.lobby.open("main", QUICK)
        nodes.places.put("main", THERE)
        nodes[HERE].bus.deaf = False
        nodes.second()
        assert (await anna.reply("watch"))["ok"]
        assert (await boris.ask("sit", table="main"))["ok"]
        await anna.until(lambda f: any(event["type"] == "seated" for event in f.get("events", ())))


async def test_what_is_asked_while_nobody_runs_the_table_is_answered_by_who_does_next():
    async with two_guests() as (nodes, anna, boris):
        who, frame = await seated(anna, boris)
        await nodes.let_go("main")
        await who.send_as("early", **stays_in(frame))
        await nodes.run("main", HERE)
        assert (await who.reply("early"))["ok"]


async def test_who_asks_something_of_a_table_that_nobody_runs_for_long_is_refused(monkeypatch):
    monkeypatch.setattr("server.gateway.remote.requests.PATIENCE", 0)
    async with open_nodes() as nodes, nodes[HERE].guest("Anna") as anna:
        await nodes.let_go("main")
        refused = await anna.ask("watch", table="main")
        assert refused["error"]["code"] == "unavailable"


async def test_who_is_answered_by_a_node_before_he_has_come_back_to_it_is_told_so():
    """His table has come to his own node and gone again before he could see it there."""
    async with two_guests(HERE, HERE) as (nodes, anna, boris):
        who, frame = await seated(anna, boris)
        for node in (HERE, THERE):
            nodes.places.put("main", node)
        for wire in (anna, boris):
            assert (await wire.ask("tables"))["ok"]
        assert (await who.ask("act", **stays_in(frame)))["ok"]
        done = last_seq(frame) + 1
        for wire in (anna, boris):
            while max(map(last_seq, wire.frames)) < done:
                await wire.read()
            assert not missed(wire)


@pytest.mark.parametrize("heir", [HERE, "third"])
async def test_an_action_that_the_dead_owner_has_stored_is_answered_by_the_next_one(heir):
    async with (
        open_nodes(nodes=(HERE, THERE, "third")) as nodes,
        nodes[HERE].guest("Anna") as anna,
        nodes[HERE].guest("Boris") as boris,
    ):
        who, frame = await seated(anna, boris)
        nodes[THERE].bus.mute = True
        await who.send_as("stored", **stays_in(frame))
        await nodes[THERE].bus.lost.wait()
        assert len(done_by(nodes, "stored")) == 1
        nodes.kill(THERE)
        await nodes.run("main", heir)
        assert (await who.reply("stored"))["ok"]
        who, frame = await asked([anna, boris])
        assert (await who.ask("act", **stays_in(frame)))["ok"]
        assert len(done_by(nodes, "stored")) == 1
        assert not missed(anna)
        assert not missed(boris)


async def test_a_seat_that_the_dead_owner_has_given_is_not_given_twice():
    async with open_nodes() as nodes, nodes[HERE].guest("Anna") as anna:
        nodes[THERE].bus.mute = True
        await anna.send('{"type": "sit", "id": "sit", "table": "main"}')
        await nodes[THERE].bus.lost.wait()
        nodes.kill(THERE)
        await nodes.run("main", HERE)
        assert (await anna.reply("sit"))["ok"]
        assert anna.frames[-1]["type"] == "snapshot"
        assert len(done_by(nodes, "sit")) == 1


@pytest.mark.parametrize("heir", [HERE, "third"])
async def test_what_may_have_been_done_is_not_done_again_while_nobody_can_look(heir, monkeypatch):
    async def fails(*_):
        raise StorageError("the database does not answer")

    monkeypatch.setattr("server.tables.recent.Recent.since", lambda *_: ())
    names = (HERE, THERE, "third")
    async with open_nodes(nodes=names) as nodes, nodes[HERE].guest("Anna") as anna:
        nodes[THERE].bus.mute = True
        await anna.send('{"type": "sit", "id": "sit", "table": "main"}')
        await nodes[THERE].bus.lost.wait()
        with monkeypatch.context() as away:
            away.setattr("tests.server.fakes.MemoryJournal.since", fails)
            nodes.kill(THERE)
            await nodes.run("main", heir)
            assert (await anna.reply("sit"))["error"]["code"] == "unavailable"
        anna.frames.clear()
        await anna.send('{"type": "sit", "id": "sit", "table": "main"}')
        assert (await anna.reply("sit"))["ok"]
        assert len(done_by(nodes, "sit")) == 1


async def test_what_his_own_node_did_not_come_to_know_is_not_done_again_elsewhere(monkeypatch):
    async def fails(*_):
        raise StorageError("the database does not answer")

    async with (
        open_nodes(tables=(("main", HERE),)) as nodes,
        nodes[HERE].guest("Anna") as anna,
    ):
        nodes[HERE].storage.journal.lose_next = StorageError("the connection was lost")
        with monkeypatch.context() as away:
            away.setattr("tests.server.fakes.MemoryJournal.since", fails)
            await anna.send('{"type": "sit", "id": "sit", "table": "main"}')
            assert (await anna.ask("tables"))["ok"]
        await nodes.move("main", THERE)
        assert (await anna.reply("sit"))["error"]["code"] == "unavailable"
        anna.frames.clear()
        await anna.send('{"type": "sit", "id": "sit", "table": "main"}')
        assert (await anna.reply("sit"))["ok"]
        assert len(done_by(nodes, "sit")) == 1


async def test_what_was_lost_between_two_nodes_is_told_within_a_second():
    async with (
        open_nodes() as nodes,
        nodes[HERE].guest("Anna") as anna,
        nodes[THERE].guest("Boris") as boris,
        nodes[THERE].guest("Clara") as clara,
    ):
        assert (await anna.ask("watch", table="main"))["ok"]
        nodes[HERE].bus.deaf = True
        await seated(boris, clara)
        nodes[HERE].bus.deaf = False
        nodes.second()
        seq = last_seq(boris.frames[-1])
        await anna.until(lambda f: f.get("events") and last_seq(f) >= seq)
        assert not missed(anna)


async def test_players_of_a_node_that_has_died_are_away():
    async with two_guests() as (nodes, anna, boris):
        await seated(anna, boris)
        seat = next(f["view"]["you"] for f in anna.frames if f["type"] == "snapshot")
        nodes[HERE].bus.mute = nodes[HERE].bus.deaf = True
        nodes[THERE].reach.gone(HERE)
        await boris.until(lambda f: f["type"] == "presence" and f["away"] == [seat])


@pytest.mark.parametrize("to", [HERE, THERE])
async def test_who_asks_while_a_table_is_handed_over_waits_and_is_answered(to):
    """The node that ran it has ended it already, and others do not know that yet."""
    async with two_guests() as (nodes, anna, boris):
        who, frame = await seated(anna, boris)
        house = nodes[THERE]
        house.reach.left(await house.lobby.let_go("main"))
        asking = asyncio.create_task(who.ask("act", **stays_in(frame)))
        await nodes.known()
        nodes.places.put("main", None)
        await nodes.run("main", to)
        assert (await asking)["ok"]
