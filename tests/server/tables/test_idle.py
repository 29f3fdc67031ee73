"""Seats of those who are gone: kept for a while, by the wall clock where no hand runs."""

import pytest

from showdown import Ruleset
from showdown.protocol import messages as msg
from tests.server.tables.kit import NL, open_room
from tests.server.tables.test_absence import quietly

KEPT = 20 * 60


async def test_the_seat_of_who_is_gone_is_kept_for_twenty_minutes_where_no_hand_runs():
    async with open_room() as room:
        (anna,) = await room.seated("Anna")
        room.actor.hide(anna)
        await room.pass_time(KEPT - 1)
        assert room.actor.state.seating.of(anna.account) is not None
        await room.pass_time(2)
        assert room.actor.state.seating.of(anna.account) is None
        assert room.storage.accounts.accounts[anna.account].chips == 10_000


async def test_of_two_of_whom_one_sits_out_neither_holds_his_seat_for_ever_when_both_are_gone():
    async with open_room() as room:
        anna, boris = await room.seated("Anna", "Boris")
        assert (await anna.ask(msg.SitOut, table=room.table)).ok
        for each in (anna, boris):
            room.actor.hide(each)
        await room.pass_time(KEPT + 1)
        assert room.actor.state.seating.occupants == ()
        assert room.actor.state.hand is None


async def test_who_is_back_in_time_keeps_his_seat_and_is_waited_for_as_long_again():
    async with open_room() as room:
        (anna,) = await room.seated("Anna")
        for _ in range(3):
            room.actor.hide(anna)
            await room.pass_time(KEPT - 60)
            room.actor.show(anna)
            await room.pass_time(120)
        assert room.actor.state.seating.of(anna.account) is not None


async def test_who_is_there_and_waits_alone_waits_as_long_as_he_likes():
    async with open_room() as room:
        (anna,) = await room.seated("Anna")
        await room.pass_time(10 * KEPT)
        assert room.actor.state.seating.of(anna.account) is not None


async def test_after_a_restart_at_which_nobody_comes_back_the_seats_are_free_in_the_end():
    async with open_room() as room:
        await room.seated("Anna")
    async with open_room(storage=room.storage) as again:
        await again.pass_time(KEPT + 1)
        assert again.actor.state.seating.occupants == ()


@pytest.mark.parametrize("names", [("Anna", "Boris"), ("Anna", "Boris", "Clara", "Dora", "Emil")])
@pytest.mark.parametrize("rules", [NL, Ruleset(ante=5, min_bet=10, min_buy=400, max_buy=1000)])
async def test_a_table_of_which_all_are_gone_plays_a_few_hands_and_is_empty_in_the_end(
    names, rules
):
    async with open_room(rules) as room:
        players = await room.seated(*names)
        chips = room.chips()
        await room.pass_time(rules.hand_pause)
        for each in players:
            room.actor.hide(each)
        await room.pass_time(3 * 3600)
        assert 1 <= len(room.storage.hands.records) < len(names)
        assert room.actor.state.seating.occupants == ()
        assert room.actor.state.running is None
        assert room.chips() == chips
        assert room.clock.waiting == 0


async def test_who_is_gone_in_a_hand_that_lasts_leaves_it_by_the_rules():
    slow = Ruleset(sb=5, bb=10, act_time=KEPT, time_bank=KEPT)
    async with open_room(slow) as room:
        players = await room.seated("Anna", "Boris", "Clara")
        await room.pass_time(slow.hand_pause)
        first = await room.to_act(*players)
        gone = next(each for each in players if each is not first)
        room.actor.hide(gone)
        await room.pass_time(KEPT + 1)
        assert room.actor.state.seating.of(gone.account).leaving
        assert await room.to_act(*players) is first
        others = [each for each in players if each is not gone]
        while room.actor.state.running is not None:
            await quietly(await room.to_act(*others))
        assert room.actor.state.seating.of(gone.account) is None
