"""
An entry of a journal as SQLite takes it: statements that are compiled once, on the writer's thread.
"""

from collections.abc import Iterable, Iterator, Sequence

from sqlalchemy import Connection, Insert, bindparam, func, insert, select, update

from server.ledger import account_changes
from server.ports import Posting, StaleTable
from server.storage.entries import EntryRows, HandRows, Values
from server.storage.ledger import CHANGE, ledger_rows, too_poor
from server.storage.models import HandPlayerRow, HandRow, JournalRow, LedgerRow, TableRow
from server.storage.sqlite.prepared import Prepared


def append(entry: EntryRows, connection: Connection) -> None:
    """
    Write all rows of an entry; a unit of work.

    Raises:
        StaleTable: it is not the next one of its table, or its table has another epoch.
        InsufficientFunds: an account cannot pay.
    """
    if not _APPEND.run(connection, entry.journal):
        raise StaleTable(f"Table {entry.table} has gone on without this writer.")
    if entry.postings:
        _post(entry.postings, connection)
    if entry.finished is not None:
        _add_hand(entry.finished, connection)
    if entry.checkpoint is not None:
        _CHECKPOINT.run(connection, {"table": entry.table, **entry.checkpoint})


class NotAll(Exception):
    """Not every row of several entries went in, and which one did not is not known."""


def append_all(entries: Sequence[EntryRows], connection: Connection) -> None:
    """
    Write all rows of several entries, in their order, or fail with some of them written.

    Raises:
        NotAll: one of them is not the next one of its table, or an account cannot pay.
    """
    _all(_APPEND, [each.journal for each in entries], connection)
    postings = [posting for each in entries for posting in each.postings]
    if postings:
        _all(_CHANGE, list(_changes(entries)), connection)
        _all(_POST, ledger_rows(postings), connection)
    for each in entries:
        if each.finished is not None:
            _add_hand(each.finished, connection)
    checkpoints = [{"table": e.table, **e.checkpoint} for e in entries if e.checkpoint is not None]
    _all(_CHECKPOINT, checkpoints, connection)


def _all(statement: Prepared, rows: Sequence[Values], connection: Connection) -> None:
    if rows and statement.run_all(connection, rows) != len(rows):
        raise NotAll


def _changes(entries: Iterable[EntryRows]) -> Iterator[Values]:
    for entry in entries:
        if not entry.postings:
            continue
        for account, change in account_changes(entry.postings).items():
            yield {"payee": account, "change": change}


def _next_row() -> Insert:
    """Insert a row of the journal if it is the next one of its table, and of the table's epoch."""
    journal = JournalRow.__table__.c
    given = [bindparam(column.name, type_=column.type) for column in journal]
    last = (
        select(JournalRow.seq + JournalRow.count - 1)
        .where(JournalRow.table_id == bindparam("table_id"))
        .order_by(JournalRow.seq.desc())
        .limit(1)
        .scalar_subquery()
    )
    row = select(*given).where(
        TableRow.id == bindparam("table_id"),
        TableRow.epoch == bindparam("epoch"),
        bindparam("seq") == func.coalesce(last, TableRow.seq) + 1,
    )
    return insert(JournalRow).from_select([each.key for each in given], row)


_APPEND = Prepared(_next_row())
_CHECKPOINT = Prepared(
    update(TableRow)
    .where(TableRow.id == bindparam("table"))
    .values(checkpoint=bindparam("checkpoint"), seq=bindparam("seq"))
)
_POST = Prepared(insert(LedgerRow))
_CHANGE = Prepared(CHANGE)
_ADD_HAND = Prepared(insert(HandRow))
_SHOW_HAND = Prepared(
    update(HandRow)
    .where(HandRow.id == bindparam("shown"))
    .values(
        category=bindparam("category"),
        version=bindparam("version"),
        record=bindparam("record"),
        secret=bindparam("secret"),
    )
)
_ADD_PLAYER = Prepared(insert(HandPlayerRow))


def _post(postings: Sequence[Posting], connection: Connection) -> None:
    """Postings that have not happened before, since the entry is new."""
    for account, change in account_changes(postings).items():
        if not _CHANGE.run(connection, {"payee": account, "change": change}):
            raise too_poor(account, change, connection)
    _POST.run_all(connection, ledger_rows(postings))


def _add_hand(finished: HandRows, connection: Connection) -> None:
    if finished.players:
        _ADD_HAND.run(connection, finished.hand)
        _ADD_PLAYER.run_all(connection, finished.players)
    else:
        _SHOW_HAND.run(connection, {"shown": finished.hand["id"], **finished.hand})
