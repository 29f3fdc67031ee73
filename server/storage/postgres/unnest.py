"""Statements for many rows at once: each column comes as one array."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy.dialects.postgresql.base import PGDialect
from sqlalchemy.orm import DeclarativeBase

from server.storage.entries import Values
from server.storage.postgres.connecting import Connection

_DIALECT = PGDialect()  # type: ignore[no-untyped-call]


class Unnest:
    """
    A statement that reads rows from ``{rows}``, which it calls as it likes.

    >>> from server.storage.models import CounterRow
    >>> Unnest("SELECT * FROM {rows}", CounterRow, ("name", "value")).sql
    'SELECT * FROM unnest($1::VARCHAR[], $2::BIGINT[]) AS given (name, value)'
    """

    def __init__(self, template: str, model: type[DeclarativeBase], names: Sequence[str]) -> None:
        table = model.__table__.c
        self._names = tuple(names)
        arrays = ", ".join(
            f"${place}::{table[name].type.compile(dialect=_DIALECT)}[]"
            for place, name in enumerate(self._names, 1)
        )
        self.sql = template.format(rows=f"unnest({arrays}) AS given ({', '.join(self._names)})")

    async def run(self, connection: Connection, rows: Iterable[Values]) -> list[Any]:
        """Run it for all these rows; what it returns."""
        arrays = zip(*([row[name] for name in self._names] for row in rows), strict=True)
        return await connection.fetch(self.sql, *map(list, arrays))


def inserting(model: type[DeclarativeBase]) -> Unnest:
    """Insert whole rows into a table."""
    names = [column.key for column in model.__table__.c]
    columns = ", ".join(names)
    template = f"INSERT INTO {model.__tablename__} ({columns}) SELECT {columns} FROM {{rows}}"
    return Unnest(template, model, names)
