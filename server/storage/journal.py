"""
The journal of tables in the database.

An entry is one unit of work: its row, its postings, the record of a hand that ended and the
checkpoint become durable together or not at all. A row is inserted only where it is the next one of
its table, so that a writer that fell behind finds out and harms nothing.
"""

from collections.abc import Iterable
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import Connection, Insert, Row, bindparam, func, insert, select, update

from server.ports import Entry, StaleTable, StoredTable
from server.storage import rows
from server.storage.hands import add_hand
from server.storage.ledger import post_now
from server.storage.models import CounterRow, JournalRow, TableRow
from server.storage.prepared import Prepared
from server.storage.reader import Reader
from server.storage.rows import Stored
from server.storage.secrets import Place, Vault
from server.storage.writer import Writer
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


class SqlJournal:
    """Fills `server.ports.Journal`."""

    def __init__(self, writer: Writer, reader: Reader, vault: Vault) -> None:
        self._writer, self._reader, self._vault = writer, reader, vault

    async def append(self, entry: Entry) -> None:
        if not entry.events:
            raise ValueError("an entry needs at least one event")
        await self._writer.write(partial(_append, entry, self._vault))

    async def open_table(self, table: TableId, seating: Seating) -> StoredTable:
        await self._writer.write(partial(_make_table, table, seating))
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
        async with self._reader.reading() as connection:
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
        last = await self._writer.write(partial(_count_hands, count))
        return HandId(last - count + 1)


# Units of work, on the writer's thread.


def _append(entry: Entry, vault: Vault, connection: Connection) -> None:
    if not _APPEND.run(connection, _row(entry, vault)):
        raise StaleTable(f"Table {entry.table} has gone on without this writer.")
    if entry.postings:
        post_now(entry.postings, connection)
    if entry.record is not None:
        add_hand(entry.record, vault, connection)
    if entry.checkpoint is not None:
        last = entry.seq + len(entry.events) - 1
        checkpoint = {"table": entry.table, "now": _as_json(entry.checkpoint), "last": last}
        _CHECKPOINT.run(connection, checkpoint)


def _row(entry: Entry, vault: Vault) -> dict[str, Any]:
    stored = rows.store(entry.events, _place(entry.table, entry.hand, entry.seq), vault)
    return {
        "table_id": entry.table,
        "seq": entry.seq,
        "count": len(entry.events),
        "hand": entry.hand,
        "turn": entry.turn,
        "account": entry.account,
        "action_id": entry.action_id,
        "version": rows.VERSION,
        "payload": stored.public.decode(),
        "secret": stored.secret,
    }


def _next_row() -> Insert:
    """
    Insert a row of the journal if it is the next one of its table.

    What the table itself must say (its epoch, later its owner) is a condition of the same select.
    """
    journal = JournalRow.__table__.c
    given = [bindparam(c.name, type_=c.type) for c in journal if c.name != "epoch"]
    last = (
        select(JournalRow.seq + JournalRow.count - 1)
        .where(JournalRow.table_id == bindparam("table_id"))
        .order_by(JournalRow.seq.desc())
        .limit(1)
        .scalar_subquery()
    )
    row = select(*given, TableRow.epoch).where(
        TableRow.id == bindparam("table_id"),
        bindparam("seq") == func.coalesce(last, TableRow.seq) + 1,
    )
    return insert(JournalRow).from_select([*(each.key for each in given), "epoch"], row)


_APPEND = Prepared(_next_row())
_CHECKPOINT = Prepared(
    update(TableRow)
    .where(TableRow.id == bindparam("table"))
    .values(checkpoint=bindparam("now"), seq=bindparam("last"))
)


def _make_table(table: TableId, seating: Seating, connection: Connection) -> None:
    known = connection.execute(select(TableRow.id).where(TableRow.id == table)).one_or_none()
    if known is None:
        row = {"id": table, "checkpoint": _as_json(seating), "seq": 0}
        connection.execute(insert(TableRow), row)


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
        place = _place(table, None if hand is None else HandId(hand), first)
        loaded = rows.load(Stored(payload.encode(), secret), place, vault)
        if first != seq + 1 or len(loaded) != count:
            raise CorruptHistory(f"The journal of table {table} has a gap after event {seq}.")
        events += loaded
        seq += count
    return tuple(events)


def _place(table: TableId, hand: HandId | None, seq: int) -> Place | None:
    return None if hand is None else Place(table, hand, seq)


def _as_json(seating: Seating) -> str:
    return msgspec.json.encode(seating).decode()
