"""Opening the database, whichever it is; closed, it leaves nothing open or unwritten."""

import secrets
import socket
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, select

from server.addresses import Address
from server.ports import StorageError
from server.storage.accounts import SqlAccounts
from server.storage.claims import SqlClaims
from server.storage.hands import SqlHands
from server.storage.hosted import SqlHostedTables
from server.storage.journal import SqlJournal
from server.storage.keyring import NOT_SAID, KeySource, keys_of, open_vault
from server.storage.migrated import Migrated
from server.storage.opened import SqlOpenedTables
from server.storage.seatings import SqlSeatings
from server.storage.secrets import Vault
from server.storage.sessions import SqlSessions
from server.storage.sqlite import opening as sqlite
from server.storage.store import Store
from server.storage.tenure import Tenure
from server.storage.versions import MIGRATIONS


class Storage(NamedTuple):
    """The ports, filled by one database, and what they stand on."""

    journal: SqlJournal
    claims: SqlClaims
    accounts: SqlAccounts
    hands: SqlHands
    opened: SqlOpenedTables
    hosted: SqlHostedTables
    sessions: SqlSessions
    seatings: SqlSeatings
    store: Store
    vault: Vault


@asynccontextmanager
async def open_storage(
    database: Address,
    scripts: Path = MIGRATIONS,
    keys: KeySource = NOT_SAID,
    claimant: str | None = None,
) -> AsyncIterator[Storage]:
    """
    Use a database until the block ends, as a server.

    One of SQLite is made, or migrated after a copy of it was made, as needed. One of PostgreSQL
    must have the version of this program (:func:`migrate_database`).

    Args:
        database: the folder of a file must be there; a lock that keeps a second server away stands
            beside the file.
        scripts: where Alembic finds the versions.
        keys: what its cards are encrypted with; for a file, another file beside it if nothing is
            said.
        claimant: how this process writes itself when it claims tables; by default as no other does.

    Raises:
        StorageError: it cannot be used, in one sentence.
    """
    claimant, tenure = claimant or _some_claimant(), Tenure()
    keys, is_file = keys_of(database, keys), isinstance(database, Path)
    async with _serving(database, scripts) as store:
        vault = await open_vault(store, keys, str(database), alone=is_file)
        yield Storage(
            journal=SqlJournal(store, vault, claimant, tenure),
            claims=SqlClaims(store, tenure, claimant),
            accounts=SqlAccounts(store),
            hands=SqlHands(store, vault),
            opened=SqlOpenedTables(store),
            hosted=SqlHostedTables(store, vault),
            sessions=SqlSessions(store),
            seatings=SqlSeatings(store),
            store=store,
            vault=vault,
        )


def existing_store(database: Address, *, alone: bool = False) -> AbstractAsyncContextManager[Store]:
    """
    Use a database that is there until the block ends, beside a running server or instead of it.

    Args:
        alone: whether no server may be running; an older file is brought up to date then.

    Raises:
        StorageError: there is none, or it cannot be used so.
    """
    if isinstance(database, Path):
        return sqlite.commanding(database, alone)
    _need_driver()
    from server.storage.postgres import opening as postgres

    return postgres.commanding(database, alone)


async def answers(store: Store) -> bool:
    """Whether a database can be used now, by who writes."""
    try:
        await store.write(_look)
    except StorageError:
        return False
    return True


async def migrate_database(database: Address, scripts: Path = MIGRATIONS) -> Migrated:
    """
    Bring a database to the version of this program; one of SQLite after a copy of it was made.

    Raises:
        StorageError: it cannot be used, or a server uses the file, in one sentence.
    """
    if isinstance(database, Path):
        return await sqlite.migrate(database, scripts)
    _need_driver()
    from server.storage.postgres import opening as postgres

    return await postgres.migrate(database, scripts)


def _serving(database: Address, scripts: Path) -> AbstractAsyncContextManager[Store]:
    if isinstance(database, Path):
        return sqlite.serving(database, scripts)
    _need_driver()
    from server.storage.postgres import opening as postgres

    return postgres.serving(database, scripts)


def _look(connection: Connection) -> None:
    connection.execute(select(1)).all()


def _need_driver() -> None:
    """Who stores in a file does without PostgreSQL's driver."""
    try:
        import asyncpg  # noqa: F401 - whether it is there
    except ImportError:
        raise StorageError(
            "PostgreSQL needs a driver that is not installed; run: "
            'python -m pip install -e ".[server,postgres]"'
        ) from None


def _some_claimant() -> str:
    """A name for this process that no other has, and that says where it runs."""
    return f"{socket.gethostname()}-{secrets.token_hex(4)}"
