"""
Much at the same moment: copies of one action, several answers to one turn.
"""

import asyncio
import json

from tests.server.gateway.kit import open_house

COPIES = 100


async def dealt_in(anna, boris):
    """Seat both; who is asked comes first, then the other, then the frame that asked."""
    for wire in (anna, boris):
        assert (await wire.ask("sit", table="main"))["ok"]
    first, second = (asyncio.create_task(wire.turn()) for wire in (anna, boris))
    done, waiting = await asyncio.wait({first, second}, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    asked = next(iter(done)).result()
    return (anna, boris, asked) if first in done else (boris, anna, asked)


def turn_of(frame):
    hand = frame.get("hand") or frame["view"]["hand"]
    return {"type": "act", "table": "main", "hand": hand, "turn": frame["request"]["turn"]}


def effects(house, account):
    entries = house.storage.journal.entries
    return [each for each in entries if each.account == account and each.turn is not None]


async def test_of_a_hundred_copies_of_an_action_one_takes_effect_and_each_has_the_same_reply():
    async with open_house() as house, house.guest("Anna") as anna, house.guest("Boris") as boris:
        actor, _, asked = await dealt_in(anna, boris)
        call = json.dumps({**turn_of(asked), "id": "once", "action": {"type": "call"}})
        for _ in range(COPIES):
            await actor.send(call)
        replies = [await actor.reply("once") for _ in range(COPIES)]
        assert all(reply["ok"] for reply in replies)
        assert len(effects(house, actor.frames[0]["account"])) == 1


async def test_of_a_hundred_actions_in_one_turn_one_takes_effect_and_the_others_are_stale():
    async with open_house() as house, house.guest("Anna") as anna, house.guest("Boris") as boris:
        actor, _, asked = await dealt_in(anna, boris)
        for number in range(COPIES):
            act = {**turn_of(asked), "id": f"c{number}", "action": {"type": "call"}}
            await actor.send(json.dumps(act))
        replies = [await actor.reply(f"c{number}") for number in range(COPIES)]
        assert [reply["ok"] for reply in replies] == [True] + [False] * (COPIES - 1)
        assert {reply["error"]["code"] for reply in replies[1:]} == {"stale_turn"}
        assert len(effects(house, actor.frames[0]["account"])) == 1


async def test_of_two_players_who_act_at_once_the_one_who_is_not_asked_is_told_so():
    async with open_house() as house, house.guest("Anna") as anna, house.guest("Boris") as boris:
        actor, other, asked = await dealt_in(anna, boris)
        for wire in (other, actor):
            act = {**turn_of(asked), "id": "mine", "action": {"type": "call"}}
            await wire.send(json.dumps(act))
        assert (await other.reply("mine"))["error"]["code"] in ("not_your_turn", "stale_turn")
        assert (await actor.reply("mine"))["ok"]


async def test_a_transcript_that_is_sent_again_has_the_same_replies_and_changes_nothing():
    async with open_house() as house, house.guest("Anna") as anna, house.guest("Boris") as boris:
        actor, other, asked = await dealt_in(anna, boris)
        sent = []
        for number in range(4):
            legal = asked["request"]["legal"]
            free = {"type": "draw", "cards": []} if "draw" in legal else {"type": "check"}
            action = {"type": "call"} if "call" in legal else free
            act = {**turn_of(asked), "id": f"t{number}", "action": action}
            sent.append((actor, act))
            await actor.send(json.dumps(act))
            assert (await actor.reply(act["id"]))["ok"]
            asked = actor.frames[-1]
            if "request" not in asked:
                actor, other = other, actor
                asked = await actor.turn()
        entries = len(house.storage.journal.entries)
        for thief, act in sent:
            async with house.client() as again:
                assert (await again.ask("hello", token=thief.frames[0]["token"]))["ok"]
                await again.send(json.dumps(act))
                assert (await again.reply(act["id"]))["ok"]
                assert (await again.ask("sit", table="main"))["error"]["code"] == "already_seated"
        async with house.guest("Carl") as stranger:
            for _, act in sent:
                await stranger.send(json.dumps(act))
                assert (await stranger.reply(act["id"]))["error"]["code"] == "not_seated"
        assert len(house.storage.journal.entries) == entries
