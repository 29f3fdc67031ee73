"""A statement of SQLAlchemy Core for the hot path: compiled once, run by the driver itself."""

import sqlite3
from collections.abc import Iterable, Mapping
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
        compiled = statement.compile(dialect=sqlite.dialect())
        assert isinstance(compiled, SQLCompiler)
        self._sql = str(compiled)
        self._constants = compiled.params
        self._order = tuple(compiled.positiontup or ())

    def run(self, connection: Connection, values: Mapping[str, Any]) -> int:
        """Run it with these values for its parameters; returns how many rows it wrote."""
        return driver(connection).execute(self._sql, self._row(values)).rowcount

    def run_all(self, connection: Connection, rows: Iterable[Mapping[str, Any]]) -> None:
        """Run it for each of these rows."""
        driver(connection).executemany(self._sql, map(self._row, rows))

    def _row(self, values: Mapping[str, Any]) -> list[Any]:
        known = {**self._constants, **values}
        return [known[name] for name in self._order]


def driver(connection: Connection) -> sqlite3.Connection:
    """The driver's connection below."""
    return cast("sqlite3.Connection", connection.connection.dbapi_connection)
