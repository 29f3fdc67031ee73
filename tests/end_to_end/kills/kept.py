"""
What a database holds, read by means of the database alone while a server uses it.

Rows are decrypted as the server does, with its key; everything else is plain SQL.
"""

import base64
import sqlite3
from contextlib import closing
from typing import NamedTuple

import asyncpg
import msgspec

from server.addresses import PostgresAddress
from server.storage import open_storage, rows
from server.storage.keyfile import key_file, read_keys
from server.storage.keyring import VARIABLE, KeySource
from server.storage.keys import parse_keys
from server.storage.rows import Stored
from server.storage.secrets import Place, Vault
from showdown.rules.seating import Seating

_SEATING = msgspec.json.Decoder(Seating)

KEY = f"1:{base64.b64encode(bytes(range(32))).decode()}"

ACCOUNTS = "SELECT id, chips FROM accounts"
TABLES = "SELECT id, checkpoint, seq FROM tables"
JOURNAL = """
SELECT table_id, seq, count, hand, turn, account, action_id, epoch, payload, secret
FROM journal ORDER BY table_id, seq
"""


class Row(NamedTuple):
    """One row of the journal."""

    table: str
    seq: int
    length: int
    hand: int | None
    turn: int | None
    account: int | None
    action_id: str | None
    epoch: int
    payload: str
    secret: bytes | None


class Kept(NamedTuple):
    """All of it at one moment."""

    chips: dict[int, int]
    """What each account has beside the tables."""
    checkpoints: dict[str, tuple[int, Seating]]
    """Each table as of its last checkpoint, and the number of the last event in that."""
    journal: list[Row]


class SqliteFile:
    """A database of SQLite and the key beside it."""

    def __init__(self, path):
        self.path = self.name = path
        self.environment = {}

    async def kept(self):
        """What it holds now."""
        # Read only: a database whose server is dead stays as it left it, for the next one to mend.
        address = f"{self.path.as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, uri=True, isolation_level=None)) as database:
            database.execute("BEGIN")
            return _kept(*(database.execute(query).fetchall() for query in _QUERIES))

    def vault(self):
        return Vault(read_keys(key_file(self.path)))

    def open(self):
        """Use it as a server does, when none does."""
        return open_storage(self.path)


class PostgresDatabase:
    """A database of PostgreSQL; the key for it is in the environment."""

    def __init__(self, url, name=None):
        """``name`` is what the server calls it, if that is another address."""
        self._url, self.name = url, name or url
        self.environment = {VARIABLE: KEY}

    async def kept(self):
        """What it holds now."""
        connection = await asyncpg.connect(self._url)
        try:
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                return _kept(*[await connection.fetch(query) for query in _QUERIES])
        finally:
            await connection.close()

    def vault(self):
        return Vault(parse_keys(KEY, VARIABLE))

    def open(self):
        """Use it as a server does, when none does."""
        return open_storage(PostgresAddress(self._url), keys=KeySource(KEY))


_QUERIES = (ACCOUNTS, TABLES, JOURNAL)


def _kept(accounts, tables, journal):
    checkpoints = {table: (seq, _SEATING.decode(seating)) for table, seating, seq in tables}
    return Kept(dict(map(tuple, accounts)), checkpoints, [Row(*row) for row in journal])


def events_of(row, vault):
    """The events of a row, with their secrets."""
    place = None if row.hand is None else Place(row.table, row.hand, row.seq)
    events = rows.load(Stored(row.payload.encode(), row.secret), place, vault)
    assert len(events) == row.length
    return events
