"""
Connections that come and go: who comes back finds one consistent table, and only he.
"""

from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed

from tests.end_to_end.black_box.house import has_event


async def test_who_comes_back_has_his_seat_his_cards_and_his_turn_at_once(house):
    game = await house.table("quick-1", "Anna", "Boris")
    turn = await game.turn()
    asked = turn.player
    await asked.wire.drop()
    welcome = await asked.back()
    assert welcome["seats"] == [{"table": game.name, "seat": asked.seats[game.name]}]
    again = await game.asked(asked, turn.hand, turn.number)
    assert again.request["cards"] == turn.request["cards"]
    assert again.legal == turn.legal
    await again.stay()
    await game.finish()


async def test_a_dead_socket_does_not_hold_the_seat(house):
    """The old connection stays open and silent, as when a cable is pulled."""
    game = await house.table("quick-1", "Anna", "Boris")
    turn = await game.turn()
    asked = turn.player
    silent = asked.wire
    silent.socket.transport.pause_reading()
    await asked.back()
    await (await game.asked(asked, turn.hand, turn.number)).stay()
    silent.socket.transport.resume_reading()
    assert await silent.cut_off() == 4003


async def test_of_two_connections_the_newer_one_counts_and_the_older_one_can_do_nothing(house):
    game = await house.table("quick-1", "Anna", "Boris")
    turn = await game.turn()
    asked, older = turn.player, turn.player.wire
    await asked.back()
    with suppress(ConnectionClosed):
        while not older.closed:
            await older.send(turn.act_message({"type": "fold"}, "from the old one"))
            await asked.wire.pong()
    assert await older.cut_off() == 4003
    assert not older.replies("from the old one")
    await (await game.asked(asked, turn.hand, turn.number)).stay()


async def test_two_devices_that_both_insist_take_turns_and_each_time_one_is_told_it_is_final(house):
    guest = await house.guest()
    for _ in range(10):
        older = guest.wire
        await guest.back()
        assert await older.cut_off() == 4003


@pytest.mark.soak(slice=3)
async def test_who_rejoins_in_the_moment_of_a_deal_sees_each_event_once_and_in_order(house, rounds):
    game = await house.table("quick-1", "Anna", "Boris")
    anna, boris = game.players
    for _ in rounds:
        turn = await game.turn()
        await boris.wire.pong()
        assert (await turn.act("fold"))["ok"]
        await boris.wire.drop()
        await boris.back()
        snapshot = await boris.wire.see(lambda f: f["type"] == "snapshot")
        assert snapshot["view"]["you"] == boris.seats[game.name]
        await they_see_the_same(game, anna, boris)


async def test_the_welcome_lists_every_seat_and_brings_every_open_request(house):
    games = [await house.table(f"quick-{number}", "Boris") for number in range(1, 11)]
    anna = await house.guest("Anna")
    for game in games:
        await game.seat(anna)
    turns = [await game.turn() for game in games]
    await anna.wire.drop()
    welcome = await anna.back()
    assert {each["table"] for each in welcome["seats"]} == {game.name for game in games}
    await anna.wire.pong()
    snapshots = [f for f in anna.wire.frames if f["type"] == "snapshot"]
    assert [f["table"] for f in snapshots] == [each["table"] for each in welcome["seats"]]
    asked = {turn.game.name for turn in turns if turn.player is anna}
    assert {f["table"] for f in snapshots if f.get("request")} == asked


async def test_an_action_that_may_not_have_arrived_is_sent_again_and_has_one_effect(house):
    """The half from the server to the client is gone: the action arrives, the reply does not."""
    game = await house.table("quick-1", "Anna", "Boris")
    turn = await game.turn()
    asked = turn.player
    other = next(each for each in game.players if each is not asked)
    game.eyes = other
    message = turn.act_message({"type": turn.staying[0]}, "only once")
    asked.wire.socket.transport.pause_reading()
    await asked.wire.send(message)
    await other.wire.see(lambda f: has_event(f, game.name, "acted", seat=asked.seats[game.name]))
    await asked.wire.drop()
    await asked.back()
    await asked.wire.send(message)
    assert (await asked.wire.reply("only once"))["ok"]
    await other.wire.pong()
    acted = [e for _, e in other.wire.events(game.name) if e.get("type") == "acted"]
    assert len(acted) == 1


async def test_a_snapshot_has_the_clock_and_the_turn_that_the_others_see(house):
    game = await house.table("calm", "Anna", "Boris")
    turn = await game.turn()
    for player in game.players:
        await player.back()
    views = [(await player.wire.see(lambda f: f["type"] == "snapshot")) for player in game.players]
    assert views[0]["view"]["turn"] == views[1]["view"]["turn"]
    assert views[0]["view"]["turn"]["turn"] == turn.number
    request = next(view["request"] for view in views if "request" in view)
    assert 0 < request["base_ms"] <= turn.request["base_ms"]
    assert request["bank_ms"] == turn.request["bank_ms"]


async def test_who_missed_events_gets_just_those_or_a_snapshot(house):
    game = await house.table("quick-1", "Anna", "Boris")
    anna, boris = game.players
    turn = await game.turn()
    await boris.wire.pong()
    last = last_seq(boris, game)
    await boris.wire.drop()
    if turn.player is boris:
        await boris.back(resume=True)
    else:
        await turn.stay()
        await anna.wire.pong()
        await boris.back(resume=True)
    reply = await boris.ask("resume", table=game.name, last_seq=last)
    assert reply["ok"]
    assert not [f for f in boris.wire.frames if f["type"] == "snapshot"]
    assert last_seq(boris, game) == last_seq(anna, game)
    for unknown in ({}, {"last_seq": 2**53 - 1}):
        request_id = await boris.wire.start("resume", table=game.name, **unknown)
        assert (await boris.wire.reply(request_id))["ok"]
        assert [f for f in boris.wire.frames if f["type"] == "snapshot"]


async def test_to_leave_and_sit_down_in_one_breath_is_to_sit(house):
    game = await house.table("quick-1")
    anna = await house.guest("Anna")
    await game.seat(anna)
    ids = [await anna.wire.start(kind, table=game.name) for kind in ("leave", "sit") * 5]
    replies = [await anna.wire.reply(each) for each in ids]
    assert all(reply["ok"] for reply in replies), replies
    assert (await anna.ask("sit", table=game.name))["error"]["code"] == "already_seated"


async def test_pipelined_requests_are_answered_in_the_order_they_came_in(house):
    anna = await house.guest("Anna")
    kinds = ("tables", "hands", "watch", "unwatch", "leave", "tables") * 3
    ids = [
        await anna.wire.start(kind, **({} if kind in ("tables", "hands") else {"table": "calm"}))
        for kind in kinds
    ]
    await anna.wire.pong()
    answered = [
        reply["id"]
        for frame in anna.wire.frames
        if (reply := frame if frame["type"] == "reply" else frame.get("reply"))
    ]
    assert answered[-len(ids) :] == ids


@pytest.mark.soak(slice=2)
async def test_after_random_drops_a_view_is_the_one_that_a_peer_has(house, rounds):
    game = await house.table("quick-1", "Anna", "Boris", "Cara")
    anna, boris, cara = game.players
    for rng in rounds:
        for _ in range(10):
            turn = await game.turn()
            folds = turn.kind == "bet" and rng.random() < 0.3
            assert (await turn.act(*(("fold",) if folds else turn.staying)))["ok"]
            if rng.random() < 0.5:
                flapping = rng.choice((boris, cara))
                await flapping.wire.drop()
                await flapping.back()
        await they_see_the_same(game, anna, boris)
        await they_see_the_same(game, anna, cara)


async def test_somebody_who_flaps_does_not_keep_the_others_from_starting(house):
    game = await house.table("pauses", "Anna")
    boris = await house.guest("Boris")
    await game.seat(boris)
    for _ in range(20):
        await boris.wire.drop()
        await boris.back()
    _, started = await game.next("hand_started")
    assert len(started["players"]) == 2


async def test_the_last_answer_arrives_before_the_close(house):
    guest = await house.guest()
    with suppress(ConnectionClosed):
        for number in range(1, 201):
            await guest.wire.send({"type": "nonsense", "id": f"n{number}"})
    assert await guest.wire.cut_off() in (1008, 4009)
    answered = [f["id"] for f in guest.wire.frames if f.get("error")]
    assert answered
    assert answered == [f"n{number}" for number in range(1, len(answered) + 1)]


def last_seq(player, game):
    """The number of the last event that a player has of the table."""
    frames = [frame for wire in player.wires for frame in wire.frames]
    last = [f for f in frames if f.get("table") == game.name and "seq" in f][-1]
    return last["seq"] + (len(last["events"]) - 1 if last["type"] == "update" else 0)


async def they_see_the_same(game, one, other):
    """Compare what two see when the last event that they know is the same one."""
    while True:
        seq, seen = await seat_views(one, game)
        last, theirs = await seat_views(other, game)
        if seq == last:  # else a hand was dealt between, perhaps
            break
    assert seen == theirs


async def seat_views(player, game):
    """The table as anybody may see it, from a fresh look of this player."""
    request_id = await player.wire.start("resume", table=game.name)
    frame = await player.wire.see(lambda f: (f.get("reply") or {}).get("id") == request_id)
    view = frame["view"]
    return frame["seq"], [
        {key: value for key, value in seat.items() if key != "cards"} for seat in view["seats"]
    ]
