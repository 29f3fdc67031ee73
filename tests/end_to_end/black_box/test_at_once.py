"""
Much at the same moment, sent so that the server gets it in one piece or on several connections.
"""

import asyncio
import json

import pytest

COPIES = 100


@pytest.mark.soak(slice=2)
async def test_of_a_hundred_copies_of_an_action_one_takes_effect_and_all_are_answered_alike(
    house, rounds
):
    game = await house.table("quick-1", "Anna", "Boris")
    for number, _ in enumerate(rounds):
        turn = await game.turn()
        wire, once = turn.player.wire, f"once {number}"
        message = turn.act_message({"type": turn.staying[0]}, once)
        async with asyncio.TaskGroup() as group:
            for _ in range(COPIES):
                group.create_task(wire.send(message))
        await wire.pong()
        assert [reply["ok"] for reply in wire.replies(once)] == [True] * COPIES
        await game.next("acted", "discarded")


@pytest.mark.soak(slice=2)
async def test_of_a_hundred_different_actions_one_takes_effect_and_the_others_are_stale(
    house, rounds
):
    game = await house.table("quick-1", "Anna", "Boris")
    for number, _ in enumerate(rounds):
        turn = await game.turn()
        wire = turn.player.wire
        ids = [f"{number} and {copy}" for copy in range(COPIES)]
        async with asyncio.TaskGroup() as group:
            for each in ids:
                group.create_task(wire.send(turn.act_message({"type": turn.staying[0]}, each)))
        replies = [await wire.reply(each) for each in ids]
        assert sum(reply["ok"] for reply in replies) == 1
        refused = [reply for reply in replies if not reply["ok"]]
        assert {reply["error"]["code"] for reply in refused} == {"stale_turn"}


@pytest.mark.soak(slice=2)
async def test_of_all_who_act_at_once_only_the_one_who_is_asked_is_heard(house, rounds):
    game = await house.table("quick-1", "Anna", "Boris", "Cara")
    assert (await game.players[2].ask("post", table=game.name))["ok"]
    turn = await game.hand_of(3)
    for number, _ in enumerate(rounds):
        message = turn.act_message({"type": turn.staying[0]}, f"race {number}")
        await asyncio.gather(*(player.wire.send(message) for player in game.players))
        replies = {player: await player.wire.reply(f"race {number}") for player in game.players}
        assert [player for player, reply in replies.items() if reply["ok"]] == [turn.player]
        codes = {reply["error"]["code"] for reply in replies.values() if not reply["ok"]}
        assert codes <= {"not_your_turn", "stale_turn", "not_in_hand", "wrong_phase"}
        turn = await game.turn()


async def test_actions_for_turns_and_hands_that_are_over_or_never_were_are_stale(house):
    game = await house.table("quick-1", "Anna", "Boris")
    first = await game.turn()
    await first.stay()
    turn = await game.turn()
    for hand, number in (
        (turn.hand, first.number),
        (turn.hand, turn.number + 1),
        (turn.hand, 0),
        (turn.hand - 1, turn.number),
        (turn.hand + 1, turn.number),
        (0, 0),
        (2**53 - 1, 2**53 - 1),
    ):
        message = turn.act_message({"type": "fold"}, "x") | {"hand": hand, "turn": number}
        del message["id"], message["type"]
        for player in game.players:
            reply = await player.ask("act", **message)
            assert (reply["ok"], reply["error"]["code"]) == (False, "stale_turn"), message
            assert reply["turn"]["turn"] == turn.number
    await turn.stay()


async def test_a_whole_transcript_that_is_sent_again_changes_nothing(house):
    game = await house.table("quick-1", "Anna", "Boris")
    sent = []
    while (turn := await game.turn_or_end()) is not None:
        message = turn.act_message({"type": turn.staying[0]}, f"t{turn.number}")
        await turn.player.wire.send(message)
        assert (await turn.player.wire.reply(message["id"]))["ok"]
        sent.append((turn.player, message))
    following = await game.turn()
    mallory = await house.guest("Mallory")
    for player, message in sent:
        await player.wire.send(message)
        assert await player.wire.reply(message["id"], 2) == {
            "type": "reply",
            "id": message["id"],
            "ok": True,
        }
        await mallory.wire.send(message)
        assert (await mallory.wire.reply(message["id"]))["error"]["code"] == "not_seated"
        other = {**message, "action": {"type": "fold"}}
        await player.wire.send(other)
        assert (await player.wire.reply(other["id"], 3))["error"]["code"] == "id_conflict"
    await following.stay()


async def test_requests_in_one_piece_are_done_one_after_the_other(house):
    game = await house.table("quick-1")
    anna = await house.guest("Anna")
    wishes = ("sit", "sit_out", "sit_in", "leave", "sit", "leave", "sit", "sit_out")
    ids = [f"w{number}" for number in range(len(wishes))]
    anna.wire.asked += ids
    frames = [
        json.dumps({"type": kind, "id": each, "table": game.name})
        for kind, each in zip(wishes, ids, strict=True)
    ]
    await asyncio.gather(*(anna.wire.send(frame) for frame in frames))
    assert [(await anna.wire.reply(each))["ok"] for each in ids] == [True] * len(wishes)
    anna.seats[game.name] = 1
    events = [event["type"] for _, event in anna.wire.events(game.name)]
    assert events == ["sat_out", "sat_in", "left", "left", "sat_out"]
