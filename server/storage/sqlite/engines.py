"""
Connections to SQLite: one that writes, and some that read.

The driver's own way to begin a transaction loses updates silently, so it is switched off and each
transaction begins as said here.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool, StaticPool

BUSY_TIMEOUT_MS = 5_000
READERS = 4


def writing_engine(path: Path) -> Engine:
    """The one connection that writes; it may wander between threads but not be shared by them."""
    engine = create_engine(
        _url("sqlite+pysqlite", path),
        poolclass=StaticPool,
        connect_args={"check_same_thread": False},
        hide_parameters=True,
    )
    # FULL: a commit that was reported survives a power cut.
    pragmas = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")
    _configure(engine, pragmas, "BEGIN IMMEDIATE")
    return engine


def looking_engine(path: Path) -> Engine:
    """One connection that cannot write, for a thread of its own."""
    engine = create_engine(
        _url("sqlite+pysqlite", path),
        poolclass=StaticPool,
        connect_args={"check_same_thread": False},
        hide_parameters=True,
    )
    _configure(engine, ("query_only = ON",), "BEGIN")
    return engine


def reading_engine(path: Path) -> AsyncEngine:
    """Connections that cannot write; each transaction sees the database as of its first look."""
    engine = create_async_engine(
        _url("sqlite+aiosqlite", path),
        pool_size=READERS,
        max_overflow=0,
        pool_timeout=BUSY_TIMEOUT_MS / 1000,
        hide_parameters=True,
    )
    _configure(engine.sync_engine, ("query_only = ON",), "BEGIN")
    return engine


def migrating_engine(path: Path) -> Engine:
    """
    A connection for one migration, which is one transaction.

    Foreign keys are off: a batch migration drops the table it has copied, which would take the rows
    that refer to it along.
    """
    engine = create_engine(_url("sqlite+pysqlite", path), poolclass=NullPool, hide_parameters=True)
    _configure(engine, ("synchronous = FULL", "foreign_keys = OFF"), "BEGIN IMMEDIATE")
    return engine


def _url(driver: str, path: Path) -> URL:
    return URL.create(driver, database=str(path))


def _configure(engine: Engine, pragmas: tuple[str, ...], begin: str) -> None:
    event.listen(engine, "connect", _on_connect(pragmas))
    event.listen(engine, "begin", _on_begin(begin))


def _on_connect(pragmas: tuple[str, ...]) -> Callable[[Any, Any], None]:
    def connected(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # begin nothing by yourself
        cursor = connection.cursor()
        for pragma in (f"busy_timeout = {BUSY_TIMEOUT_MS}", *pragmas):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return connected


def _on_begin(statement: str) -> Callable[[Connection], None]:
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql(statement)

    return begun
