"""Who saw a table elsewhere sees it on or hears that he has left; little is read for that."""

import pytest

from server.ports import StorageError
from showdown.protocol import messages as msg
from showdown.protocol.codec import decode_events
from showdown.rules import seen
from tests.server.tables.kit import NL, open_room
from tests.server.tables.test_absence import quietly


@pytest.fixture
def reads(monkeypatch):
    """From which event on entries were read from the journal."""
    from tests.server.fakes import MemoryJournal

    read = []
    since = MemoryJournal.since

    async def noted(journal, table, seq):
        read.append(seq)
        return await since(journal, table, seq)

    monkeypatch.setattr(MemoryJournal, "since", noted)
    return read


async def play_on(room, players, until):
    """Play hands until something is so."""
    while not until():
        if room.actor.state.running is None:
            await room.pass_time(NL.hand_pause)
        await quietly(await room.to_act(*players))


async def left_and_moved(room, events):
    """Somebody leaves and does not hear it, and so much happens there; the last that he heard."""
    players = await room.seated("Anna", "Boris", "Clara")
    clara = players.pop()
    last = room.actor.seq
    room.actor.audience.pass_over(clara)
    assert (await clara.ask(msg.Leave, table=room.table)).ok
    clara.told.clear()
    await play_on(room, players, lambda: room.actor.seq > last + events)
    await room.restart(lambda: None)  # what happened lately is known no more
    return clara, last


async def test_who_has_left_while_he_heard_nothing_hears_that_and_no_more(reads):
    async with open_room() as room:
        clara, last = await left_and_moved(room, 100)
        await room.desk.resumed(clara, last)
        told = [event for update in clara.told for event in decode_events(update.events)]
        assert isinstance(told[-1], seen.Left)
        assert not room.actor.audience.is_listening(clara)


async def test_who_missed_too_much_before_he_left_sees_that_he_has_no_seat_and_no_more(
    reads, monkeypatch
):
    monkeypatch.setattr("server.tables.catching_up.MOST_MISSED", 0)
    async with open_room() as room:
        clara, last = await left_and_moved(room, 100)
        await room.desk.resumed(clara, last)
        (snapshot,) = clara.told
        assert snapshot.view.you is None
        assert not room.actor.audience.is_listening(clara)
        assert reads == []


async def test_for_who_looks_on_and_has_missed_much_nothing_of_it_is_read(reads, monkeypatch):
    monkeypatch.setattr("server.tables.catching_up.MOST_MISSED", 50)
    async with open_room() as room:
        players = await room.seated("Anna", "Boris")
        zoe, last = await room.player("Zoe"), room.actor.seq
        await play_on(room, players, lambda: room.actor.seq > last + 50)
        await room.restart(lambda: None)
        await room.desk.resumed(zoe, last)
        assert [type(each) for each in zoe.told] == [msg.Snapshot]
        assert room.actor.audience.is_listening(zoe)
        assert reads == []


async def test_who_may_have_left_while_nobody_can_look_is_shown_the_table(monkeypatch):
    async def fails(*_):
        raise StorageError("the database does not answer")

    async with open_room() as room:
        clara, last = await left_and_moved(room, 100)
        monkeypatch.setattr(room.storage.journal, "left_after", fails)
        monkeypatch.setattr(room.storage.journal, "since", fails)
        await room.desk.resumed(clara, last)
        assert [type(each) for each in clara.told] == [msg.Snapshot]
