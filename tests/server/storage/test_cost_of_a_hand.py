"""What a hand costs: exactly so many events, rows, transactions and frames, on any machine."""

from collections import Counter

import pytest
from sqlalchemy import func, select

from server.storage.models import HandPlayerRow, HandRow, JournalRow, LedgerRow
from showdown.protocol import messages as msg
from tests.server.tables.kit import NL, Room

TABLES = {
    "journal": JournalRow,
    "ledger": LedgerRow,
    "hands": HandRow,
    "players": HandPlayerRow,
}


class Meter:
    """Counts what a table does to its storage and its players."""

    def __init__(self, storage, room):
        self.storage, self.room = storage, room
        self.players = []
        self.transactions = 0
        below, name = _committing(storage.store)
        commit = getattr(below, name)

        def counted(batch):
            # A number for the next hand is no entry.
            self.transactions += any(getattr(each, "make_rows", True) for each in batch)
            return commit(batch)

        setattr(below, name, counted)

    async def read(self):
        """All that was counted so far."""
        found = Counter(events=self.room.actor.seq, transactions=self.transactions)
        async with self.storage.store.reading() as connection:
            for name, row in TABLES.items():
                found[name] = await connection.scalar(select(func.count()).select_from(row))
        for player in self.players:
            found["frames"] += len(player.told)
        return found

    async def of(self, doing):
        """What it costs to do something, without what it does not."""
        before = await self.read()
        await doing
        return dict((await self.read()) - before)


def _committing(store):
    """Where an engine commits entries."""
    sqlite = hasattr(store, "_writer")
    return (store._writer, "_all_done") if sqlite else (store._appender, "_commit")


def costs(*, events, **others):
    """What an entry costs at a table of three."""
    return {"events": events, "frames": 3, "journal": 1, "transactions": 1, **others}


@pytest.fixture
async def room(sql):
    room = Room(NL, sql)
    await room.open()
    yield room
    await room.close()


async def test_each_action_is_one_row_one_transaction_and_one_frame_for_each(sql, room):
    meter = Meter(sql, room)
    meter.players = players = await room.seated("Anna", "Boris", "Clara")

    async def act(action):
        await (await room.to_act(*players)).act(action)

    async def draw():
        hand = room.actor.state.running
        await act(msg.Draw(cards=hand.cards[hand.to_act][:2]))

    begins = await meter.of(room.pass_time(NL.hand_pause))
    assert begins == {"events": 11, "frames": 6, "journal": 2, "transactions": 2}
    for action in (msg.Call(), msg.Call(), msg.Check()):
        assert await meter.of(act(action)) == costs(events=2)
    for _ in players:
        assert await meter.of(draw()) == costs(events=3)
    for move in (msg.Bet(to=10), msg.Raise(to=20), msg.Fold()):
        assert await meter.of(act(move)) == costs(events=2)
    assert await meter.of(act(msg.Call())) == costs(events=5, ledger=3, hands=1, players=3)


async def test_what_is_refused_costs_a_frame_for_who_asked_and_nothing_else(sql, room):
    meter = Meter(sql, room)
    meter.players = players = await room.seated("Anna", "Boris", "Clara")
    await room.pass_time(NL.hand_pause)
    asked = await room.to_act(*players)
    assert await meter.of(asked.act(msg.Raise(to=11))) == {"frames": 1}
