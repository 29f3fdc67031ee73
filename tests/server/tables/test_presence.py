"""Who is away, and how much time whoever is asked has: told to all, and to nobody too often."""

import pytest

from server.tables.presence import STEADY
from showdown import Ruleset
from showdown.protocol import messages as msg
from showdown.rules import seen
from showdown.rules.ruleset import DrawMode
from tests.server.tables.kit import NL, open_room
from tests.server.tables.test_absence import quietly, three_in_a_hand
from tests.server.tables.test_actor import play_on

TOGETHER = Ruleset(sb=5, bb=10, draw_mode=DrawMode.SIMULTANEOUS, draw_time=30)


def told_away(player):
    """What a player was told of who is away, message by message."""
    return [m.away for m in player.told if isinstance(m, msg.Presence)]


def seat_of(room, player):
    return room.actor.state.seating.of(player.account).seat


def snapshot_of(room, player):
    room.actor.show(player)
    return next(m for m in reversed(player.told) if isinstance(m, msg.Snapshot))


async def test_who_goes_is_away_at_once_for_everybody_else():
    async with open_room() as room:
        anna, boris, clara = await room.seated("Anna", "Boris", "Clara")
        spectator = room.spectator()
        room.actor.show(spectator)
        room.actor.hide(anna)
        for each in (boris, clara, spectator):
            assert told_away(each) == [(seat_of(room, anna),)]
            assert each.session.tables[room.table].away == {seat_of(room, anna)}
        assert told_away(anna) == []


async def test_who_comes_back_is_there_again_when_he_has_stayed_for_a_moment():
    async with open_room() as room:
        anna, boris = await room.seated("Anna", "Boris")
        room.actor.hide(anna)
        room.actor.show(anna)
        await room.pass_time(STEADY - 0.1)
        assert told_away(boris) == [(1,)]
        await room.pass_time(0.2)
        assert told_away(boris) == [(1,), ()]


async def test_whose_line_comes_and_goes_is_told_once_as_away_and_once_as_back():
    async with open_room() as room:
        anna, boris = await room.seated("Anna", "Boris")
        for _ in range(20):
            room.actor.hide(anna)
            await room.pass_time(0.5)
            room.actor.show(anna)
            await room.pass_time(1.5)
        assert told_away(boris) == [(1,)]
        await room.pass_time(STEADY)
        assert told_away(boris) == [(1,), ()]


async def test_twenty_lines_that_come_and_go_stop_no_game_from_starting():
    async with open_room() as room:
        anna, _ = await room.seated("Anna", "Boris")
        for _ in range(20):
            room.actor.hide(anna)
            await room.pass_time(0.08)
            room.actor.show(anna)
            await room.pass_time(0.08)
        assert room.actor.state.running is not None


async def test_who_sits_out_and_in_again_and_again_puts_off_no_game():
    async with open_room() as room:
        anna, _ = await room.seated("Anna", "Boris")
        for _ in range(20):
            assert (await anna.ask(msg.SitOut, table=room.table)).ok
            await room.pass_time(0.16)
            assert (await anna.ask(msg.SitIn, table=room.table)).ok
        await room.settle()
        await room.pass_time(0)
        assert room.actor.state.running is not None


async def test_nobody_is_away_in_what_he_himself_is_shown():
    async with open_room() as room:
        anna, boris = await room.seated("Anna", "Boris")
        room.actor.hide(anna)
        room.actor.hide(boris)
        assert snapshot_of(room, anna).away == (2,)
        assert snapshot_of(room, boris).away == (1,)


async def test_who_sits_down_or_looks_on_is_never_away():
    async with open_room() as room:
        anna, boris = await room.seated("Anna", "Boris")
        spectator = room.spectator()
        room.actor.show(spectator)
        room.actor.hide(spectator)
        assert told_away(anna) == told_away(boris) == []
        assert snapshot_of(room, anna).away == ()


async def test_who_has_left_is_not_away_any_more():
    async with open_room() as room:
        anna, boris = await room.seated("Anna", "Boris")
        room.actor.hide(anna)
        await anna.ask(msg.Leave, table=room.table)
        assert told_away(boris) == [(1,), ()]
        (clara,) = await room.seated("Clara", seat=1)
        assert snapshot_of(room, boris).away == ()
        assert snapshot_of(room, clara).away == ()


async def test_after_a_restart_all_are_away_until_they_come():
    async with open_room() as room:
        players = await room.seated("Anna", "Boris", "Clara")
    async with open_room(storage=room.storage) as again:
        for each in players:
            each.room = again
        assert snapshot_of(again, players[0]).away == (2, 3)
        assert snapshot_of(again, players[1]).away == (3,)
        await again.pass_time(STEADY)
        assert told_away(players[0]) == [(3,)]


async def test_a_connection_that_is_replaced_is_at_no_time_away():
    async with open_room() as room:
        anna, boris = await room.seated("Anna", "Boris")
        newer = type(anna)(room, anna.account, anna.name)
        room.actor.show(newer)
        room.actor.hide(anna)
        await room.pass_time(STEADY)
        assert told_away(boris) == []


async def test_who_resumes_is_told_who_is_away_with_the_last_frame():
    async with open_room() as room:
        anna, boris, clara = await room.seated("Anna", "Boris", "Clara")
        last = room.actor.seq
        room.actor.hide(anna)
        room.actor.hide(clara)
        assert (await anna.ask(msg.Resume, table=room.table, last_seq=last)).ok
        assert anna.told[-1].away == (3,)
        assert anna.session.tables[room.table].away == {3}
        assert boris.session.tables[room.table].away == {1, 3}


# The clock of the turn, for everybody.


def clock_of(message):
    return [(each.seat, each.base_ms, each.bank_ms, each.grace_ms) for each in message.clock]


async def test_everybody_who_comes_in_a_turn_sees_the_time_that_is_left():
    async with open_room() as room:
        player, other, _ = await three_in_a_hand(room)
        await room.pass_time(27)
        seat = seat_of(room, player)
        for each in (player, other, room.spectator()):
            assert clock_of(snapshot_of(room, each)) == [(seat, 0, 53_000, 0)]


async def test_who_resumes_in_a_turn_sees_the_time_that_is_left():
    async with open_room() as room:
        player, other, _ = await three_in_a_hand(room)
        await room.pass_time(5)
        assert (await other.ask(msg.Resume, table=room.table, last_seq=room.actor.seq)).ok
        assert clock_of(other.told[-1]) == [(seat_of(room, player), 15_000, 60_000, 0)]


async def test_after_a_restart_in_mid_turn_all_see_the_same_clock_of_the_right_seat():
    async with open_room() as room:
        player, *others = await three_in_a_hand(room)
        await room.pass_time(33)
        seq, seat = room.actor.seq, seat_of(room, player)
    async with open_room(storage=room.storage) as again:
        await again.pass_time(4)
        for each in (player, *others):
            each.room = again
            assert clock_of(snapshot_of(again, each)) == [(seat, 16_000, 60_000, 0)]
            assert (await each.ask(msg.Resume, table=again.table, last_seq=seq)).ok
            assert clock_of(each.told[-1]) == [(seat, 16_000, 60_000, 0)]


async def test_after_an_outage_everybody_is_told_the_new_time():
    from server.ports import StorageError

    async with open_room() as room:
        player, *others = await three_in_a_hand(room)
        await room.pass_time(33)
        room.storage.journal.full = StorageError("The disk is full.")
        await player.act(msg.Call())
        assert snapshot_of(room, others[0]).clock == ()
        room.storage.journal.full = None
        await room.pass_time(2)
        for each in others:
            assert clock_of(each.told[-1]) == [(seat_of(room, player), 20_000, 60_000, 0)]


async def test_grace_is_told_as_time_that_is_left():
    async with open_room() as room:
        players = await room.seated("Anna", "Boris")
        await room.pass_time(NL.hand_pause)
        player = await room.to_act(*players)
        other = next(each for each in players if each is not player)
        room.actor.hide(player)
        await room.pass_time(NL.act_time + NL.time_bank)
        seat = seat_of(room, player)
        assert clock_of(other.told[-1]) == [(seat, 0, 0, 30_000)]
        await room.pass_time(12)
        assert clock_of(snapshot_of(room, other)) == [(seat, 0, 0, 18_000)]


@pytest.mark.parametrize("restarted", [False, True])
async def test_the_clocks_of_a_simultaneous_draw_do_not_tell_who_has_chosen(restarted):
    async with open_room(TOGETHER) as room:
        players = await room.seated("Anna", "Boris", "Clara")
        await room.pass_time(TOGETHER.hand_pause)
        for _ in players:
            await quietly(await room.to_act(*players))
        await quietly(players[1])
        expected = [(1, 30_000, 60_000, 0), (2, 30_000, 60_000, 0), (3, 30_000, 60_000, 0)]
        if not restarted:
            assert sorted(clock_of(snapshot_of(room, players[0]))) == expected
    if restarted:
        async with open_room(TOGETHER, storage=room.storage) as again:
            players[0].room = again
            await again.settle()
            assert sorted(clock_of(snapshot_of(again, players[0]))) == expected


async def test_between_hands_no_clock_runs():
    async with open_room() as room:
        players = await room.seated("Anna", "Boris")
        assert snapshot_of(room, players[0]).clock == ()
        await room.pass_time(NL.hand_pause)
        await play_on(room, players)
        assert snapshot_of(room, players[0]).clock == ()


async def test_each_turn_says_its_time_to_all():
    async with open_room() as room:
        player, *others = await three_in_a_hand(room)
        for each in others:
            turn = next(e for e in reversed(each.events) if isinstance(e, seen.Turn))
            assert (turn.seat, turn.base_ms, turn.bank_ms) == (
                seat_of(room, player),
                20_000,
                60_000,
            )
