"""In a simultaneous draw nobody learns who has not chosen, neither by a word nor by a moment."""

from contextlib import asynccontextmanager

import pytest

from showdown import Ruleset
from showdown.protocol import messages as msg
from showdown.rules import seen
from showdown.rules.phases import Phase
from showdown.rules.ruleset import DrawMode
from tests.server.tables.kit import open_room
from tests.server.tables.test_absence import quietly, three_in_a_hand

TOGETHER = Ruleset(sb=5, bb=10, draw_mode=DrawMode.SIMULTANEOUS, draw_time=30)
SPENT = 40
"""So much of his time bank the first one has used before the draw: he has 20 s beside its 30."""


@asynccontextmanager
async def drawing():
    """Three who are to choose, of whom the first has less time than the others."""
    async with open_room(TOGETHER) as room:
        first, *others = await three_in_a_hand(room)
        await room.pass_time(TOGETHER.act_time + SPENT)
        await quietly(first)
        for _ in others:
            await quietly(await room.to_act(*others))
        assert len(room.actor.state.running.asked) == 3
        yield room, first, others


def grace(player):
    return [e for e in player.events if isinstance(e, seen.GraceGiven)]


@pytest.mark.parametrize("cut_off", [False, True])
async def test_when_the_time_of_one_is_over_those_who_still_choose_are_told_nothing(cut_off):
    async with drawing() as (room, first, others):
        if cut_off:
            room.actor.hide(first)
        await quietly(others[0])
        told = [len(each.told) for each in others]
        await room.pass_time(TOGETHER.draw_time + 60 - SPENT + 20)
        assert [len(each.told) for each in others] == told
        await quietly(others[1])
        assert len(grace(others[1])) == cut_off
        assert (room.actor.state.running.phase is Phase.DRAWING) is cut_off


async def test_who_has_no_time_left_may_choose_for_as_long_as_others_may():
    async with drawing() as (room, first, others):
        await room.pass_time(TOGETHER.draw_time + 60 - SPENT + 20)
        assert (await first.act(msg.Draw(cards=()))).ok
        for each in others:
            await quietly(each)
        stood = [e for e in first.events if isinstance(e, seen.DrawChosen)]
        assert [e.timed_out for e in stood] == [False]


async def test_when_nobody_has_any_time_left_all_stand_pat_but_who_is_cut_off():
    async with drawing() as (room, first, others):
        room.actor.hide(first)
        await room.pass_time(TOGETHER.draw_time + 60 - 1)
        assert len(room.actor.state.running.asked) == 3
        await room.pass_time(1)
        hand = room.actor.state.running
        assert [hand.started.lineup[place].account for place in hand.asked] == [first.account]
        assert [len(grace(each)) for each in others] == [1, 1]
        turn = hand.turn
        await room.pass_time(TOGETHER.disconnect_grace)
        assert room.actor.state.running.turn == turn + 1
        assert room.actor.state.running.phase is Phase.BETTING


async def test_the_time_that_one_is_cut_off_for_begins_when_the_others_have_chosen():
    async with drawing() as (room, first, others):
        room.actor.hide(first)
        await room.pass_time(TOGETHER.draw_time + 60 - SPENT + 5)
        for each in others:
            await quietly(each)
        (given,) = grace(others[0])
        assert given.grace_ms == TOGETHER.disconnect_grace * 1000
        turn = room.actor.state.running.turn
        await room.pass_time(TOGETHER.disconnect_grace - 1)
        assert room.actor.state.running.turn == turn
        await room.pass_time(1)
        assert room.actor.state.running.turn == turn + 1
