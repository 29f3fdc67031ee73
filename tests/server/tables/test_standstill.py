"""A server that stood still: nobody could be heard, so no clock has run."""

import pytest

from server.tables.standstill import Standstill
from showdown.protocol import messages as msg
from showdown.rules import seen
from tests.server.tables.kit import NL, ManualClock, open_room

TURN = NL.act_time + NL.time_bank


class Sleepy(ManualClock):
    """A clock that can jump, as it seems to a process that was stopped."""

    def sleep(self, seconds):
        """Nothing happens for so long, then all timers that are due go off."""
        self.jump(seconds)
        self.run(0)

    def run(self, seconds):
        until = self.now() + seconds
        while (action := self.due(until)) is not None:
            action()


@pytest.fixture
def watched():
    clock, noticed = Sleepy(), list[float]()
    watch = Standstill(clock, noticed.append)
    watch.start()
    return clock, watch, noticed


def test_a_server_that_runs_stands_never_still(watched):
    clock, _, noticed = watched
    clock.run(3600)
    clock.sleep(0.9)
    clock.run(10)
    assert noticed == []


def test_a_standstill_is_noticed_once_and_is_as_long_as_it_was(watched):
    clock, _, noticed = watched
    clock.run(10.1)
    clock.sleep(7)
    clock.run(10)
    clock.sleep(2)
    assert noticed == [pytest.approx(7.1), pytest.approx(2.0, abs=0.25)]


def test_who_has_stopped_looking_notices_nothing(watched):
    clock, watch, noticed = watched
    watch.stop()
    clock.sleep(100)
    assert noticed == []


async def in_a_turn(room):
    players = await room.seated("Anna", "Boris", "Clara")
    await room.pass_time(NL.hand_pause)
    return await room.to_act(*players)


async def test_a_turn_that_would_be_over_goes_on_after_a_standstill_with_what_it_had():
    async with open_room() as room:
        player = await in_a_turn(room)
        await room.pass_time(15)
        room.clock.jump(600)
        turn_is_over = room.clock.due(room.clock.now())
        room.actor.turn_clock.stood_still(600)
        turn_is_over()
        await room.settle()
        assert await room.to_act(player) is player
        assert room.actor.turn_clock.left_ms(player.request.seat) == (5_000, 60_000)
        await room.pass_time(TURN - 15 - 0.1)
        assert await room.to_act(player) is player
        await room.pass_time(0.2)
        assert [e for e in player.events if isinstance(e, seen.Acted) and e.timed_out]


async def test_an_answer_that_waited_through_a_standstill_costs_nothing_of_the_bank():
    async with open_room() as room:
        player = await in_a_turn(room)
        await room.pass_time(5)
        room.clock.jump(600)
        room.actor.turn_clock.stood_still(600)
        assert (await player.act(msg.Call())).ok
        assert not [e for e in player.events if isinstance(e, seen.BankSpent)]
