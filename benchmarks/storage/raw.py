"""
The bare drivers: rows that are ready go where they belong, and nobody looks whether they may.
"""

import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, cycle, islice

import asyncpg

from benchmarks.contest import Runner
from benchmarks.storage.ground import VAULT, Ground, filled
from benchmarks.storage.sessions import SEED, Session, sessions
from server.ledger import account_changes
from server.ports import Account
from server.storage.entries import EntryRows, Values, entry_rows
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

Batch = Sequence[EntryRows]


class Batches:
    """How many entries our journal committed together, to be cut alike by others."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def cut(self, entries: Batch) -> Iterator[Batch]:
        """The same entries in groups of those sizes."""
        sizes, left = cycle(self.sizes or [len(entries)]), iter(entries)
        while batch := tuple(islice(left, next(sizes))):
            yield batch


def sqlite(tables: int, batches: Batches) -> Runner:
    """The standard library's driver, a transaction for each batch."""
    ground = Ground()
    database = ground.folder() / "showdown.db"
    players = ground.wait_for(filled(database, tables))
    connection = sqlite3.connect(database, isolation_level=None)
    ground.stack.callback(connection.close)
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")

    def write(batch: Batch) -> None:
        connection.execute("BEGIN IMMEDIATE")
        for table, rows in _inserted(batch).items():
            if rows:
                connection.executemany(_insert(table, rows[0]), rows)
        connection.executemany(
            "UPDATE accounts SET chips = chips + :chips WHERE id = :id", _changes(batch)
        )
        connection.executemany(
            "UPDATE tables SET checkpoint = :checkpoint, seq = :seq WHERE id = :id",
            _checkpoints(batch),
        )
        connection.execute("COMMIT")

    return _runner("sqlite3", players, batches, write)._replace(close=ground.close)


def postgres(tables: int, batches: Batches) -> Runner:
    """asyncpg, a transaction for each batch and a statement for all rows of a kind."""
    ground = Ground()
    database = ground.postgres()
    players = ground.wait_for(filled(database, tables))
    connection: Connection = ground.wait_for(asyncpg.connect(database.url))
    ground.stack.callback(connection.terminate)

    async def write(batch: Batch) -> None:
        transaction = connection.transaction()
        await transaction.start()
        for table, rows in _inserted(batch).items():
            if rows:
                await _INSERTS[table].run(connection, rows)
        for statement, rows in ((_CHANGE, _changes(batch)), (_CHECKPOINT, _checkpoints(batch))):
            if rows:
                await statement.run(connection, rows)
        await transaction.commit()

    runner = _runner("asyncpg", players, batches, lambda batch: ground.wait_for(write(batch)))
    return runner._replace(close=ground.close)


_INSERTS = {
    "journal": inserting(JournalRow),
    "hands": inserting(HandRow),
    "hand_players": inserting(HandPlayerRow),
    "ledger": inserting(LedgerRow),
}
_CHANGE = Unnest(
    "UPDATE accounts SET chips = accounts.chips + given.chips FROM {rows}"
    " WHERE accounts.id = given.id",
    AccountRow,
    ("id", "chips"),
)
_CHECKPOINT = Unnest(
    "UPDATE tables SET checkpoint = given.checkpoint, seq = given.seq FROM {rows}"
    " WHERE tables.id = given.id",
    TableRow,
    ("id", "checkpoint", "seq"),
)


def _runner(
    name: str, players: Sequence[Account], batches: Batches, write: Callable[[Batch], None]
) -> Runner:
    tables = sessions(players, SEED)

    def work(rounds: int) -> float:
        entries = chain.from_iterable(_ready(tables) for _ in range(rounds))
        cut = list(batches.cut(list(entries)))
        start = time.perf_counter()
        for batch in cut:
            write(batch)
        return time.perf_counter() - start

    return Runner(name, work, units=len(tables), reports=True)


def _ready(tables: Iterable[Session]) -> list[EntryRows]:
    """An entry of each table as rows."""
    return [entry_rows(each.next(), 1, VAULT) for each in tables]


def _inserted(batch: Batch) -> dict[str, list[Values]]:
    finished = [each.finished for each in batch if each.finished is not None]
    postings = chain.from_iterable(each.postings for each in batch)
    return {
        "journal": [each.journal for each in batch],
        "hands": [each.hand for each in finished],
        "hand_players": [player for each in finished for player in each.players],
        "ledger": ledger_rows(postings),
    }


def _changes(batch: Batch) -> list[Values]:
    return [
        {"id": account, "chips": change}
        for entry in batch
        for account, change in account_changes(entry.postings).items()
    ]


def _checkpoints(batch: Batch) -> list[Values]:
    return [{"id": each.table, **each.checkpoint} for each in batch if each.checkpoint is not None]


def _insert(table: str, row: Values) -> str:
    values = ", ".join(f":{name}" for name in row)
    return f"INSERT INTO {table} ({', '.join(row)}) VALUES ({values})"
