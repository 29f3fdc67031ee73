"""Bots that die on their turn, or answer twice, late, or for another hand: whom that harms."""

import asyncio
import contextlib
import logging
import sys

from showdown.bots.baselines import Caller
from showdown.rules import seen
from showdown.sdk import Bot, Connection, play
from tests.end_to_end.black_box.wire import dial
from tests.end_to_end.server_process import CHECKOUT, running

TIMED = (seen.Acted, seen.DrawChosen, seen.Discarded)
QUIET = """
[[tables]]
name = "main"
sb = 5
bb = 10
proof = false
hand_pause = 0
"""
HASTY = QUIET + "act_time = 4\ndraw_time = 4\ntime_bank = 0\ndisconnect_grace = 0\n"


class Watching(Bot):
    """Calls, and remembers how hands went."""

    def __init__(self):
        self.hands, self.over = {}, asyncio.Condition()

    async def decide(self, view):
        return Caller().decide(view)

    async def on_hand(self, hand):
        async with self.over:
            self.hands[hand.hand] = hand
            self.over.notify_all()

    async def has_seen(self, enough):
        """Wait until the hands that it knows are enough."""
        async with self.over:
            await self.over.wait_for(lambda: enough(self.hands))


@contextlib.asynccontextmanager
async def at_the_table(bot, url, name):
    """A bot that plays in this process for the length of a block."""
    playing = asyncio.create_task(play(bot, url, name=name, table="main"))
    try:
        yield
        assert not playing.done()
    finally:
        playing.cancel()
        await asyncio.wait({playing})


def played_for(hand, seat):
    """What the clock did for a seat."""
    return [e for e in hand.events if isinstance(e, TIMED) and e.seat == seat and e.timed_out]


# Dies on its turn.


async def start(url, token):
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.end_to_end.bots.asked",
        url,
        token,
        cwd=CHECKOUT,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )


async def answer_on(process):
    """Let it answer whenever it is asked."""
    while await process.stdout.readline():
        process.stdin.write(b"\n")


async def test_a_bot_that_is_killed_on_its_turn_and_started_again_plays_the_hand_on(tmp_path):
    async with running(tmp_path, QUIET) as server:
        async with await Connection.open(server.url, name="Killed") as connection:
            token = connection.session.token
        other = Watching()
        async with at_the_table(other, server.url, "Other"):
            first = await start(server.url, token)
            asked = await first.stdout.readline()
            first.kill()
            await first.wait()
            second = await start(server.url, token)
            assert await second.stdout.readline() == asked
            second.stdin.write(b"\n")
            answering = asyncio.create_task(answer_on(second))
            number = int(asked.split()[0])
            await other.has_seen(lambda hands: number in hands)
            second.kill()
            await second.wait()
            await answering
    hand = other.hands[number]
    (killed,) = {player.seat for player in hand.events[0].players} - {hand.seat}
    assert played_for(hand, killed) == []
    assert [e for e in hand.events if isinstance(e, TIMED) and e.seat == killed]


# Answers twice, late, for another hand.


async def misbehave(wire, seat):
    """Answer each turn in another wrong way, until cancelled; what came of each."""
    place, refused = 0, []
    for number in range(10_000):
        asked, place = await wire.find(is_asked, place)
        place += 1
        turn = {"table": "main", "hand": asked["hand"], "turn": asked["request"]["turn"]}
        action = right(asked["request"])
        if number % 3 == 0:
            refused.append(await twice(wire, turn, action))
        elif number % 3 == 1:
            refused.append(await late(wire, turn, action, seat))
        else:
            refused.append(await for_another_hand(wire, turn, action))
    raise AssertionError("nobody stopped it")


def is_asked(frame):
    """Not again, as after a refusal."""
    return frame["type"] == "update" and "request" in frame


def right(request):
    if request["kind"] == "draw":
        return {"type": "draw", "cards": []}
    return {"type": "check" if request["legal"].get("check") else "call"}


async def twice(wire, turn, action):
    """The same again has the same reply; another action finds the turn over."""
    first = await wire.start("act", **turn, action=action)
    await wire.send({"type": "act", "id": first, **turn, "action": action})
    again = await wire.ask("act", **turn, action=action)
    assert (await wire.reply(first))["ok"]
    assert (await wire.reply(first, number=2))["ok"]
    return again["error"]["code"]


async def late(wire, turn, action, seat):
    """The clock has acted by then."""
    place = len(wire.frames) - 1
    await wire.see(lambda f: any(is_for(e, seat) for e in f.get("events", ())), place)
    return (await wire.ask("act", **turn, action=action))["error"]["code"]


def is_for(event, seat):
    return event.get("seat") == seat and event.get("timed_out")


async def for_another_hand(wire, turn, action):
    other = await wire.ask("act", **turn | {"hand": turn["hand"] + 1}, action=action)
    assert (await wire.ask("act", **turn, action=action))["ok"]
    return other["error"]["code"]


async def test_a_bot_that_answers_twice_late_or_for_another_hand_harms_only_itself(
    tmp_path, caplog
):
    caplog.set_level(logging.WARNING, "showdown.sdk")
    others = [Watching(), Watching()]
    async with running(tmp_path, HASTY) as server, contextlib.AsyncExitStack() as stack:
        wire = await stack.enter_async_context(dial(server.url))
        assert (await wire.ask("hello", name="Rogue"))["ok"]
        assert (await wire.ask("sit", table="main"))["ok"]
        seat = (await wire.see(lambda f: f["type"] == "snapshot"))["view"]["you"]
        for number, other in enumerate(others):
            await stack.enter_async_context(at_the_table(other, server.url, f"Other {number}"))
        rogue = asyncio.create_task(misbehave(wire, seat))
        for other in others:
            await other.has_seen(lambda hands: sum(seat_in(h, seat) for h in hands.values()) >= 2)
        rogue.cancel()
        await asyncio.wait({rogue})
    assert rogue.cancelled()
    hands = [hand for other in others for hand in other.hands.values()]
    assert any(played_for(hand, seat) for hand in hands)
    assert not any(played_for(hand, hand.seat) for hand in hands)
    assert caplog.records == []


def seat_in(hand, seat):
    return any(player.seat == seat for player in hand.events[0].players)
