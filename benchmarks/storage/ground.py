"""
What the contests of the storage stand on: an event loop, folders, databases with tables in them.
"""

import asyncio
import tempfile
from collections.abc import Awaitable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, insert, select

from benchmarks.contest import Missing, module
from benchmarks.storage.sessions import SEATS, SEED, sessions
from server.addresses import Address, PostgresAddress
from server.ports import Account
from server.storage import Storage, open_storage
from server.storage.database import migrate_database
from server.storage.keyring import KeySource
from server.storage.models import GUEST, AccountRow
from server.storage.secrets import Vault
from showdown.rules.ruleset import AccountId

CHIPS = 10**12
KEY = "1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
KEYS = KeySource(KEY)
VAULT = Vault({1: bytes(32)})

T = TypeVar("T")


class Ground:
    """Where somebody works; what he was given goes when he closes it."""

    def __init__(self) -> None:
        self.stack = ExitStack()
        factory = module("uvloop", "uvloop").new_event_loop
        self._loop = self.stack.enter_context(asyncio.Runner(loop_factory=factory))

    def wait_for(self, work: Awaitable[T]) -> T:
        """Run something to its end, on a loop that goes on afterwards."""

        async def waiting() -> T:
            return await work

        return self._loop.run(waiting())

    def folder(self) -> Path:
        """A new folder."""
        made = tempfile.TemporaryDirectory(prefix="showdown-benchmarks-")
        return Path(self.stack.enter_context(made))

    def postgres(self) -> PostgresAddress:
        """A database of a new PostgreSQL that writes as durably as one in use."""
        try:
            from tests.postgres import postgres_server
        except ImportError as error:
            raise Missing(f"no PostgreSQL to start ({error})") from None
        server = self.stack.enter_context(
            postgres_server(fsync="on", full_page_writes="on", autovacuum="on")
        )
        address = PostgresAddress(server.url())
        self.wait_for(migrate_database(address))
        return address

    def tidy(self, database: PostgresAddress) -> None:
        """Do for a database what it does for itself some minutes after many rows have come."""
        asyncpg = module("asyncpg", "asyncpg")

        async def tidied() -> None:
            connection = await asyncpg.connect(database.url)
            await connection.execute("VACUUM (ANALYZE)")
            await connection.close()

        self.wait_for(tidied())

    def open(self, database: Address) -> Storage:
        """A storage that stays open."""
        context = open_storage(database, keys=KEYS)
        storage = self.wait_for(context.__aenter__())
        self.stack.callback(lambda: self.wait_for(context.__aexit__(None, None, None)))
        return storage

    def close(self) -> None:
        """Take all of it away."""
        self.stack.close()


async def filled(database: Address, tables: int) -> list[Account]:
    """A closed database with so many tables, and the players who will sit at them."""
    async with open_storage(database, keys=KEYS) as storage:
        return await fill(storage, tables)


async def fill(storage: Storage, tables: int) -> list[Account]:
    """Make so many tables, and the players who will sit at them."""
    players = await storage.store.write(partial(_add_players, tables * SEATS))
    for session in sessions(players, SEED):
        await storage.journal.open_table(session.table, session.state.seating)
    return players


def _add_players(count: int, connection: Connection) -> list[Account]:
    names = [f"Player {number}" for number in range(1, count + 1)]
    rows = [
        {"name": name, "name_key": name, "kind": GUEST, "chips": CHIPS, "created_at": ""}
        for name in names
    ]
    connection.execute(insert(AccountRow), rows)
    known = select(AccountRow.id, AccountRow.name).where(AccountRow.kind == GUEST)
    return [
        Account(account=AccountId(number), name=name, chips=CHIPS)
        for number, name in connection.execute(known.order_by(AccountRow.id)).all()
    ]
