"""A statement of SQLAlchemy Core for the hot path: compiled once, run by the driver itself."""

import sqlite3
from collections.abc import Iterable
from typing import Any, cast

from sqlalchemy import Connection
from sqlalchemy.dialects import sqlite
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.expression import ClauseElement


class Prepared:
    """
    A statement that is run thousands of times a second.

    SQLAlchemy's execution costs more than SQLite's here; what it does beyond this (types, events,
    results) the journal has no use for.
    """

    def __init__(self, statement: ClauseElement) -> None:
        # Named parameters: the driver looks them up by itself, and each once.
        compiled = statement.compile(dialect=sqlite.dialect(paramstyle="named"))
        assert isinstance(compiled, SQLCompiler)
        self._sql = str(compiled)
        self._constants: dict[str, Any] = dict(compiled.params)

    def run(self, connection: Connection, values: dict[str, Any]) -> int:
        """Run it with these values for its parameters; returns how many rows it wrote."""
        return driver(connection).execute(self._sql, self._constants | values).rowcount

    def run_all(self, connection: Connection, rows: Iterable[dict[str, Any]]) -> int:
        """Run it for each of these rows; returns how many rows it wrote in all."""
        values = (self._constants | row for row in rows) if self._constants else rows
        return driver(connection).executemany(self._sql, values).rowcount


def driver(connection: Connection) -> sqlite3.Connection:
    """The driver's connection below."""
    return cast("sqlite3.Connection", connection.connection.dbapi_connection)
