"""Opening the database, and closing it so that nothing is left open or unwritten."""

import asyncio
import secrets
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from server.addresses import Address, PostgresAddress
from server.ports import StorageError
from server.storage.accounts import SqlAccounts
from server.storage.hands import SqlHands
from server.storage.journal import SqlJournal
from server.storage.keyring import NOT_SAID, KeySource, keys_of, open_vault
from server.storage.migrated import Migrated
from server.storage.secrets import Vault
from server.storage.sqlite.faults import check_place, told
from server.storage.sqlite.lock import only_server
from server.storage.sqlite.migrate import bring_up_to_date, check_version
from server.storage.sqlite.store import SqliteStore
from server.storage.store import Store
from server.storage.versions import MIGRATIONS


class Storage(NamedTuple):
    """The ports, filled by one database, and what they stand on."""

    journal: SqlJournal
    accounts: SqlAccounts
    hands: SqlHands
    store: Store
    vault: Vault


@asynccontextmanager
async def open_storage(
    database: Address, scripts: Path = MIGRATIONS, keys: KeySource = NOT_SAID
) -> AsyncIterator[Storage]:
    """
    Use a database until the block ends.

    One of SQLite is made, or migrated after a copy of it was made, as needed. One of PostgreSQL
    must have the version of this program (:func:`migrate_database`).

    Args:
        database: the folder of a file must be there; a lock that keeps a second server away stands
            beside the file.
        scripts: where Alembic finds the versions.
        keys: what its cards are encrypted with; for a file, another file beside it if nothing is
            said.

    Raises:
        StorageError: it cannot be used, in one sentence.
    """
    is_file = isinstance(database, Path)
    keys = keys_of(database, keys)
    async with AsyncExitStack() as stack:
        if isinstance(database, Path):
            check_place(database)
            stack.enter_context(only_server(database))
            await asyncio.to_thread(_prepare, database, scripts)
            store: Store = SqliteStore(database)
        else:
            store = await _open_postgres(database, scripts)
        stack.push_async_callback(store.close)
        vault = await open_vault(store, keys, str(database), alone=is_file)
        yield Storage(
            journal=SqlJournal(store, vault, _node()),
            accounts=SqlAccounts(store),
            hands=SqlHands(store, vault),
            store=store,
            vault=vault,
        )


@asynccontextmanager
async def existing_store(database: Address, *, alone: bool = False) -> AsyncIterator[Store]:
    """
    Use a database that is there until the block ends, beside a running server or instead of it.

    Args:
        alone: whether no server may be running; an older file is brought up to date then.

    Raises:
        StorageError: there is none, or it cannot be used so.
    """
    async with AsyncExitStack() as stack:
        if isinstance(database, Path):
            check_place(database)
            if alone:
                stack.enter_context(only_server(database))
            await asyncio.to_thread(_check_or_upgrade, database, alone)
            store: Store = SqliteStore(database)
        else:
            store = await _open_postgres(database, MIGRATIONS)
        stack.push_async_callback(store.close)
        yield store


async def migrate_database(database: Address, scripts: Path = MIGRATIONS) -> Migrated:
    """
    Bring a database to the version of this program; one of SQLite after a copy of it was made.

    Raises:
        StorageError: it cannot be used, or a server uses the file, in one sentence.
    """
    if isinstance(database, PostgresAddress):
        _need_driver()
        from server.storage.postgres import migrate

        return await migrate.bring_up_to_date(database, scripts)
    check_place(database)
    with only_server(database):
        return await asyncio.to_thread(_prepare, database, scripts)


def _prepare(path: Path, scripts: Path) -> Migrated:
    with told(path):
        return bring_up_to_date(path, scripts)


def _check_or_upgrade(path: Path, upgrade: bool) -> None:
    if not path.exists():
        raise StorageError(f"There is no database {path}; the first start of a server makes it.")
    with told(path):
        if upgrade:
            bring_up_to_date(path)
        else:
            check_version(path)


async def _open_postgres(database: PostgresAddress, scripts: Path) -> Store:
    _need_driver()
    from server.storage.postgres import migrate
    from server.storage.postgres.store import PostgresStore

    await migrate.check_version(database, scripts)
    return PostgresStore(database)


def _need_driver() -> None:
    """Who stores in a file does without PostgreSQL's driver."""
    try:
        import asyncpg  # noqa: F401 - whether it is there
    except ImportError:
        raise StorageError(
            "PostgreSQL needs a driver that is not installed; run: "
            'python -m pip install -e ".[server,postgres]"'
        ) from None


def _node() -> str:
    """A name for this process that no other has, and that says where it runs."""
    return f"{socket.gethostname()}-{secrets.token_hex(4)}"
