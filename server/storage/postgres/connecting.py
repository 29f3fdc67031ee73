"""
Connections to PostgreSQL: every one of them gives up in time.

The driver reads the address by itself, so that it understands all that PostgreSQL's own programs
do: `sslmode`, several hosts, a password file.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any, Protocol, cast

import asyncpg
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from server.addresses import PostgresAddress

PATIENCE = 5.0
"""Seconds until a database that says nothing counts as away."""

CONNECTIONS = 8
"""That units of work and readers share; entries of journals have one more."""

_ABANDONED = {"idle_in_transaction_session_timeout": "15s", "tcp_user_timeout": "10s"}
"""PostgreSQL lets go of what a server that hangs, or is cut off, had locked."""


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


async def connect(database: PostgresAddress, patience: float | None = PATIENCE) -> Connection:
    """A connection of the driver; each answer may take so many seconds, or for ever."""
    connection = await asyncpg.connect(
        database.url,
        timeout=PATIENCE,
        command_timeout=patience,
        server_settings={"application_name": "showdown", **_ABANDONED},
    )
    return cast("Connection", connection)


def pooled_engine(database: PostgresAddress, patience: float = PATIENCE) -> AsyncEngine:
    """Connections that are kept; one that has died meanwhile is replaced unseen."""
    return create_async_engine(
        "postgresql+asyncpg://",
        async_creator=partial(_creator, database, patience),
        pool_size=CONNECTIONS,
        max_overflow=0,
        pool_timeout=patience,
        pool_pre_ping=True,
    )


def single_engine(database: PostgresAddress, patience: float | None) -> AsyncEngine:
    """A connection for one thing to do; a migration may take its time."""
    creator = partial(_creator, database, patience)
    return create_async_engine("postgresql+asyncpg://", async_creator=creator, poolclass=NullPool)


async def _creator(database: PostgresAddress, patience: float | None, **_: Any) -> Any:
    return await connect(database, patience)
