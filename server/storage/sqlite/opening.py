"""A file of SQLite as a server opens it, and as an operator's command does."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path

from server.storage.migrated import Migrated
from server.storage.sqlite.faults import check_place, told
from server.storage.sqlite.lock import only_server
from server.storage.sqlite.migrate import bring_up_to_date, check_version
from server.storage.sqlite.store import SqliteStore
from server.storage.store import Store


@asynccontextmanager
async def serving(path: Path, scripts: Path) -> AsyncIterator[Store]:
    """Made, or migrated after a copy of it was made, as needed; no other server may use it."""
    check_place(path)
    with only_server(path):
        await asyncio.to_thread(_bring_up_to_date, path, scripts)
        async with _store(path) as store:
            yield store


@asynccontextmanager
async def commanding(path: Path, alone: bool) -> AsyncIterator[Store]:
    """There already; older ones are migrated if no server may be running beside."""
    check_place(path, is_there=True)
    with ExitStack() as stack:
        if alone:
            stack.enter_context(only_server(path))
        await asyncio.to_thread(_bring_up_to_date if alone else _check_version, path)
        async with _store(path) as store:
            yield store


async def migrate(path: Path, scripts: Path) -> Migrated:
    """Bring it up to date while no server uses it."""
    check_place(path)
    with only_server(path):
        return await asyncio.to_thread(_bring_up_to_date, path, scripts)


@asynccontextmanager
async def _store(path: Path) -> AsyncIterator[Store]:
    store = SqliteStore(path)
    try:
        yield store
    finally:
        await store.close()


def _bring_up_to_date(path: Path, *scripts: Path) -> Migrated:
    with told(path):
        return bring_up_to_date(path, *scripts)


def _check_version(path: Path) -> None:
    with told(path):
        check_version(path)
