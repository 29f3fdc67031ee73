"""A client cannot tell whether its table is run by the node that it is connected to."""

import asyncio

from msgspec.structs import replace

from server import metrics
from server.gateway.remote.messages import Ask
from tests.server.gateway.kit import asked, last_seq
from tests.server.gateway.remote.kit import (
    HERE,
    THERE,
    done_by,
    missed,
    open_nodes,
    seated,
    seated_first,
    stays_in,
    two_guests,
)


async def test_players_of_two_nodes_play_a_hand_at_a_table_of_one_of_them():
    async with two_guests() as (_, anna, boris):
        for wire in (anna, boris):
            assert (await wire.ask("sit", table="main"))["ok"]
        frames = anna.frames
        while not any(e.get("type") == "hand_ended" for f in frames for e in f.get("events", ())):
            who, frame = await asked([anna, boris])
            assert (await who.ask("act", **stays_in(frame)))["ok"]


async def test_who_looks_on_from_two_nodes_is_told_the_same():
    async with (
        open_nodes() as nodes,
        nodes[THERE].guest("Anna") as anna,
        nodes[HERE].guest("Boris") as boris,
        nodes[HERE].guest("Clara") as clara,
        nodes[THERE].guest("Dora") as dora,
    ):
        for wire in (clara, dora):
            assert (await wire.ask("watch", table="main"))["ok"]
        begun = [len(each.frames) for each in (clara, dora)]
        who, frame = await seated(anna, boris)
        assert (await who.ask("act", **stays_in(frame)))["ok"]
        seq = who.frames[-1]["seq"]
        told = []
        for wire, start in zip((clara, dora), begun, strict=True):
            await wire.until(lambda f, seq=seq: f.get("seq") == seq)
            told.append([each for each in wire.frames[start:] if each["type"] == "update"])
        assert told[0] == told[1]


async def test_a_refusal_comes_back_with_its_code_and_details():
    async with open_nodes() as nodes, nodes[HERE].guest("Anna") as anna:
        refused = await anna.ask("leave", table="main")
        assert refused["error"]["code"] == "not_seated"
        unknown = await anna.ask("watch", table="nowhere")
        assert unknown["error"]["code"] == "no_such_table"


async def test_requests_at_other_nodes_are_counted():
    before = sample("showdown_remote_seconds_count")
    async with open_nodes() as nodes, nodes[HERE].guest("Anna") as anna:
        assert (await anna.ask("watch", table="main"))["ok"]
        assert (await anna.ask("tables"))["ok"]
        assert nodes[THERE].reach.hall.count == 1
    assert sample("showdown_remote_seconds_count") == before + 1


def sample(name):
    """What is counted under a name by now."""
    return metrics.REGISTRY.get_sample_value(name)


async def test_who_loses_his_connection_elsewhere_is_shown_as_away():
    async with open_nodes() as nodes, nodes[THERE].guest("Boris") as boris:
        assert (await boris.ask("sit", table="main"))["ok"]
        async with nodes[HERE].guest("Anna") as anna:
            assert (await anna.ask("sit", table="main"))["ok"]
            seat = anna.frames[-1]["view"]["you"]
        await boris.until(lambda f: f["type"] == "presence" and f["away"] == [seat])
        assert nodes[THERE].reach.hall.count == 0


async def test_an_action_whose_answer_was_lost_between_nodes_is_done_once_and_answered():
    async with two_guests() as (nodes, anna, boris):
        frame = await seated_first(anna, boris)
        nodes[HERE].bus.deaf = True
        await anna.send_as("lost", **stays_in(frame))
        await boris.until(lambda f: f["type"] == "update")
        nodes[HERE].bus.deaf = False
        nodes.second()
        assert (await anna.reply("lost"))["ok"]
        assert len(done_by(nodes, "lost")) == 1


async def test_an_answer_that_comes_again_is_told_also_if_more_than_that_was_lost():
    async with two_guests() as (nodes, anna, boris):
        frame = await seated_first(anna, boris)
        nodes[HERE].bus.deaf = True
        assert (await boris.ask("sit_out", table="main"))["ok"]
        told = len(boris.frames)
        await anna.send_as("lost", **stays_in(frame))
        while len(boris.frames) == told:
            await boris.read()
        nodes[HERE].bus.deaf = False
        nodes.second()
        assert (await anna.reply("lost"))["ok"]
        assert len(done_by(nodes, "lost")) == 1
        seq = last_seq(boris.frames[-1])
        await anna.until(lambda f: last_seq(f) >= seq)
        assert not missed(anna)


async def test_an_action_that_was_lost_between_nodes_is_done_once_and_answered():
    async with two_guests() as (nodes, anna, boris):
        frame = await seated_first(anna, boris)
        nodes[HERE].bus.mute = True
        await anna.send_as("lost", **stays_in(frame))
        await nodes[HERE].bus.lost.wait()
        nodes[HERE].bus.mute = False
        nodes.second()
        assert (await anna.reply("lost"))["ok"]
        assert len(done_by(nodes, "lost")) == 1


async def test_what_comes_twice_from_another_node_at_once_is_done_once():
    async with two_guests() as (nodes, anna, boris):
        for wire in (anna, boris):
            assert (await wire.ask("sit", table="main"))["ok"]
        hall = nodes[THERE].reach.hall

        def hear_twice(node, ask):
            hall._asked(node, ask)
            hall._asked(node, replace(ask, again=True))

        nodes[THERE].post.on(Ask, hear_twice)
        assert (await anna.ask("chat", table="main", text="Well played."))["ok"]
        assert (await boris.ask("tables"))["ok"]
        assert [frame["type"] for frame in boris.frames].count("said") == 1


async def test_a_lost_answer_is_told_again_while_the_table_still_goes_on_by_it(monkeypatch):
    goes_on = asyncio.Event()
    async with two_guests(HERE, HERE) as (nodes, anna, boris):
        who, frame = await seated(anna, boris)
        actor = nodes[THERE].lobby.find("main").actor
        monkeypatch.setattr(actor, "go_on", goes_on.wait)
        nodes[HERE].bus.deaf = True
        await who.send_as("lost", **stays_in(frame))
        while not done_by(nodes, "lost"):
            await asyncio.sleep(0)
        await nodes.known()
        nodes[HERE].bus.deaf = False
        nodes.second()
        assert (await who.reply("lost"))["ok"]
        goes_on.set()
