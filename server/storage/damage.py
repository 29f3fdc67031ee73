"""
Entries of a journal that cannot be read: what can be said of them, and how they are set aside.

Cards are not needed to give a hand up. What players did between hands stands in clear, and what
everybody had before the hand is what the ledger says, which no entry of a hand can damage.
"""

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, delete, insert, literal, or_, select, update

from server.ledger import pot_party, seat_party
from server.ports import Damage, StaleTable
from server.storage import rows
from server.storage.entries import EntryRows
from server.storage.ledger import post
from server.storage.models import EvidenceRow, JournalRow, LedgerRow, TableRow
from showdown.errors import CorruptHistory
from showdown.rules.ruleset import AccountId, Chips, HandId, TableId
from showdown.rules.seat_events import SeatingEvent

_COPIED = list(JournalRow.__table__.c.keys())


class InClear(NamedTuple):
    """What stands in clear of an entry."""

    seq: int
    length: int
    hand: int | None
    payload: str


class Holdings(NamedTuple):
    """What the ledger says of a table between hands."""

    stacks: dict[AccountId, Chips]
    carry: Chips


def damage(reason: str, seq: int, entries: Iterable[InClear], holdings: Holdings) -> Damage:
    """What can be said of a table's entries after a checkpoint."""
    last, hand = seq, None
    events: list[SeatingEvent] = []
    for entry in entries:
        last = max(last, entry.seq + max(entry.length, _length(entry.payload)) - 1)
        hand = hand if entry.hand is None else HandId(entry.hand)
        events += _seat_events(entry.payload)
    return Damage(
        reason=reason,
        last=last,
        hand=hand,
        events=tuple(events),
        stacks=holdings.stacks,
        carry=holdings.carry,
    )


def _seat_events(payload: str) -> tuple[SeatingEvent, ...]:
    """What players did between hands, or nothing: their chips are in the ledger, too."""
    try:
        return rows.load_seat_events(payload.encode())
    except CorruptHistory:
        return ()


def _length(payload: str) -> int:
    """How many events stand there; 1 if that cannot be read."""
    try:
        return len(msgspec.json.decode(payload, type=list[msgspec.Raw]))
    except msgspec.MsgspecError:
        return 1


def holdings_at(table: TableId, connection: Connection) -> Holdings:
    """What accounts have at a table between hands, and what lies in its middle, by the ledger."""
    prefix, pot = seat_party(table, AccountId(0)).removesuffix("0"), pot_party(table)
    at_table = or_(
        LedgerRow.debit.startswith(prefix, autoescape=True),
        LedgerRow.credit.startswith(prefix, autoescape=True),
        LedgerRow.debit == pot,
        LedgerRow.credit == pot,
    )
    query = select(LedgerRow.debit, LedgerRow.credit, LedgerRow.amount).where(at_table)
    balances: Counter[str] = Counter()
    for debit, credit, amount in connection.execute(query):
        balances[debit] -= amount
        balances[credit] += amount
    stacks = {
        AccountId(int(party.removeprefix(prefix))): chips
        for party, chips in balances.items()
        if party.startswith(prefix)
    }
    return Holdings(stacks, balances[pot])


def give_up(entry: EntryRows, reason: str, connection: Connection) -> None:
    """As a unit of work: set aside what came since the checkpoint, and append this instead."""
    table, epoch, checkpoint = entry.table, entry.journal["epoch"], entry.checkpoint
    assert checkpoint is not None
    of_table = (TableRow.id == table, TableRow.epoch == epoch)
    seq = connection.execute(select(TableRow.seq).where(*of_table)).scalar_one_or_none()
    if seq is None:
        raise StaleTable(f"Table {table} has gone on without this writer.")
    set_aside((JournalRow.table_id == table, JournalRow.seq > seq), reason, connection)
    connection.execute(insert(JournalRow), entry.journal)
    connection.execute(update(TableRow).where(*of_table).values(checkpoint))
    post(entry.postings, connection)


def set_aside(which: Iterable[ColumnElement[bool]], reason: str, connection: Connection) -> None:
    """As a part of a unit of work: keep rows of a journal as evidence, and no more in it."""
    which = tuple(which)
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    kept = select(
        *(JournalRow.__table__.c[name] for name in _COPIED), literal(now), literal(reason)
    ).where(*which)
    connection.execute(insert(EvidenceRow).from_select([*_COPIED, "kept_at", "reason"], kept))
    connection.execute(delete(JournalRow).where(*which))
