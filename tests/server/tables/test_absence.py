"""
Players who are gone for a while, in each phase of a hand: what it costs them, and nobody else.
"""

import asyncio

import pytest

from showdown import Ruleset
from showdown.protocol import messages as msg
from showdown.rules import seen
from tests.server.tables.kit import NL, open_room

TO_THE_PHASE = {
    "the first round": 1,
    "the draw": 3,
    "the second round": 6,
    "the last turn": 8,
}
"""After how many turns of three players who call, stand pat and check."""

TURN = NL.act_time + NL.time_bank


async def three_in_a_hand(room, turns=0):
    """Three players in a hand, after some turns; whose turn it is comes first."""
    players = await room.seated("Anna", "Boris", "Clara")
    await room.pass_time(NL.hand_pause)
    for _ in range(turns):
        await quietly(await room.to_act(*players))
    first = await room.to_act(*players)
    return [first, *(each for each in players if each is not first)]


async def quietly(player):
    """Stay in the hand for as little as it costs."""
    legal = player.request.legal
    free = msg.Draw() if legal.draw is not None else msg.Check()
    reply = await player.act(msg.Call() if legal.call else free)
    assert reply.ok, reply.error


async def to_the_end(room, *players):
    while room.actor.state.running is not None:
        await quietly(await room.to_act(*players))


@pytest.mark.parametrize("turns", TO_THE_PHASE.values(), ids=TO_THE_PHASE)
async def test_who_drops_in_any_phase_is_played_for_in_the_end_and_keeps_seat_and_chips(turns):
    async with open_room() as room:
        gone, *others = await three_in_a_hand(room, turns)
        chips = room.chips()
        hand, turn = room.actor.state.running.hand, room.actor.state.running.turn
        room.actor.hide(gone)
        await room.pass_time(TURN)
        assert room.actor.state.running.turn == turn
        await room.pass_time(NL.disconnect_grace)
        running = room.actor.state.running
        assert running is None or (running.hand, running.turn) == (hand, turn + 1)
        seat = room.actor.state.seating.of(gone.account)
        assert seat is not None
        assert seat.sitting_out
        while room.actor.state.running is not None:
            player = await room.to_act(gone, *others)
            await (room.pass_time(TURN) if player is gone else quietly(player))
        assert room.actor.state.seating.of(gone.account) is not None
        assert room.chips() == chips


@pytest.mark.parametrize("turns", TO_THE_PHASE.values(), ids=TO_THE_PHASE)
async def test_who_is_away_while_others_think_and_back_for_his_turn_has_lost_nothing(turns):
    async with open_room() as room:
        first, *others = await three_in_a_hand(room, turns)
        away = others[0]
        room.actor.hide(away)
        await room.pass_time(NL.act_time - 1)
        room.actor.show(away)
        await quietly(first)
        while room.actor.state.running and await room.to_act(first, *others) is not away:
            await quietly(await room.to_act(first, *others))
        assert not room.actor.state.seating.of(away.account).sitting_out
        if room.actor.state.running is not None:
            assert (away.request.base_ms, away.request.bank_ms) == (20_000, 60_000)


async def test_who_answers_just_before_the_end_of_his_time_has_answered():
    async with open_room() as room:
        first, *_ = await three_in_a_hand(room)
        await room.pass_time(0.95 * TURN)
        await quietly(first)
        assert not [e for e in first.events if isinstance(e, seen.Acted) and e.timed_out]


async def test_an_answer_that_is_on_its_way_when_time_runs_out_counts_and_a_later_one_does_not():
    async with open_room(travel=0.5) as room:
        first, second, *_ = await three_in_a_hand(room)
        # Given 50 ms before the end at a clock that the request reached 50 ms late.
        await room.pass_time(TURN - 0.05 + 0.05 + 0.05)
        await quietly(first)
        assert [e.bank_ms for e in first.events if isinstance(e, seen.BankSpent)] == [0]
        assert not [e for e in first.events if isinstance(e, seen.Acted) and e.timed_out]
        await room.pass_time(TURN + 0.6)
        assert [e.timed_out for e in second.events if isinstance(e, seen.Acted)] == [False, True]


async def test_an_answer_that_came_in_time_and_waits_to_be_read_is_waited_for():
    async with open_room() as room:
        first, *others = await three_in_a_hand(room)
        sent = room.clock.now() + TURN - 1
        first.sent_at = sent
        await room.pass_time(TURN + 3)
        assert await room.to_act(first, *others) is first
        assert (await first.act(msg.Call(), arrived=sent)).ok
        assert [e.bank_ms for e in first.events if isinstance(e, seen.BankSpent)] == [1_000]
        assert not [e for e in first.events if isinstance(e, seen.Acted) and e.timed_out]


@pytest.mark.parametrize("sent", [TURN - 1, TURN + 1], ids=["in time", "too late"])
async def test_who_sends_something_else_gains_five_seconds_at_most_and_none_if_it_is_late(sent):
    async with open_room() as room:
        first, *others = await three_in_a_hand(room)
        first.sent_at = room.clock.now() + sent
        await room.pass_time(TURN + (5 if sent < TURN else 0) + 0.1)
        assert await room.to_act(first, *others) is not first


async def test_a_slow_disk_costs_the_next_player_no_time():
    async with open_room() as room:
        first, *others = await three_in_a_hand(room)
        turn = {"hand": room.actor.state.running.hand, "turn": room.actor.state.running.turn}
        with room.storage.journal.held():
            call = msg.Act(id="slow", table=room.table, action=msg.Call(), **turn)
            answered = asyncio.create_task(room.desk.ask(first, first.name, call, room.clock.now()))
            room.clock.jump(15)
        await answered
        (following,) = (each for each in others if each.request is not None)
        assert (following.request.base_ms, following.request.bank_ms) == (20_000, 60_000)


async def test_who_sits_out_is_asked_nothing_and_warned_of_nothing():
    async with open_room() as room:
        resting, *others = await three_in_a_hand(room)
        await to_the_end(room, resting, *others)
        assert (await resting.ask(msg.SitOut, table=room.table)).ok
        told = len(resting.told)
        await room.pass_time(NL.hand_pause)
        assert room.actor.state.running is not None
        await room.pass_time(TURN + NL.disconnect_grace)
        await to_the_end(room, *others)
        assert not [m for m in resting.told[told:] if getattr(m, "request", None)]


async def test_who_sits_out_in_the_last_moment_of_a_hand_is_neither_dealt_nor_charged_the_next():
    async with open_room() as room:
        players = await three_in_a_hand(room, turns=8)
        resting = players[1]
        assert (await resting.ask(msg.SitOut, table=room.table)).ok
        await to_the_end(room, *players)
        stack = room.actor.state.seating.of(resting.account).stack
        await room.pass_time(NL.hand_pause)
        dealt = [each.account for each in room.actor.state.running.started.lineup]
        assert resting.account not in dealt
        assert room.actor.state.seating.of(resting.account).stack == stack


@pytest.mark.parametrize("turns", TO_THE_PHASE.values(), ids=TO_THE_PHASE)
async def test_who_sits_down_in_any_phase_waits_for_the_next_hand_and_the_hand_goes_on(turns):
    async with open_room(Ruleset(ante=5, min_bet=10, min_buy=400, max_buy=1000)) as room:
        players = await room.seated("Anna", "Boris", "Clara")
        await room.pass_time(NL.hand_pause)
        for _ in range(turns):
            await quietly(await room.to_act(*players))
        hand = room.actor.state.running.hand
        (late,) = await room.seated("Dora")
        assert late.request is None
        assert not [c for e in late.events for c in getattr(e, "cards", None) or ()]
        await to_the_end(room, *players)
        await room.pass_time(NL.hand_pause)
        running = room.actor.state.running
        assert running.hand != hand
        assert late.account in [each.account for each in running.started.lineup]


async def test_a_wall_clock_that_jumps_moves_no_turn():
    async with open_room() as room:
        first, *_ = await three_in_a_hand(room)
        for room.off in (3600, -3600):
            await room.pass_time(9)
            assert await room.to_act(first) is first
        await quietly(first)
        assert not [e for e in first.events if isinstance(e, seen.BankSpent)]


# Tricks with the line.


async def test_who_goes_while_he_faces_a_bet_sees_no_card_for_free():
    """There is no all-in protection: after his time and his grace he is folded."""
    async with open_room() as room:
        bettor, *_ = players = await three_in_a_hand(room)
        assert (await bettor.act(msg.Raise(to=40))).ok
        dodger = await room.to_act(*players)
        room.actor.hide(dodger)
        await room.pass_time(TURN + NL.disconnect_grace)
        acted = [e for e in bettor.events if isinstance(e, seen.Acted) and e.timed_out]
        assert [each.move for each in acted] == ["fold"]
        assert room.chips() == 30_000


async def test_a_time_bank_is_not_filled_by_going_and_coming_back():
    async with open_room() as room:
        first, *others = await three_in_a_hand(room)
        await room.pass_time(NL.act_time + 45)
        for _ in range(3):
            room.actor.hide(first)
            room.actor.show(first)
        assert first.told[-1].request.bank_ms == 15_000
        await quietly(first)
        await to_the_end(room, first, *others)
        assert (await first.ask(msg.Leave, table=room.table)).ok
        assert (await first.ask(msg.Sit, table=room.table)).ok
        assert room.actor.state.seating.of(first.account).bank_ms == 15_000


async def test_grace_is_not_had_twice_in_a_hand_by_who_goes_again_and_again():
    async with open_room() as room:
        players = await room.seated("Anna", "Boris")
        await room.pass_time(NL.hand_pause)
        dodger = await room.to_act(*players)
        room.actor.hide(dodger)
        await room.pass_time(TURN + NL.disconnect_grace - 1)
        room.actor.show(dodger)
        await quietly(dodger)
        while await room.to_act(*players) is not dodger:
            await quietly(await room.to_act(*players))
        room.actor.hide(dodger)
        turn = room.actor.state.running.turn
        await room.pass_time(NL.act_time - 0.1)
        assert room.actor.state.running.turn == turn
        await room.pass_time(0.2)
        assert room.actor.state.running.turn == turn + 1
