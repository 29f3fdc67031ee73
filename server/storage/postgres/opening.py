"""A PostgreSQL as a server opens it, and as an operator's command does."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from server.addresses import PostgresAddress
from server.storage.migrated import Migrated
from server.storage.postgres.connecting import COMMAND_PATIENCE
from server.storage.postgres.migrate import bring_up_to_date, check_version
from server.storage.postgres.presence import no_server
from server.storage.postgres.store import PostgresStore
from server.storage.store import Store


@asynccontextmanager
async def serving(database: PostgresAddress, scripts: Path) -> AsyncIterator[Store]:
    """Of this program's version; other servers may use it too."""
    await check_version(database, scripts)
    store = PostgresStore(database)
    try:
        await store.serve()
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def commanding(database: PostgresAddress, alone: bool) -> AsyncIterator[Store]:
    """Of this program's version; answers may take longer than a player would wait for them."""
    await check_version(database)
    async with AsyncExitStack() as stack:
        if alone:
            await stack.enter_async_context(no_server(database))
        store = PostgresStore(database, COMMAND_PATIENCE)
        stack.push_async_callback(store.close)
        yield store


async def migrate(database: PostgresAddress, scripts: Path) -> Migrated:
    """Bring it up to date; servers of the older version may go on meanwhile."""
    return await bring_up_to_date(database, scripts)
