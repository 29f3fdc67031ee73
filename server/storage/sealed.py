"""
Which rows of the database need which master key, and their secrets under another one.

What is encrypted says the number of its key in its first bytes, so the database can be asked.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    LargeBinary,
    Select,
    Table,
    func,
    literal,
    select,
    tuple_,
    update,
)

from server.ports import StorageError
from server.storage.models import Base, EvidenceRow, HandRow, HostedRow, ImportedHandRow, JournalRow
from server.storage.secrets import NO_HAND, NUMBER_AT, NUMBER_SIZE, RECORD, Place, Vault
from showdown.errors import CorruptHistory
from showdown.rules.ruleset import HandId, TableId


class Sealed(NamedTuple):
    """A table with secrets."""

    what: str
    table: Table
    hand: ColumnElement[int]
    seq: ColumnElement[int]
    """Which row of a hand's it is, as a :class:`Place` says it."""

    @property
    def key(self) -> tuple[Column[Any], ...]:
        """What identifies a row."""
        return tuple(self.table.primary_key)

    @property
    def secret(self) -> Column[bytes | None]:
        """What is encrypted."""
        return self.table.c.secret

    @property
    def place(self) -> tuple[ColumnElement[Any], ...]:
        """The columns of a :class:`Place`."""
        return (self.table.c.table_id, self.hand, self.seq)


def _table(row: type[Base]) -> Table:
    return cast("Table", row.__table__)


_JOURNAL, _HANDS, _IMPORTED, _EVIDENCE, _HOSTED = map(
    _table, (JournalRow, HandRow, ImportedHandRow, EvidenceRow, HostedRow)
)
SEALED = (
    Sealed("rows of the journal", _JOURNAL, _JOURNAL.c.hand, _JOURNAL.c.seq),
    Sealed("hands", _HANDS, _HANDS.c.id, literal(RECORD)),
    Sealed("imported hands", _IMPORTED, _IMPORTED.c.id, literal(RECORD)),
    Sealed("rows of evidence", _EVIDENCE, _EVIDENCE.c.hand, _EVIDENCE.c.seq),
    Sealed("invitations", _HOSTED, literal(NO_HAND), literal(RECORD)),
)

Key = tuple[Any, ...]
"""What identifies a row of a table."""


class Step(NamedTuple):
    """What one unit of work did; the next begins after ``last``, and there is none after None."""

    last: Key | None
    resealed: int = 0
    closed: tuple[str, ...] = ()
    """A sentence for each row that does not open with the key that it names."""


def numbers_in_use(connection: Connection) -> set[int]:
    """The keys that the database needs; looks at every row with secrets."""
    found = (
        connection.execute(select(_number(each)).where(each.secret.is_not(None)).distinct()).all()
        for each in SEALED
    )
    return {int.from_bytes(number, "big") for rows in found for (number,) in rows}


def count_needing(number: int, connection: Connection) -> dict[str, int]:
    """How much needs this key, in the tables' own words."""
    return {
        each.what: connection.execute(
            select(func.count()).select_from(each.table).where(*_needs(each, number))
        ).scalar_one()
        for each in SEALED
    }


def opens_something(vault: Vault, number: int, connection: Connection) -> bool:
    """Whether this key opens any of the last rows that need it."""
    return any(
        _opens(vault, *_place_and_secret(row))
        for each in SEALED
        for row in connection.execute(_last_rows(each, number)).all()
    )


def reseal_some(
    sealed: Sealed, vault: Vault, number: int, after: Key | None, limit: int, connection: Connection
) -> Step:
    """
    Encrypt some rows that need this key with the newest one; a unit of work.

    Args:
        after: the last row of the unit before.
    """
    width = len(sealed.key)
    query = (
        select(*sealed.key, *sealed.place, sealed.secret)
        .where(*_needs(sealed, number))
        .order_by(*sealed.key)
        .limit(limit)
    )
    if after is not None:
        query = query.where(tuple_(*sealed.key) > tuple_(*map(literal, after)))
    rows = [(row[:width], *_place_and_secret(row[width:])) for row in connection.execute(query)]
    resealed, closed = 0, []
    for key, place, secret in rows:
        try:
            new = vault.reseal(place, secret)
        except CorruptHistory as error:
            closed.append(str(error))
            continue
        # Only if it is still what was read: nothing that was written meanwhile is undone.
        found = connection.execute(
            update(sealed.table)
            .where(*_is(sealed, key), sealed.secret == secret)
            .values(secret=new)
        )
        resealed += found.rowcount
    return Step(rows[-1][0] if len(rows) == limit else None, resealed, tuple(closed))


def _number(sealed: Sealed) -> ColumnElement[bytes]:
    return func.substr(sealed.secret, NUMBER_AT + 1, NUMBER_SIZE, type_=LargeBinary())


def _needs(sealed: Sealed, number: int) -> tuple[ColumnElement[bool], ...]:
    return (
        sealed.secret.is_not(None),
        _number(sealed) == number.to_bytes(NUMBER_SIZE, "big"),
    )


def _is(sealed: Sealed, key: Sequence[Any]) -> list[ColumnElement[bool]]:
    return [column == value for column, value in zip(sealed.key, key, strict=True)]


def _last_rows(sealed: Sealed, number: int) -> Select[Any]:
    return (
        select(*sealed.place, sealed.secret)
        .where(*_needs(sealed, number))
        .order_by(*(column.desc() for column in sealed.key))
        .limit(3)
    )


def _place_and_secret(row: Sequence[Any]) -> tuple[Place, bytes]:
    table, hand, seq, secret = row
    return Place(TableId(table), HandId(hand), seq), secret


def _opens(vault: Vault, place: Place, secret: bytes) -> bool:
    try:
        vault.reseal(place, secret)
    except (CorruptHistory, StorageError):
        return False
    return True
