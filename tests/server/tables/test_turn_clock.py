"""The clock of a turn: when it starts, and that nothing but time moves it."""

import asyncio
import gc
from contextlib import AsyncExitStack

import pytest

from server.tables.clock import LoopClock
from server.tables.turn_clock import EARLY, LONGEST_WAIT
from showdown import Ruleset
from showdown.protocol import messages as msg
from showdown.rules import events as ev
from showdown.rules import seen
from showdown.rules.ruleset import DrawMode
from tests.server.tables.kit import NL, open_room
from tests.server.tables.test_absence import quietly
from tests.server.tables.test_actor import play_on

TURN = NL.act_time + NL.time_bank
FULL = (20_000, 60_000)


async def asked_by_a_slow_line(room, *names):
    """Players in a hand of whom each takes what he is asked only when the test hands it over."""
    players = await room.seated(*names)
    for player in players:
        player.reads_slowly = True
    await room.pass_time(room.ruleset.hand_pause)
    return await room.to_act(*players), players


def hand_over(player):
    for handed in player.unread:
        handed()


def left(room, player):
    return room.actor.turn_clock.left_ms(player.session.tables[room.table].view.you)


def spent(player):
    return [e.bank_ms for e in player.events if isinstance(e, seen.BankSpent)]


async def test_it_starts_when_the_request_is_handed_to_the_socket():
    async with open_room() as room:
        player, _ = await asked_by_a_slow_line(room, "Anna", "Boris", "Clara")
        await room.pass_time(3)
        assert left(room, player) == FULL
        hand_over(player)
        await room.pass_time(NL.act_time)
        assert left(room, player) == (0, 60_000)
        await quietly(player)
        assert spent(player) == []


async def test_the_time_in_which_hands_are_shown_is_nobodys():
    """A17: the pause after a showdown is over when the first player of the next hand is asked."""
    async with open_room() as room:
        players = await room.seated("Anna", "Boris")
        await room.pass_time(NL.hand_pause)
        await play_on(room, players)
        shown = room.clock.now()
        await room.pass_time(NL.hand_pause)
        player = await room.to_act(*players)
        assert room.clock.now() - shown == NL.hand_pause
        assert left(room, player) == FULL
        await room.pass_time(NL.act_time)
        await quietly(player)
        assert spent(player) == []


async def test_each_timer_goes_off_though_garbage_is_collected_in_every_turn():
    """A72: with the loop's own clock, twenty tables at once."""
    quick = Ruleset(sb=5, bb=10, act_time=0.02, draw_time=0.02, time_bank=0, hand_pause=0)
    async with AsyncExitStack() as stack:
        rooms = [
            await stack.enter_async_context(open_room(quick, clock=LoopClock())) for _ in range(20)
        ]
        for room in rooms:
            await room.seated("Anna", "Boris")
        while not all(room.storage.hands.records for room in rooms):
            gc.collect()
            await asyncio.gather(*(room.settle() for room in rooms))
        for room in rooms:
            (record, *_) = room.storage.hands.records.values()
            acted = [e for e in record.events if isinstance(e, ev.Acted)]
            assert acted
            assert all(each.timed_out for each in acted)


async def test_who_is_asked_late_is_over_as_much_later():
    async with open_room() as room:
        player, players = await asked_by_a_slow_line(room, "Anna", "Boris", "Clara")
        await room.pass_time(3)
        hand_over(player)
        await room.pass_time(TURN - 0.1)
        assert await room.to_act(*players) is player
        await room.pass_time(0.2)
        assert await room.to_act(*players) is not player


async def test_who_is_asked_right_after_another_has_all_of_his_time():
    """The timer was set for the one before him, and goes off a moment too early for him."""
    async with open_room() as room:
        players = await room.seated("Anna", "Boris", "Clara")
        await room.pass_time(NL.hand_pause)
        began, moment = room.clock.now(), EARLY / 2
        await room.pass_time(moment)
        await quietly(await room.to_act(*players))
        following = await room.to_act(*players)
        while await room.to_act(*players) is following:
            room.clock.due(began + 2 * TURN)()
            await room.settle()
        assert room.clock.now() == pytest.approx(began + moment + TURN)


async def test_it_waits_five_seconds_at_most_for_who_does_not_read():
    async with open_room() as room:
        player, players = await asked_by_a_slow_line(room, "Anna", "Boris", "Clara")
        await room.pass_time(LONGEST_WAIT + 1)
        hand_over(player)
        assert left(room, player) == (19_000, 60_000)
        await room.pass_time(TURN - 1.1)
        assert await room.to_act(*players) is player
        await room.pass_time(0.2)
        assert await room.to_act(*players) is not player


async def test_it_starts_when_the_connection_that_was_to_be_asked_is_gone():
    async with open_room() as room:
        player, players = await asked_by_a_slow_line(room, "Anna", "Boris", "Clara")
        await room.pass_time(2)
        room.actor.hide(player)
        await room.pass_time(10)
        room.actor.show(player)
        assert left(room, player) == (10_000, 60_000)
        hand_over(player)
        assert left(room, player) == (10_000, 60_000)
        await room.pass_time(70 - 0.1)
        assert await room.to_act(*players) is player
        await room.pass_time(0.2)
        assert await room.to_act(*players) is not player


async def test_it_is_not_late_when_the_server_stood_still_before_it_started():
    async with open_room() as room:
        player, players = await asked_by_a_slow_line(room, "Anna", "Boris", "Clara")
        room.actor.turn_clock.stood_still(2)
        await room.pass_time(1)
        hand_over(player)
        await room.pass_time(TURN - 0.1)
        assert await room.to_act(*players) is player
        await room.pass_time(0.2)
        assert await room.to_act(*players) is not player


async def test_for_a_seat_without_a_connection_it_starts_with_the_commit():
    async with open_room() as room:
        players = await room.seated("Anna", "Boris", "Clara")
        for player in players:
            room.actor.hide(player)
        await room.pass_time(NL.hand_pause + 7)
        player = await room.to_act(*players)
        room.actor.show(player)
        assert left(room, player) == (13_000, 60_000)


async def test_a_request_that_arrives_when_its_turn_is_over_starts_nobodys_clock():
    async with open_room() as room:
        player, players = await asked_by_a_slow_line(room, "Anna", "Boris", "Clara")
        await quietly(player)
        following = await room.to_act(*players)
        await room.pass_time(1)
        hand_over(player)
        assert left(room, following) == FULL
        await room.pass_time(1)
        hand_over(following)
        await room.pass_time(5)
        assert left(room, following) == (15_000, 60_000)


async def test_a_second_connection_that_is_asked_later_gives_no_time():
    async with open_room() as room:
        players = await room.seated("Anna", "Boris", "Clara")
        twins = [type(each)(room, each.account, each.name) for each in players]
        for twin in twins:
            twin.reads_slowly = True
            room.actor.show(twin)
        await room.pass_time(NL.hand_pause)
        player = await room.to_act(*players)
        await room.pass_time(4)
        for twin in twins:
            hand_over(twin)
        assert left(room, player) == (16_000, 60_000)


async def test_each_seat_of_a_simultaneous_draw_has_its_own_start():
    rules = Ruleset(sb=5, bb=10, draw_mode=DrawMode.SIMULTANEOUS, draw_time=30)
    async with open_room(rules) as room:
        players = await room.seated("Anna", "Boris")
        await room.pass_time(rules.hand_pause)
        first = await room.to_act(*players)
        await quietly(first)
        second = await room.to_act(*players)
        second.reads_slowly = True
        await quietly(second)
        await room.pass_time(4)
        hand_over(second)
        await room.pass_time(1)
        assert left(room, first) == (25_000, 60_000)
        assert left(room, second) == (29_000, 60_000)


async def test_after_an_outage_of_ours_it_starts_again_with_the_new_request():
    from server.ports import StorageError

    async with open_room() as room:
        player, _ = await asked_by_a_slow_line(room, "Anna", "Boris", "Clara")
        hand_over(player)
        await room.pass_time(18)
        room.storage.journal.full = StorageError("The disk is full.")
        await player.act(msg.Call())
        room.storage.journal.full = None
        player.unread.clear()
        await room.pass_time(2)
        assert player.request.base_ms == 20_000
        hand_over(player)
        await room.pass_time(19)
        await quietly(player)
        assert spent(player) == []


@pytest.mark.parametrize("phase", ["betting", "the draw"])
async def test_betting_and_the_draw_have_times_of_their_own(phase):
    rules = Ruleset(sb=5, bb=10, act_time=10, draw_time=40, time_bank=0)
    async with open_room(rules) as room:
        players = await room.seated("Anna", "Boris")
        await room.pass_time(rules.hand_pause)
        if phase == "the draw":
            for _ in players:
                await quietly(await room.to_act(*players))
        player = await room.to_act(*players)
        turn = room.actor.state.running.turn
        await room.pass_time((10 if phase == "betting" else 40) - 0.1)
        assert (await room.to_act(*players), room.actor.state.running.turn) == (player, turn)
        await room.pass_time(0.2)
        running = room.actor.state.running
        assert running is None or running.turn != turn


async def test_the_bank_is_each_players_own_and_lasts_over_turns():
    async with open_room() as room:
        players = await room.seated("Anna", "Boris")
        await room.pass_time(NL.hand_pause)
        first = await room.to_act(*players)
        await room.pass_time(NL.act_time + 12)
        await quietly(first)
        second = await room.to_act(*players)
        assert left(room, second) == FULL
        while await room.to_act(*players) is not first:
            await quietly(await room.to_act(*players))
        assert left(room, first) == (20_000, 48_000)
