"""Opening the database, and closing it so that nothing is left open or unwritten."""

import asyncio
import secrets
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from server.ports import StorageError
from server.storage.accounts import SqlAccounts
from server.storage.hands import SqlHands
from server.storage.journal import SqlJournal
from server.storage.keyfile import key_file
from server.storage.keyring import NOT_SAID, KeySource, open_vault
from server.storage.secrets import Vault
from server.storage.sqlite.faults import check_place, told
from server.storage.sqlite.lock import only_server
from server.storage.sqlite.migrate import MIGRATIONS, bring_up_to_date, check_version
from server.storage.sqlite.store import SqliteStore
from server.storage.store import Store


class Storage(NamedTuple):
    """The ports, filled by one database, and what they stand on."""

    journal: SqlJournal
    accounts: SqlAccounts
    hands: SqlHands
    store: Store
    vault: Vault


@asynccontextmanager
async def open_storage(
    path: Path, scripts: Path = MIGRATIONS, keys: KeySource = NOT_SAID
) -> AsyncIterator[Storage]:
    """
    Use a database until the block ends; it is made, or migrated, as needed.

    Args:
        path: of the database; its folder must be there. The lock that keeps a second server away
            stands beside it.
        scripts: where Alembic finds the versions.
        keys: what its cards are encrypted with; a file beside it if nothing is said.

    Raises:
        StorageError: it cannot be used, in one sentence.
    """
    check_place(path)
    async with AsyncExitStack() as stack:
        stack.enter_context(only_server(path))
        await asyncio.to_thread(_prepare, path, scripts)
        store = SqliteStore(path)
        stack.push_async_callback(store.close)
        vault = await open_vault(store, keys.beside(key_file(path)), str(path), alone=True)
        yield _storage(store, vault)


@asynccontextmanager
async def existing_store(path: Path, *, alone: bool = False) -> AsyncIterator[Store]:
    """
    Use a database that is there until the block ends, beside a running server or instead of it.

    Args:
        alone: whether no server may be running; an older database is brought up to date then.

    Raises:
        StorageError: there is none, or it cannot be used so.
    """
    check_place(path)
    async with AsyncExitStack() as stack:
        if alone:
            stack.enter_context(only_server(path))
        await asyncio.to_thread(_check_or_upgrade, path, alone)
        store = SqliteStore(path)
        stack.push_async_callback(store.close)
        yield store


def _storage(store: Store, vault: Vault) -> Storage:
    return Storage(
        journal=SqlJournal(store, vault, _node()),
        accounts=SqlAccounts(store),
        hands=SqlHands(store, vault),
        store=store,
        vault=vault,
    )


def _node() -> str:
    """A name for this process that no other has, and that says where it runs."""
    return f"{socket.gethostname()}-{secrets.token_hex(4)}"


def _prepare(path: Path, scripts: Path) -> None:
    with told(path):
        bring_up_to_date(path, scripts)


def _check_or_upgrade(path: Path, upgrade: bool) -> None:
    if not path.exists():
        raise StorageError(f"There is no database {path}; the first start of a server makes it.")
    with told(path):
        (bring_up_to_date if upgrade else check_version)(path)
