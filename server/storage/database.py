"""Opening the database, and closing it so that nothing is left open or unwritten."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path
from typing import NamedTuple

from server.ports import StorageError
from server.storage.accounts import SqlAccounts
from server.storage.faults import check_place, told
from server.storage.hands import SqlHands
from server.storage.journal import SqlJournal
from server.storage.keyfile import key_file, make_keys, read_keys
from server.storage.lock import only_server
from server.storage.migrate import MIGRATIONS, bring_up_to_date
from server.storage.reader import Reader
from server.storage.secrets import Vault
from server.storage.writer import Writer


class Storage(NamedTuple):
    """The ports, filled by one database."""

    journal: SqlJournal
    accounts: SqlAccounts
    hands: SqlHands


@asynccontextmanager
async def open_storage(path: Path, scripts: Path = MIGRATIONS) -> AsyncIterator[Storage]:
    """
    Use a database until the block ends; it is made, or migrated, as needed.

    Args:
        path: of the database; its folder must be there. The key that its cards are encrypted with
            stands beside it, and so does the lock that keeps a second server away.
        scripts: where Alembic finds the versions.

    Raises:
        StorageError: it cannot be used, in one sentence.
    """
    check_place(path)
    async with AsyncExitStack() as stack:
        stack.enter_context(only_server(path))
        vault = await asyncio.to_thread(_prepare, path, scripts)
        # The writer is closed last: who closes a database last folds its journal into it.
        writer = Writer(path)
        stack.push_async_callback(writer.close)
        reader = Reader(path)
        stack.push_async_callback(reader.close)
        yield Storage(
            journal=SqlJournal(writer, reader, vault),
            accounts=SqlAccounts(writer, reader),
            hands=SqlHands(reader, vault),
        )


def _prepare(path: Path, scripts: Path) -> Vault:
    with told(path):
        bring_up_to_date(path, scripts)
        keys = key_file(path)
        if keys.exists():
            return Vault(read_keys(keys))
        if _has_secrets(path):
            raise StorageError(
                f"The key file {keys} is missing, and the cards in {path} need it; "
                "put it back or give another --database."
            )
        return Vault(make_keys(keys))


def _has_secrets(path: Path) -> bool:
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute(
            "SELECT EXISTS (SELECT 1 FROM journal WHERE secret IS NOT NULL)"
            " OR EXISTS (SELECT 1 FROM hands WHERE secret IS NOT NULL)"
        ).fetchone()
    return bool(found[0])
