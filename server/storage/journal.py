"""
The journal of tables in the database.

An entry becomes durable with its postings, the record of a hand that ended and the checkpoint, or
nothing of it does. Its row goes in only where it is the next one of its table and the table has
still the epoch that this journal claimed, so that a writer that fell behind, or whose table another
server took over, finds out and harms nothing.
"""

from collections.abc import Iterable
from functools import partial

import msgspec
from sqlalchemy import Connection, Row, exists, insert, select, update

from server.ports import Entry, StaleTable, StorageError, StoredTable, UnknownOutcome
from server.storage import rows
from server.storage.entries import as_json, entry_rows, journal_place
from server.storage.models import CounterRow, JournalRow, TableRow
from server.storage.rows import Stored
from server.storage.secrets import Vault
from server.storage.store import Store
from showdown.errors import CorruptHistory
from showdown.rules.ruleset import HandId, TableId
from showdown.rules.seating import Seating
from showdown.rules.table import TableEvent

_SEATING = msgspec.json.Decoder(Seating)
_EVENTS = (
    JournalRow.seq,
    JournalRow.count,
    JournalRow.hand,
    JournalRow.version,
    JournalRow.payload,
    JournalRow.secret,
)
EventsRow = Row[int, int, int | None, int, str, bytes | None]

NO_EPOCH = 0
"""Of a table that was not opened here; no table has it."""


class SqlJournal:
    """
    Fills `server.ports.Journal`.

    ``node`` is the name by which this process claims tables; no other process has it.
    """

    def __init__(self, store: Store, vault: Vault, node: str) -> None:
        self._store, self._vault, self._node = store, vault, node
        self._epochs: dict[TableId, int] = {}
        self._unsure: set[TableId] = set()
        """Tables for which something may still be under way to the database."""

    async def append(self, entry: Entry) -> None:
        if not entry.events:
            raise ValueError("an entry needs at least one event")
        await self._make_sure(entry.table)
        epoch = self._epochs.get(entry.table, NO_EPOCH)
        try:
            await self._store.append(entry_rows(entry, epoch, self._vault))
        except UnknownOutcome as unknown:
            self._unsure.add(entry.table)
            if not await self._arrived(entry, epoch, unknown):
                raise StorageError(str(unknown)) from unknown

    async def open_table(self, table: TableId, seating: Seating) -> StoredTable:
        claim = partial(_claim, table, seating, self._node)
        self._epochs[table] = await self._store.write(claim)
        self._unsure.discard(table)
        stored = await self.load(table)
        assert stored is not None
        return stored

    async def load(self, table: TableId) -> StoredTable | None:
        """
        What is known of a table; None for one that was never opened.

        Raises:
            StorageError: it needs a newer program, or a key that is not loaded.
            CorruptHistory: what is stored does not fit together.
        """
        await self._make_sure(table)
        async with self._store.reading() as connection:
            known = await connection.execute(
                select(TableRow.checkpoint, TableRow.seq).where(TableRow.id == table)
            )
            row = known.one_or_none()
            if row is None:
                return None
            checkpoint, seq = row
            since = await connection.execute(
                select(*_EVENTS)
                .where(JournalRow.table_id == table, JournalRow.seq > seq)
                .order_by(JournalRow.seq)
            )
            events = _events(table, seq, since.all(), self._vault)
        return StoredTable(seating=_SEATING.decode(checkpoint), seq=seq, events=events)

    async def reserve_hands(self, count: int) -> HandId:
        last = await self._store.write(partial(_count_hands, count))
        return HandId(last - count + 1)

    async def _make_sure(self, table: TableId) -> None:
        """
        See to it that nothing can arrive any more that was under way when the database went away.

        A new epoch does that. To look what has arrived is a later transaction, since only that one
        sees what the claim had to wait for.
        """
        if table in self._unsure:
            claim = partial(_claim_again, table, self._node)
            self._epochs[table] = await self._store.write(claim)
            self._unsure.discard(table)

    async def _arrived(self, entry: Entry, epoch: int, unknown: UnknownOutcome) -> bool:
        """Whether an entry is in the journal, though the database went away while it was asked."""
        there = exists().where(
            JournalRow.table_id == entry.table,
            JournalRow.seq == entry.seq,
            JournalRow.epoch == epoch,
        )
        try:
            await self._make_sure(entry.table)
            async with self._store.reading() as connection:
                return bool(await connection.scalar(select(there)))
        except StaleTable:
            raise
        except StorageError:
            raise unknown from None


# Units of work.


def _claim(table: TableId, seating: Seating, node: str, connection: Connection) -> int:
    """The table's next epoch, which is ours; a table that nobody knows is made."""
    claimed = (
        update(TableRow)
        .where(TableRow.id == table)
        .values(epoch=TableRow.epoch + 1, owner=node)
        .returning(TableRow.epoch)
    )
    epoch = connection.execute(claimed).scalar_one_or_none()
    if epoch is not None:
        return epoch
    row = {"id": table, "checkpoint": as_json(seating), "seq": 0, "epoch": 1, "owner": node}
    connection.execute(insert(TableRow), row)
    return 1


def _claim_again(table: TableId, node: str, connection: Connection) -> int:
    """The next epoch of a table that is still this node's."""
    claimed = (
        update(TableRow)
        .where(TableRow.id == table, TableRow.owner == node)
        .values(epoch=TableRow.epoch + 1)
        .returning(TableRow.epoch)
    )
    epoch = connection.execute(claimed).scalar_one_or_none()
    if epoch is None:
        raise StaleTable(f"Table {table} has gone on without this writer.")
    return epoch


def _count_hands(count: int, connection: Connection) -> int:
    counted = (
        update(CounterRow)
        .where(CounterRow.name == "hand")
        .values(value=CounterRow.value + count)
        .returning(CounterRow.value)
    )
    return connection.execute(counted).scalar_one()


# Reading.


def _events(
    table: TableId, seq: int, found: Iterable[EventsRow], vault: Vault
) -> tuple[TableEvent, ...]:
    """All events after a number, in order and without a gap."""
    events: list[TableEvent] = []
    for first, count, hand, version, payload, secret in found:
        rows.check_version(version, f"Table {table}")
        place = journal_place(table, None if hand is None else HandId(hand), first)
        loaded = rows.load(Stored(payload.encode(), secret), place, vault)
        if first != seq + 1 or len(loaded) != count:
            raise CorruptHistory(f"The journal of table {table} has a gap after event {seq}.")
        events += loaded
        seq += count
    return tuple(events)
