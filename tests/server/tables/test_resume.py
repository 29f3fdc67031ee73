"""Coming back to a table: what was missed, as it would have been told, or a snapshot."""

import pytest
from msgspec.structs import replace

from server.ports import StorageError
from server.tables import catching_up
from server.tables.recent import FRAME_EVENTS, Recent, missed_updates
from showdown.protocol import messages as msg
from showdown.protocol.codec import decode_events
from showdown.rules import seen
from showdown.rules.ruleset import TableId
from showdown.rules.table_view import view_table
from showdown.rules.view import table_viewer
from tests.server.tables.kit import NL, open_room
from tests.server.tables.test_actor import play_on


async def resume(room, player, last_seq):
    """Come back after an event; gives the frames that answered."""
    known = len(player.told)
    reply = await player.ask(msg.Resume, table=room.table, last_seq=last_seq)
    assert reply.ok
    return player.told[known:]


async def two_in_a_hand(room):
    players = await room.seated("Anna", "Boris")
    await room.pass_time(NL.hand_pause)
    player = await room.to_act(*players)
    return player, next(each for each in players if each is not player)


def events_since(player, seq):
    """What a player was told after an event, number by number."""
    told: dict[int, object] = {}
    for update in (m for m in player.told if isinstance(m, msg.Update)):
        told |= dict(enumerate(decode_events(update.events), update.seq))
    return [event for number, event in sorted(told.items()) if number > seq]


async def test_who_comes_back_is_told_what_he_missed_as_if_he_had_been_there():
    async with open_room() as room:
        player, other = await two_in_a_hand(room)
        twin = replace_listener(room, other)
        last = room.actor.seq
        room.actor.hide(other)
        await player.act(msg.Call())
        await twin.act(msg.Check())
        await twin.act(msg.Draw(cards=twin.request.cards[:2]))
        frames = await resume(room, other, last)
        assert all(isinstance(frame, msg.Update) for frame in frames)
        assert events_since(other, last) == events_since(twin, last)
        assert any(isinstance(e, seen.CardsDrawn) and e.cards for e in events_since(other, last))


def replace_listener(room, player):
    """Another pair of eyes and ears of the same account."""
    twin = type(player)(room, player.account, player.name)
    room.actor.show(twin)
    return twin


async def test_the_view_of_who_came_back_is_the_tables_own():
    async with open_room() as room:
        player, other = await two_in_a_hand(room)
        last = room.actor.seq
        room.actor.hide(other)
        await player.act(msg.Call())
        await resume(room, other, last)
        viewer = table_viewer(room.actor.state, other.account)
        assert other.session.tables[room.table].view == view_table(room.actor.state, viewer)
        assert other.session.tables[room.table].seq == room.actor.seq


async def test_the_open_request_comes_last_with_the_time_that_is_left():
    async with open_room() as room:
        player, _ = await two_in_a_hand(room)
        last = room.actor.seq
        room.actor.hide(player)
        await room.pass_time(15)
        (frame,) = await resume(room, player, last)
        assert frame.events == ()
        assert (frame.request.base_ms, frame.request.bank_ms) == (5_000, 60_000)
        assert (await player.act(msg.Fold())).ok


async def test_a_request_that_is_open_says_its_hand_though_nothing_was_missed():
    async with open_room() as room:
        player, _ = await two_in_a_hand(room)
        (frame,) = await resume(room, player, room.actor.seq)
        assert frame.events == ()
        assert (frame.hand, frame.request) == (room.actor.state.running.hand, player.request)


@pytest.mark.parametrize("last_seq", [None, 9_999])
async def test_a_number_that_is_unknown_is_answered_by_a_snapshot(last_seq):
    async with open_room() as room:
        player, _ = await two_in_a_hand(room)
        (frame,) = await resume(room, player, last_seq)
        assert isinstance(frame, msg.Snapshot)
        assert frame.request is not None


async def test_who_missed_too_much_gets_a_snapshot(monkeypatch):
    monkeypatch.setattr(catching_up, "MOST_MISSED", 5)
    async with open_room() as room:
        player, _ = await two_in_a_hand(room)
        assert isinstance((await resume(room, player, room.actor.seq - 6))[0], msg.Snapshot)
        assert isinstance((await resume(room, player, room.actor.seq - 5))[0], msg.Update)


async def test_what_was_missed_of_many_hands_comes_in_frames_of_bounded_size_without_a_gap():
    async with open_room() as room:
        players = await room.seated("Anna", "Boris", "Clara")
        last = room.actor.seq
        for _ in range(6):
            await room.pass_time(NL.hand_pause)
            await play_on(room, players)
        other = replace_listener(room, players[0])
        frames = await resume(room, other, last)
        assert len(frames) > 5
        assert all(len(frame.events) <= FRAME_EVENTS for frame in frames)
        seqs = [frame.seq for frame in frames]
        assert seqs == [last + 1, *(f.seq + len(f.events) for f in frames[:-1])]
        assert events_since(other, last) == events_since(players[0], last)


async def test_a_spectator_comes_back_too_and_sees_no_cards():
    async with open_room() as room:
        player, _ = await two_in_a_hand(room)
        spectator = room.spectator()
        await resume(room, spectator, room.actor.seq - 8)
        told = events_since(spectator, 0)
        dealt = next(e for e in told if isinstance(e, seen.CardsDealt))
        assert all(hand.cards is None for hand in dealt.hands)
        await player.act(msg.Fold())
        assert events_since(spectator, 0)[len(told) :]


async def test_who_has_a_seat_now_sees_nothing_of_who_had_it_before():
    async with open_room() as room:
        player, _ = await two_in_a_hand(room)
        before = room.actor.seq - 9
        cards = player.request.cards
        seat = player.session.tables[room.table].view.you
        await player.ask(msg.TopUp, table=room.table, to=1000)
        await player.ask(msg.Leave, table=room.table)
        heir = await room.player("Hanna")
        assert (await heir.ask(msg.Sit, table=room.table, seat=seat)).ok
        heir.told.clear()
        await resume(room, heir, before)
        told = events_since(heir, 0)
        assert any(isinstance(event, seen.CardsDealt) for event in told)
        assert not any(isinstance(event, seen.TopUpAsked) for event in told)
        text = b"".join(bytes(e) for m in heir.told for e in getattr(m, "events", ()))
        assert not [card for card in cards if f'"{card}"'.encode() in text]


async def test_what_happened_before_a_restart_is_told_after_it():
    async with open_room() as room:
        player, other = await two_in_a_hand(room)
        last = room.actor.seq
        await player.act(msg.Call())
        told = events_since(other, last)
    async with open_room(storage=room.storage) as again:
        other.room = again
        other.told.clear()
        await resume(again, other, last)
        assert events_since(other, last) == told


async def test_a_hand_that_ended_before_a_restart_is_told_from_the_journal():
    async with open_room() as room:
        player, other = await two_in_a_hand(room)
        last = room.actor.seq
        await player.act(msg.Call())
        await play_on(room, [player, other])
        told = events_since(player, last)
    async with open_room(storage=room.storage) as again:
        player.room = again
        player.told.clear()
        await resume(again, player, last)
        assert events_since(player, last) == told


async def test_events_that_the_journal_keeps_no_more_are_answered_by_a_snapshot():
    async with open_room() as room:
        player, other = await two_in_a_hand(room)
        last = room.actor.seq
        await play_on(room, [player, other])
    room.storage.journal.entries.clear()
    async with open_room(storage=room.storage) as again:
        player.room = again
        (frame,) = await resume(again, player, last)
        assert isinstance(frame, msg.Snapshot)


async def test_a_journal_that_cannot_be_read_now_is_answered_by_a_snapshot(monkeypatch):
    async with open_room() as room:
        player, other = await two_in_a_hand(room)
        last = room.actor.seq
        await play_on(room, [player, other])

    async def fail(*_):
        raise StorageError("The disk fails.")

    async with open_room(storage=room.storage) as again:
        monkeypatch.setattr(room.storage.journal, "since", fail)
        player.room = again
        (frame,) = await resume(again, player, last)
        assert isinstance(frame, msg.Snapshot)


async def test_who_sees_a_table_on_that_has_moved_and_missed_nothing_costs_no_look(monkeypatch):
    async with open_room() as room:
        players = await two_in_a_hand(room)
        await play_on(room, list(players))
    looks = []
    since = room.storage.journal.since

    async def counted(table, seq):
        looks.append(seq)
        return await since(table, seq)

    async with open_room(storage=room.storage) as moved:
        monkeypatch.setattr(moved.storage.journal, "since", counted)
        last, onlookers = moved.actor.seq, [await moved.player(name) for name in "XYZ"]
        for onlooker in onlookers:
            await moved.desk.resumed(onlooker, last)
        assert list(moved.actor.audience.listeners) == onlookers
        assert not looks
        zoe = await moved.player("Zoe")
        await moved.desk.resumed(zoe, last - 1)
        assert looks
        assert events_since(zoe, last - 1)


# What is kept.


async def entries_of(hands):
    async with open_room() as room:
        players = await room.seated("Anna", "Boris")
        for _ in range(hands):
            await room.pass_time(NL.hand_pause)
            await play_on(room, players)
        return await room.storage.journal.since(room.table, 0), players


async def test_the_last_hand_is_kept_whole_and_old_ones_are_forgotten(monkeypatch):
    monkeypatch.setattr("server.tables.recent.MOST_EVENTS", 60)
    entries, _ = await entries_of(8)
    recent = Recent(entries)
    last = entries[-1]
    assert recent.since(0) == ()
    kept = recent.since(last.last - 1)
    assert kept[-1] == last
    assert any(type(event).__name__ == "HandStarted" for event in kept[0].events)


async def test_of_an_entry_that_was_seen_in_part_the_rest_is_told():
    entries, (anna, _) = await entries_of(1)
    started = next(each for each in entries if len(each.events) > 3)
    (first, *_) = missed_updates(TableId("main"), entries, started.seq + 1, anna.account)
    assert first.seq == started.seq + 2
    whole = missed_updates(TableId("main"), entries, started.seq - 1, anna.account)[0]
    assert first.events[:2] == whole.events[2:4]
    assert replace(first, events=()) == replace(whole, events=(), seq=first.seq)
