"""Onlookers who see a table later than it is played, whichever way they ask."""

import asyncio
from contextlib import asynccontextmanager

from msgspec.structs import replace

from server.lobby.listing import table_summary
from server.tables.lateness import Lateness
from server.tables.outage import paused_sentence
from showdown.protocol import messages as msg
from showdown.rules import seen
from showdown.rules.table import AbortHand
from showdown.rules.view import SPECTATOR, project_all
from tests.server.tables.kit import NL, Room
from tests.server.tables.test_actor import play_on
from tests.server.tables.test_outage import GONE

LATE = 30
RULES = replace(NL, hand_pause=3)


@asynccontextmanager
async def open_late_room(storage=None, clock=None):
    room = Room(RULES, storage, clock=clock)
    room.actor.late = Lateness(room.actor, LATE)
    await room.actor.open()
    await room.actor.late.look_back(room.storage.hands)
    task = asyncio.create_task(room.actor.run())
    try:
        yield room
    finally:
        room.actor.stop()
        await task


async def test_an_onlooker_hears_what_is_said_as_late_as_he_sees_what_it_is_about():
    async with open_late_room() as room:
        players = await room.seated("Anna", "Boris")
        zoe, carl = await onlooker(room), await onlooker(room, "Carl")
        said = msg.Said(table=room.table, name="Anna", text="I had aces.", seat=1)
        room.actor.audience.say(said)
        assert [said in each.told for each in (*players, zoe)] == [True, True, False]
        room.actor.hide(carl)
        await room.pass_time(LATE - 1)
        assert said not in zoe.told
        await room.pass_time(1)
        assert said in zoe.told
        assert said not in carl.told


async def onlooker(room, name="Zoe"):
    player = await room.player(name)
    assert (await player.ask(msg.Watch, table=room.table)).ok
    return player


def seen_by(player):
    return player.session.tables[player.room.table]


def last_event(frame):
    """The number of the last event that is in a frame."""
    return frame.seq if isinstance(frame, msg.Snapshot) else frame.seq + len(frame.events) - 1


async def a_hand(room, players):
    """One hand from its deal to its end; gives its number."""
    await room.pass_time(RULES.hand_pause)
    hand = room.actor.state.running.hand
    await play_on(room, players)
    return hand


async def test_an_onlooker_hears_of_each_event_so_much_later_and_a_player_at_once():
    async with open_late_room() as room:
        players = await room.seated("Anna", "Boris")
        zoe = await onlooker(room)
        assert (seen_by(zoe).seq, seen_by(zoe).view.seats) == (0, ())
        await room.pass_time(RULES.hand_pause)
        live = room.actor.seq
        assert seen_by(players[0]).seq == live
        assert zoe.events == []
        await room.pass_time(LATE - RULES.hand_pause)
        assert [each.name for each in seen_by(zoe).view.seats] == ["Anna", "Boris"]
        assert seen_by(zoe).view.hand is None
        await room.pass_time(RULES.hand_pause)
        assert seen_by(zoe).seq == live
        assert seen_by(zoe).view.hand == 1


async def test_in_the_end_he_has_heard_all_that_is_public_and_nothing_else():
    async with open_late_room() as room:
        zoe = await onlooker(room)
        players = await room.seated("Anna", "Boris", "Clara")
        await a_hand(room, players)
        await room.pass_time(2 * LATE)
        happened = [event for entry in room.storage.journal.entries for event in entry.events]
        assert zoe.events == list(project_all(happened, SPECTATOR))[: room.actor.late.seq]
        assert any(isinstance(event, seen.HandEnded) for event in zoe.events)


async def test_a_snapshot_and_what_was_missed_are_no_newer_than_the_events():
    async with open_late_room() as room:
        players = await room.seated("Anna", "Boris")
        zoe = await onlooker(room)
        await room.pass_time(LATE)
        await a_hand(room, players)
        late = room.actor.late
        assert late.seq < room.actor.seq
        for last_seq in (None, 0, late.seq, late.seq + 1, room.actor.seq):
            before = len(zoe.told)
            assert (await zoe.ask(msg.Resume, table=room.table, last_seq=last_seq)).ok
            frames = zoe.told[before:]
            assert last_event(frames[-1]) == late.seq
            for frame in frames:
                assert last_event(frame) <= late.seq
                assert (frame.clock, frame.request) == ((), None)


async def test_what_an_onlooker_missed_of_the_past_comes_as_events():
    async with open_late_room() as room:
        players = await room.seated("Anna", "Boris")
        await a_hand(room, players)
        await room.pass_time(2 * LATE)
        zoe = await room.player("Zoe")
        assert (await zoe.ask(msg.Resume, table=room.table, last_seq=1)).ok
        updates = [m for m in zoe.told if isinstance(m, msg.Update)]
        assert updates[0].seq == 2
        assert sum(len(m.events) for m in updates) == room.actor.late.seq - 1


async def test_the_lobby_lists_stacks_and_hand_as_an_onlooker_may_know_them():
    async with open_late_room() as room:
        players = await room.seated("Anna", "Boris")
        summary = table_summary(room.actor)
        assert [each.stack for each in summary.seats] == [None, None]
        await room.pass_time(LATE)
        await a_hand(room, players)
        summary = table_summary(room.actor)
        assert ([each.stack for each in summary.seats], summary.hand) == ([1_000, 1_000], 1)
        await room.pass_time(RULES.hand_pause)
        assert room.actor.state.running.hand == 2
        assert table_summary(room.actor).hand == 1
        # The pot of a hand that they do not know yet is not told either.
        assert room.actor.pots.average is not None
        assert table_summary(room.actor).average_pot is None
        await room.pass_time(LATE)
        assert table_summary(room.actor).average_pot == room.actor.pots.average
        assert table_summary(room.actor).spectator_delay_s == LATE


async def test_a_stored_hand_is_withheld_from_who_was_not_in_it_until_it_is_old_enough():
    async with open_late_room() as room:
        players = await room.seated("Anna", "Boris")
        zoe = await onlooker(room)
        hand = await a_hand(room, players)
        late = room.actor.late
        assert hand in room.storage.hands.records
        assert late.withheld_from(zoe.account) == {hand}
        assert late.withheld_from(players[0].account) == frozenset()
        await players[0].ask(msg.Leave, table=room.table)
        assert late.withheld_from(players[0].account) == frozenset()  # he was in it
        await room.pass_time(LATE)
        assert late.withheld_from(zoe.account) == frozenset()


async def test_a_hand_is_withheld_from_its_first_moment_on_however_long_it_takes():
    async with open_late_room() as room:
        players = await room.seated("Anna", "Boris")
        zoe = await onlooker(room)
        await room.pass_time(RULES.hand_pause)
        for move in (msg.Call(), msg.Fold()):
            await room.pass_time(LATE + 5)
            assert room.actor.late.withheld_from(zoe.account) == {1}
            assert (await (await room.to_act(*players)).act(move)).ok
        assert room.actor.state.running is None
        assert room.actor.late.withheld_from(zoe.account) == {1}


async def test_who_sits_down_sees_the_present_and_who_gets_up_the_past_again():
    async with open_late_room() as room:
        await room.seated("Anna", "Boris")
        zoe = await onlooker(room)
        await room.pass_time(RULES.hand_pause)
        assert (await zoe.ask(msg.Sit, table=room.table)).ok
        assert seen_by(zoe).seq == room.actor.seq
        assert (await zoe.ask(msg.Leave, table=room.table)).ok
        assert seen_by(zoe).seq == room.actor.seq
        assert seen_by(zoe).view.you is None
        assert (await zoe.ask(msg.Watch, table=room.table)).ok
        assert seen_by(zoe).seq == room.actor.late.seq == 0


async def test_a_hand_that_is_given_up_is_not_told_to_onlookers_before_its_time():
    async with open_late_room() as room:
        await room.seated("Anna", "Boris")
        zoe = await onlooker(room)
        await room.pass_time(RULES.hand_pause)

        async def abort():
            await room.actor.perform(AbortHand(reason="A test."))

        room.actor.post(abort)
        await room.settle()
        again = await onlooker(room, "Yuri")
        for player in (zoe, again):
            assert not [m for m in player.told if isinstance(m, msg.Notice)]
        await room.pass_time(LATE)
        assert any(isinstance(event, seen.HandAborted) for event in zoe.events)


async def test_a_table_that_pauses_says_so_to_onlookers_too():
    async with open_late_room() as room:
        await room.seated("Anna", "Boris")
        zoe = await onlooker(room)
        room.storage.journal.full = GONE
        await room.pass_time(RULES.hand_pause)
        assert [m.message for m in zoe.told if isinstance(m, msg.Notice)] == [
            paused_sentence(room.table)
        ]
        room.storage.journal.full = None


async def test_after_a_restart_onlookers_see_nothing_until_all_before_it_is_old_enough():
    async with open_late_room() as room:
        players = await room.seated("Anna", "Boris")
        hand = await a_hand(room, players)
        storage, clock = room.storage, room.clock
    async with open_late_room(storage, clock) as room:
        zoe = await onlooker(room)
        assert room.table not in zoe.session.tables
        assert (await zoe.ask(msg.Resume, table=room.table, last_seq=1)).ok
        assert room.table not in zoe.session.tables
        assert room.actor.late.withheld_from(zoe.account) == {hand}
        summary = table_summary(room.actor)
        assert ([each.stack for each in summary.seats], summary.hand) == ([None, None], None)
        seq = room.actor.seq
        await room.pass_time(LATE)
        assert seen_by(zoe).seq == seq
        assert hand not in room.actor.late.withheld_from(zoe.account)


async def test_after_a_fault_of_ours_onlookers_are_where_they_were():
    async with open_late_room() as room:
        players = await room.seated("Anna", "Boris")
        zoe = await onlooker(room)
        await a_hand(room, players)

        async def fail():
            raise RuntimeError("a fault")

        room.actor.post(fail)
        await room.pass_time(1)
        assert room.actor.broken is False
        assert seen_by(zoe).seq == room.actor.late.seq < room.actor.seq
        await room.pass_time(LATE)
        assert seen_by(zoe).seq == room.actor.late.seq
        assert seen_by(zoe).view.hand is not None
