"""
The journal of tables in the database.

An entry becomes durable with its postings, the record of a hand that ended and the checkpoint, or
nothing of it does. Its row goes in only where it is the next one of its table and the table has
still the epoch that this journal claimed, so that a writer that fell behind, or whose table another
server took over, finds out and harms nothing.
"""

from collections.abc import Iterable
from functools import partial
from time import perf_counter

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, Row, Select, delete, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from server import metrics
from server.ports import (
    Entry,
    MissingKey,
    StaleTable,
    StorageError,
    StoredEntry,
    StoredTable,
    UnknownOutcome,
)
from server.rulesets import shared
from server.storage import rows
from server.storage.damage import InClear, damage, give_up, holdings_at
from server.storage.entries import as_json, entry_rows, journal_place
from server.storage.models import CounterRow, JournalRow, OpenedRow, TableRow
from server.storage.rows import Stored
from server.storage.secrets import Vault
from server.storage.store import Store, T, Unit
from server.storage.tenure import NO_EPOCH, LookedUp, Tenure, stale
from showdown.errors import CorruptHistory
from showdown.rules.ruleset import AccountId, HandId, TableId
from showdown.rules.seat_events import Left
from showdown.rules.seating import Seating

_SEATING = msgspec.json.Decoder(Seating)
ENTRIES = select(
    JournalRow.seq,
    JournalRow.count,
    JournalRow.hand,
    JournalRow.turn,
    JournalRow.account,
    JournalRow.action_id,
    JournalRow.version,
    JournalRow.payload,
    JournalRow.secret,
).order_by(JournalRow.seq)
EntryRow = Row[int, int, int | None, int | None, int | None, str | None, int, str, bytes | None]

ATTEMPTS = 2
"""How often an entry is written whose connection is lost, and which turns out not to be there."""


class SqlJournal:
    """
    Fills `server.ports.Journal`.

    ``node`` is how this process writes itself when it claims a table; no other process does so.
    """

    def __init__(self, store: Store, vault: Vault, node: str, tenure: Tenure | None = None) -> None:
        """``tenure`` is shared with the claims of this process."""
        self._store, self._vault, self._node = store, vault, node
        self._tenure = tenure or Tenure()

    async def append(self, entry: Entry) -> None:
        if not entry.events:
            raise ValueError("an entry needs at least one event")
        started = perf_counter()
        await self._append(entry)
        metrics.COMMIT_SECONDS.observe(perf_counter() - started)

    async def _append(self, entry: Entry) -> None:
        for _ in range(ATTEMPTS):
            if self._tenure.unsure:
                await self._make_sure(entry.table)
            epoch = self._tenure.epochs.get(entry.table, NO_EPOCH)
            try:
                await self._store.append(partial(entry_rows, entry, epoch, self._vault))
            except UnknownOutcome as error:
                unknown = error
            else:
                return
            self._tenure.unsure.add(entry.table)
            if isinstance(unknown.__cause__, TimeoutError):
                raise unknown  # whoever asks again would only wait once more
            if await self._arrived(entry, epoch, unknown):
                return
        raise StorageError(str(unknown)) from unknown

    async def open_table(self, table: TableId, seating: Seating) -> StoredTable:
        if not self._tenure.opens(table):
            await self._claim(table, seating)
        try:
            stored = await self.load(table)
        except (CorruptHistory, MissingKey) as error:
            return await self._damaged(table, str(error))
        assert stored is not None
        return stored

    async def _claim(self, table: TableId, seating: Seating) -> None:
        """Claim a table from whoever has it; one that is this process's stays that or is lost."""
        if table in self._tenure.epochs:
            claim = partial(_claim_again, table, self._node)
        else:
            claim = partial(_claim, table, seating, self._node)
        self._tenure.epochs[table] = await self._first(claim)
        self._tenure.unsure.discard(table)

    async def _damaged(self, table: TableId, reason: str) -> StoredTable:
        """What is left of a table whose entries cannot be read."""
        async with self._store.reading() as connection:
            known = await _checkpoint(table, connection)
            assert known is not None
            checkpoint, seq = known
            found = (await connection.execute(entries_after(table, seq))).all()
            holdings = await connection.run_sync(partial(holdings_at, table))
        return StoredTable(
            seating=seating_in(table, checkpoint),
            seq=seq,
            damage=damage(reason, seq, (_in_clear(row) for row in found), holdings),
        )

    async def close_table(self, table: TableId) -> None:
        await self._make_sure(table)
        await self._first(partial(_close, table, self._tenure.epochs.get(table, NO_EPOCH)))
        self._tenure.forget(table)

    async def give_up(self, entry: Entry, reason: str) -> None:
        epoch = self._tenure.epochs.get(entry.table, NO_EPOCH)
        rows_ = entry_rows(entry, epoch, self._vault)
        await self._first(partial(give_up, rows_, reason))

    async def probe(self) -> None:
        await self._first(partial(count_hands, 0))

    async def load(self, table: TableId) -> StoredTable | None:
        """
        What is known of a table; None for one that was never opened.

        Raises:
            StorageError: it needs a newer program, or a key that is not loaded.
            CorruptHistory: what is stored does not fit together.
        """
        await self._make_sure(table)
        # A unit, though nothing is written: it is one trip, and many tables share it. Readers make
        # a trip of each statement, which takes a thousand tables too long at a start.
        looked_up = self._tenure.take_read(table)
        if looked_up is None:
            looked_up = await self._first(partial(_look_up, table))
        if looked_up is None:
            return None
        checkpoint, seq, found = looked_up
        entries = entries_in(table, seq, found, self._vault)
        return StoredTable(seating=seating_in(table, checkpoint), seq=seq, entries=entries)

    async def since(self, table: TableId, seq: int) -> tuple[StoredEntry, ...]:
        await self._make_sure(table)
        async with self._store.reading() as connection:
            first = (await connection.execute(_first_of_hand(table, seq))).scalar_one_or_none()
            if first is None:
                return ()
            found = await connection.execute(
                ENTRIES.where(JournalRow.table_id == table, JournalRow.seq >= first)
            )
            rows_ = found.all()
        entries = entries_in(table, first - 1, rows_, self._vault)
        return entries if entries[0].seq <= seq + 1 and entries[-1].last > seq else ()

    async def left_after(self, table: TableId, account: AccountId, seq: int) -> int | None:
        await self._make_sure(table)
        leaving = select(JournalRow.seq, JournalRow.count, JournalRow.payload).where(
            JournalRow.table_id == table,
            JournalRow.seq + JournalRow.count > seq + 1,
            JournalRow.payload.contains('"left"'),
        )
        async with self._store.reading() as connection:
            found = (await connection.execute(leaving.order_by(JournalRow.seq.desc()))).all()
        for first, count, payload in found:
            if account in _who_left(payload, seq + 1 - first):
                return first + count - 1
        return None

    async def accepted(
        self, table: TableId, hand: HandId, turn: int, account: AccountId
    ) -> StoredEntry | None:
        await self._make_sure(table)
        async with self._store.reading() as connection:
            found = await connection.execute(
                ENTRIES.where(
                    JournalRow.table_id == table,
                    JournalRow.hand == hand,
                    JournalRow.turn == turn,
                    JournalRow.account == account,
                )
            )
            row = found.first()
        return None if row is None else _entry(table, row, self._vault)

    async def reserve_hands(self, count: int) -> HandId:
        last = await self._first(partial(count_hands, count))
        return HandId(last - count + 1)

    async def _make_sure(self, table: TableId) -> None:
        """
        See to it that nothing can arrive any more that was under way when the database went away.

        A new epoch does that. To look what has arrived is a later transaction, since only that one
        sees what the claim had to wait for.
        """
        if table in self._tenure.unsure:
            claim = partial(_claim_again, table, self._node)
            self._tenure.epochs[table] = await self._first(claim)
            self._tenure.unsure.discard(table)

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

    async def _first(self, unit: Unit[T]) -> T:
        """Run a unit that a table waits for."""
        return await self._store.write(unit, first=True)


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


def _look_up(table: TableId, connection: Connection) -> LookedUp | None:
    """A table as of its last checkpoint, and the rows after that; None for one never opened."""
    known = connection.execute(
        select(TableRow.checkpoint, TableRow.seq).where(TableRow.id == table)
    ).one_or_none()
    if known is None:
        return None
    checkpoint, seq = known
    return checkpoint, seq, connection.execute(entries_after(table, seq)).all()


def _close(table: TableId, epoch: int, connection: Connection) -> None:
    """Delete a table that is still this node's, with all its entries; it may be gone already."""
    known = connection.execute(
        select(TableRow.epoch).where(TableRow.id == table).with_for_update()
    ).scalar_one_or_none()
    if known is None:
        return
    if known != epoch:
        raise stale(table)
    connection.execute(delete(OpenedRow).where(OpenedRow.table_id == table))
    connection.execute(delete(JournalRow).where(JournalRow.table_id == table))
    connection.execute(delete(TableRow).where(TableRow.id == table))


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
        raise stale(table)
    return epoch


def _who_left(payload: str, after: int) -> set[AccountId]:
    """Who has left by an entry, without so many of its first events."""
    try:
        events = rows.load_seat_events(payload.encode(), after)
    except CorruptHistory:
        return set()
    return {each.account for each in events if isinstance(each, Left)}


def count_hands(count: int, connection: Connection) -> int:
    """Take so many hand ids, never to be given again; gives the last."""
    counted = (
        update(CounterRow)
        .where(CounterRow.name == "hand")
        .values(value=CounterRow.value + count)
        .returning(CounterRow.value)
    )
    return connection.execute(counted).scalar_one()


# Reading.


async def _checkpoint(table: TableId, connection: AsyncConnection) -> tuple[str, int] | None:
    """A table's checkpoint and the last event in it; None for one that was never opened."""
    query = select(TableRow.checkpoint, TableRow.seq).where(TableRow.id == table)
    row = (await connection.execute(query)).one_or_none()
    return None if row is None else (row.checkpoint, row.seq)


def _in_clear(row: EntryRow) -> InClear:
    return InClear(row[0], row[1], row[2], row[7])


def entries_after(
    table: TableId, seq: int
) -> Select[int, int, int | None, int | None, int | None, str | None, int, str, bytes | None]:
    """The rows of a table's journal after an event, for :func:`entries_in`."""
    return ENTRIES.where(JournalRow.table_id == table, JournalRow.seq > seq)


def seating_in(table: TableId, checkpoint: str) -> Seating:
    """
    A table between two hands, as it is stored.

    Raises:
        CorruptHistory: it cannot be read.
    """
    try:
        seating = _SEATING.decode(checkpoint)
    except msgspec.MsgspecError as error:
        raise CorruptHistory(f"The checkpoint of table {table} cannot be read: {error}.") from None
    return replace(seating, ruleset=shared(seating.ruleset))


def _first_of_hand(table: TableId, seq: int) -> Select[int | None]:
    """Where the entry that holds the next event begins, or the hand that it belongs to."""
    at_table = JournalRow.table_id == table
    holding = (
        select(JournalRow.seq, JournalRow.hand)
        .where(at_table, JournalRow.seq + JournalRow.count > seq + 1)
        .order_by(JournalRow.seq)
        .limit(1)
        .subquery()
    )
    of_hand = (
        select(func.min(JournalRow.seq))
        .where(at_table, JournalRow.hand == holding.c.hand)
        .scalar_subquery()
    )
    return select(func.coalesce(of_hand, holding.c.seq))


def entries_in(
    table: TableId, seq: int, found: Iterable[EntryRow], vault: Vault
) -> tuple[StoredEntry, ...]:
    """
    All entries after a number, in order and without a gap.

    Raises:
        StorageError: one needs a newer program, or a key that is not loaded.
        CorruptHistory: they do not fit together.
    """
    entries: list[StoredEntry] = []
    for row in found:
        if row[0] != seq + 1:
            raise CorruptHistory(f"The journal of table {table} has a gap after event {seq}.")
        entries.append(_entry(table, row, vault))
        seq = entries[-1].last
    return tuple(entries)


def _entry(table: TableId, row: EntryRow, vault: Vault) -> StoredEntry:
    seq, count, number, turn, account, action_id, version, payload, secret = row
    hand = None if number is None else HandId(number)
    rows.check_version(version, f"Table {table}")
    events = rows.load(Stored(payload.encode(), secret), journal_place(table, hand, seq), vault)
    if len(events) != count:
        raise CorruptHistory(f"The journal of table {table} has a gap after event {seq - 1}.")
    return StoredEntry(
        seq=seq,
        events=events,
        hand=hand,
        turn=turn,
        account=None if account is None else AccountId(account),
        action_id=action_id,
    )
