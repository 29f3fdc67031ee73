"""
Entries of journals as PostgreSQL takes them: one statement for all rows of a kind.

A row goes into the journal only where it is the next one of its table and of the table's epoch. The
table's row is locked meanwhile, so that whoever claims the table waits for us and sees what we
wrote, or we for him and see that the table is no longer ours.
"""

from collections.abc import Iterable, Sequence
from itertools import chain

from server.ledger import account_changes
from server.storage.entries import EntryRows, Values
from server.storage.ledger import ledger_rows
from server.storage.models import (
    AccountRow,
    HandPlayerRow,
    HandRow,
    JournalRow,
    LedgerRow,
    TableRow,
)
from server.storage.postgres.connecting import Connection
from server.storage.postgres.unnest import Unnest, inserting
from showdown.rules.ruleset import AccountId, Chips, TableId

_JOURNAL = [column.key for column in JournalRow.__table__.c]
_COLUMNS = ", ".join(_JOURNAL)
_GIVEN = ", ".join(f"given.{name}" for name in _JOURNAL)

_ADD_ENTRIES = Unnest(
    f"INSERT INTO journal ({_COLUMNS}) SELECT {_GIVEN}"
    " FROM {rows} JOIN tables ON tables.id = given.table_id AND tables.epoch = given.epoch"
    " WHERE given.seq = 1 + coalesce((SELECT journal.seq + journal.count - 1 FROM journal"
    " WHERE journal.table_id = given.table_id ORDER BY journal.seq DESC LIMIT 1), tables.seq)"
    " FOR SHARE OF tables"
    " RETURNING table_id",
    JournalRow,
    _JOURNAL,
)
_CHECKPOINT = Unnest(
    "UPDATE tables SET checkpoint = given.checkpoint, seq = given.seq FROM {rows}"
    " WHERE tables.id = given.id",
    TableRow,
    ("id", "checkpoint", "seq"),
)
_ADD_HANDS = inserting(HandRow)
_ADD_PLAYERS = inserting(HandPlayerRow)
_SHOW_HANDS = Unnest(
    "UPDATE hands SET category = given.category, version = given.version,"
    " record = given.record, secret = given.secret FROM {rows} WHERE hands.id = given.id",
    HandRow,
    ("id", "category", "version", "record", "secret"),
)
_POST = inserting(LedgerRow)
_LOCK_ACCOUNTS = "SELECT id FROM accounts WHERE id = ANY($1::BIGINT[]) ORDER BY id FOR UPDATE"
_CHANGE = Unnest(
    "UPDATE accounts SET chips = accounts.chips + given.chips FROM {rows}"
    " WHERE accounts.id = given.id AND accounts.chips + given.chips >= 0 RETURNING accounts.id",
    AccountRow,
    ("id", "chips"),
)


class CannotPay(Exception):
    """An account would have less than nothing; the transaction is to be given up."""

    def __init__(self, account: AccountId, change: Chips) -> None:
        super().__init__(account, change)
        self.account, self.change = account, change


def is_one_statement(entries: Iterable[EntryRows]) -> bool:
    """Whether :func:`append` is one statement, which needs no transaction around it."""
    return not any(each.postings or each.finished or each.checkpoint for each in entries)


async def append(entries: Sequence[EntryRows], connection: Connection) -> set[TableId]:
    """
    Write entries of different tables; returns the tables for which they were the next ones.

    Raises:
        CannotPay: an account has too few chips, or there is none.
    """
    added = await _ADD_ENTRIES.run(connection, [each.journal for each in entries])
    tables = {TableId(row["table_id"]) for row in added}
    new = [each for each in entries if each.table in tables]
    await _post(new, connection)
    await _add_hands(new, connection)
    checkpoints = [{"id": each.table, **each.checkpoint} for each in new if each.checkpoint]
    if checkpoints:
        await _CHECKPOINT.run(connection, checkpoints)
    return tables


async def _post(entries: Sequence[EntryRows], connection: Connection) -> None:
    """
    Postings, and what they make of accounts.

    Accounts are taken from before they are given to: an entry does not live on what another one of
    its group brings.
    """
    postings = list(chain.from_iterable(each.postings for each in entries))
    if not postings:
        return
    changes = [account_changes(each.postings) for each in entries]
    accounts = {account for each in changes for account in each}
    if len(accounts) > 1:
        await connection.fetch(_LOCK_ACCOUNTS, list(accounts))
    await _change(changes, -1, connection)
    await _change(changes, 1, connection)
    await _POST.run(connection, ledger_rows(postings))


async def _change(
    changes: Iterable[dict[AccountId, Chips]], sign: int, connection: Connection
) -> None:
    """Make those changes of accounts that have this sign."""
    total: dict[AccountId, Chips] = {}
    for each in changes:
        for account, change in each.items():
            if change * sign > 0:
                total[account] = total.get(account, 0) + change
    if not total:
        return
    rows = [{"id": account, "chips": change} for account, change in total.items()]
    done = {row["id"] for row in await _CHANGE.run(connection, rows)}
    for account, change in total.items():
        if account not in done:
            raise CannotPay(account, change)


async def _add_hands(entries: Iterable[EntryRows], connection: Connection) -> None:
    finished = [each.finished for each in entries if each.finished]
    new = [each for each in finished if each.players]
    shown: list[Values] = [each.hand for each in finished if not each.players]
    if new:
        await _ADD_HANDS.run(connection, [each.hand for each in new])
        await _ADD_PLAYERS.run(connection, chain.from_iterable(each.players for each in new))
    if shown:
        await _SHOW_HANDS.run(connection, shown)
