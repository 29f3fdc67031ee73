"""
Connections to PostgreSQL: every one of them gives up in time.

The driver reads the address by itself, so that it understands all that PostgreSQL's own programs
do: `sslmode`, several hosts, a password file.
"""

import asyncio
from collections.abc import Collection, MutableSet, Sequence
from functools import partial
from typing import Any, Protocol, cast

import asyncpg
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from server.addresses import PostgresAddress

PATIENCE = 5.0
"""Seconds until a database that says nothing counts as away."""

COMMAND_PATIENCE = 120.0
"""The same for an operator's command, which may read all that there is."""

LAST_WORD = 1.0
"""Seconds in which a database takes note that a connection ends."""

CONNECTIONS = 8
"""That units of work and readers share; entries of journals have one more."""


_DURABLE = (
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') = 'off'"
)
"""Nobody is told of what a crash could still undo; to wait for more than the own disk is fine."""


class Transaction(Protocol):
    """A transaction of the driver."""

    async def start(self) -> None: ...

    async def commit(self) -> None: ...

    async def rollback(self) -> None: ...


class Connection(Protocol):
    """What we use of the driver's connections; it ships no types."""

    async def fetch(self, query: str, *arguments: Sequence[Any]) -> list[Any]: ...

    def transaction(self) -> Transaction: ...

    def is_closed(self) -> bool: ...

    def terminate(self) -> None: ...


async def connect(
    database: PostgresAddress, patience: float | None = PATIENCE, *, gives_up: bool = True
) -> Connection:
    """
    A connection of the driver, on which what is committed is on disk, whatever PostgreSQL is told.

    Args:
        patience: seconds after which PostgreSQL lets go of what a server has locked that hangs or
            is cut off, thrice; None for never.
        gives_up: whether the driver waits for an answer no longer than that.
    """
    limit = {} if patience is None else _abandoned(3 * patience)
    connection = cast(
        "Connection",
        await asyncpg.connect(
            database.url,
            timeout=PATIENCE,
            command_timeout=patience if gives_up else None,
            server_settings={"application_name": "showdown"} | limit,
        ),
    )
    try:
        await connection.fetch(_DURABLE)
    except BaseException:
        connection.terminate()
        raise
    return connection


def _abandoned(seconds: float) -> dict[str, str]:
    limit = f"{round(1000 * seconds)}ms"
    return {"idle_in_transaction_session_timeout": limit, "tcp_user_timeout": limit}


def pooled_engine(
    database: PostgresAddress, patience: float, opened: MutableSet[Any]
) -> AsyncEngine:
    """
    Connections that are kept; one that has died meanwhile is replaced unseen.

    Args:
        opened: where each connection of the driver is added, to be let go of in the end.
    """
    return create_async_engine(
        "postgresql+asyncpg://",
        async_creator=partial(_noted, database, patience, opened),
        pool_size=CONNECTIONS,
        max_overflow=0,
        # Readers may queue for longer than one of them may take.
        pool_timeout=3 * patience,
        pool_pre_ping=True,
        hide_parameters=True,
    )


def single_engine(database: PostgresAddress, patience: float | None) -> AsyncEngine:
    """A connection for one thing to do; a migration may take its time."""
    creator = partial(_creator, database, patience)
    return create_async_engine(
        "postgresql+asyncpg://", async_creator=creator, poolclass=NullPool, hide_parameters=True
    )


async def let_go(connections: Collection[Any]) -> None:
    """Close connections of the driver, all at once; a database that says nothing is cut off."""
    await asyncio.gather(*map(_close, connections))


async def _close(connection: Any) -> None:
    try:
        await connection.close(timeout=LAST_WORD)
    except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
        connection.terminate()


async def _noted(
    database: PostgresAddress, patience: float, opened: MutableSet[Any], **_: Any
) -> Any:
    connection = await connect(database, patience)
    opened.add(connection)
    return connection


async def _creator(database: PostgresAddress, patience: float | None, **_: Any) -> Any:
    return await connect(database, patience)
