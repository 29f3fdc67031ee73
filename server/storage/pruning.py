"""
What the journal need not keep: rows of hands that ended a while ago, and those before them.

A hand's record holds all that they said. Until then who lost his connection gets the events that he
missed, and an action that is sent again its reply. A hand goes as a whole, in a unit of work of its
own, so that nobody waits for it and nobody finds half of it; the hand that runs has no record, and
so it stays. One that was given up has none either: its rows are all that there is of it, and are
set aside as evidence when those of a later hand go. Interrupted anywhere, the next round goes on.
"""

from datetime import UTC, datetime
from functools import partial

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, delete, exists, func, or_, select

from server.storage.damage import set_aside
from server.storage.models import HandRow, JournalRow, TableRow
from server.storage.store import Store

KEPT_FOR = 600
"""Seconds that the rows of a hand stay after its end."""

GIVEN_UP = "This hand was given up, and has no record."


# Of thousands of tables most are not played at, and to look at each would take seconds.
_PLAYED_AT = (
    select(TableRow.id)
    .where(exists().where(JournalRow.table_id == TableRow.id, JournalRow.hand.is_not(None)))
    .order_by(TableRow.id)
)


class _Hand(Struct, frozen=True, kw_only=True):
    """A hand that has rows in a table's journal."""

    hand: int
    last: int
    """The last of its rows."""
    ended_at: str | None
    """None for one without a record."""


async def prune(store: Store, now_s: float) -> int:
    """
    Let go of the rows of all hands that ended long enough ago; gives how many hands they were.

    Raises:
        StorageError: the database cannot do it now; what was pruned is.
    """
    before = datetime.fromtimestamp(now_s - KEPT_FOR, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    async with store.reading() as connection:
        names = (await connection.execute(_PLAYED_AT)).scalars().all()
    return sum([await _prune_table(store, table, before) for table in names])


async def _prune_table(store: Store, table: str, before: str) -> int:
    pruned, after = 0, 0
    given_up: list[_Hand] = []
    while True:
        hand = await store.look(partial(_next_hand, table, after))
        if hand is None:
            return pruned
        after = hand.last
        if hand.ended_at is None:
            given_up.append(hand)  # unless it runs; then none follows
            continue
        if hand.ended_at > before:
            return pruned  # those that follow ended later
        for each in given_up:
            await store.write(partial(_set_aside, table, each))
        await store.write(partial(_forget, table, hand))
        pruned += 1 + len(given_up)
        given_up.clear()


def _next_hand(table: str, after: int, connection: Connection) -> _Hand | None:
    """The first hand in the journal that has a row after this one."""
    rows = (
        select(JournalRow.seq, JournalRow.hand)
        .where(JournalRow.table_id == table, JournalRow.hand.is_not(None))
        .order_by(JournalRow.seq)
        .limit(1)
    )
    first = (connection.execute(rows.where(JournalRow.seq > after))).one_or_none()
    if first is None:
        return None
    seq, number = first
    assert number is not None
    others = rows.where(JournalRow.seq > seq, JournalRow.hand != number)
    following = (connection.execute(others)).one_or_none()
    own = select(func.max(JournalRow.seq)).where(
        JournalRow.table_id == table, JournalRow.seq >= seq, JournalRow.hand == number
    )
    if following is not None:
        own = own.where(JournalRow.seq < following.seq)
    last = (connection.execute(own)).scalar_one()
    record = connection.execute(select(HandRow.ended_at).where(HandRow.id == number))
    return _Hand(hand=number, last=last, ended_at=record.scalar_one_or_none())


def _forget(table: str, hand: _Hand, connection: Connection) -> None:
    """
    Delete a hand's rows, and those between hands that stand before them; a unit of work.

    Only what the table's checkpoint holds may go: recovery starts there.
    """
    of_hand_or_before = or_(JournalRow.hand == hand.hand, JournalRow.hand.is_(None))
    connection.execute(delete(JournalRow).where(*_up_to(table, hand), of_hand_or_before))


def _set_aside(table: str, hand: _Hand, connection: Connection) -> None:
    """Keep a hand's rows elsewhere; a unit of work."""
    set_aside((*_up_to(table, hand), JournalRow.hand == hand.hand), GIVEN_UP, connection)


def _up_to(table: str, hand: _Hand) -> tuple[ColumnElement[bool], ...]:
    checkpoint = select(TableRow.seq).where(TableRow.id == table).scalar_subquery()
    return (
        JournalRow.table_id == table,
        JournalRow.seq <= hand.last,
        JournalRow.seq + JournalRow.count - 1 <= checkpoint,
    )
