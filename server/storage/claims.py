"""
Claims to tables: which node has which, decided by epochs in the database.

A claim names the epoch that the claimant knows, so that of several who claim at once exactly one
has the table, and the others see whose it is.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby

from sqlalchemy import Connection, insert, select, tuple_, update

from server.ports import Claimed, ClaimsMade
from server.storage.entries import as_json
from server.storage.journal import ENTRIES
from server.storage.models import JournalRow, TableRow
from server.storage.store import Store, T, Unit
from server.storage.tenure import LookedUp, Tenure
from showdown.rules.ruleset import TableId
from showdown.rules.seating import Seating

IN_A_STATEMENT = 1_000
"""So many tables a statement names at most."""

READ_TOGETHER = 100
"""So many tables are read ahead in one transaction."""


class SqlClaims:
    """Fills `server.ports.Claims`; ``claimant`` is how this process writes itself."""

    def __init__(self, store: Store, tenure: Tenure, claimant: str) -> None:
        self._store, self._tenure, self.claimant = store, tenure, claimant

    async def make(self, tables: Mapping[TableId, Seating]) -> None:
        for some in _several(list(tables.items()), IN_A_STATEMENT):
            await self._store.write(partial(_make, dict(some)))

    async def look(self, tables: Collection[TableId] | None = None) -> tuple[Claimed, ...]:
        query = select(TableRow.id, TableRow.epoch, TableRow.owner)
        async with self._store.reading() as connection:
            if tables is None:
                return tuple(_as_claimed(*row) for row in await connection.execute(query))
            found = []
            for some in _several(list(tables), IN_A_STATEMENT):
                rows = await connection.execute(query.where(TableRow.id.in_(some)))
                found += [_as_claimed(*row) for row in rows]
            return tuple(found)

    async def claim(self, known: Mapping[TableId, int]) -> ClaimsMade:
        taken: dict[TableId, int] = {}
        running: set[TableId] = set()
        for some in _several(list(known.items()), IN_A_STATEMENT):
            epochs, in_hand = await self._first(partial(_claim, some, self.claimant))
            for table, epoch in epochs.items():
                self._tenure.begin(table, epoch)
            taken |= epochs
            running |= in_hand
        refused = [table for table in known if table not in taken]
        return ClaimsMade(
            taken=dict(sorted(taken.items(), key=lambda each: each[0] not in running)),
            refused=await self.look(refused) if refused else (),
        )

    async def read_ahead(self, tables: Collection[TableId]) -> None:
        for some in _several(list(tables), READ_TOGETHER):
            for table, looked_up in (await self._first(partial(_read, some))).items():
                self._tenure.has_read(table, looked_up)

    def end(self, tables: Iterable[TableId]) -> None:
        self._tenure.end(tables)

    async def _first(self, unit: Unit[T]) -> T:
        """Run a unit that tables wait for."""
        return await self._store.write(unit, first=True)


def _as_claimed(table: str, epoch: int, owner: str | None) -> Claimed:
    return Claimed(TableId(table), epoch, owner)


# Units of work.


def _make(tables: dict[TableId, Seating], connection: Connection) -> None:
    query = select(TableRow.id).where(TableRow.id.in_(tables))
    known = set(connection.execute(query).scalars())
    rows = [
        {"id": table, "checkpoint": as_json(seating), "seq": 0, "epoch": 1, "owner": None}
        for table, seating in tables.items()
        if table not in known
    ]
    if rows:
        connection.execute(insert(TableRow), rows)


def _claim(
    known: Sequence[tuple[TableId, int]], claimant: str, connection: Connection
) -> tuple[dict[TableId, int], set[TableId]]:
    """The epochs of those tables that were claimed, and which of them had a hand running."""
    claiming = (
        update(TableRow)
        .where(tuple_(TableRow.id, TableRow.epoch).in_(known))
        .values(epoch=TableRow.epoch + 1, owner=claimant)
        .returning(TableRow.id, TableRow.epoch)
    )
    epochs = {TableId(table): epoch for table, epoch in connection.execute(claiming)}
    in_hand = (
        select(JournalRow.table_id)
        .join(TableRow, TableRow.id == JournalRow.table_id)
        .where(TableRow.id.in_(epochs), JournalRow.seq > TableRow.seq)
        .distinct()
    )
    return epochs, {TableId(table) for table in connection.execute(in_hand).scalars()}


def _read(tables: Sequence[TableId], connection: Connection) -> dict[TableId, LookedUp]:
    """
    Several tables as of their last checkpoints, with the rows after that.

    It is another transaction than the claim: only that one sees what the claim had to wait for.
    """
    query = select(TableRow.id, TableRow.checkpoint, TableRow.seq).where(TableRow.id.in_(tables))
    known = {TableId(row.id): (row.checkpoint, row.seq) for row in connection.execute(query)}
    rows = connection.execute(
        ENTRIES.add_columns(JournalRow.table_id)
        .join(TableRow, TableRow.id == JournalRow.table_id)
        .where(TableRow.id.in_(tables), JournalRow.seq > TableRow.seq)
        .order_by(None)
        .order_by(JournalRow.table_id, JournalRow.seq)
    ).all()
    found = {
        TableId(table): [row[:-1] for row in after]
        for table, after in groupby(rows, key=lambda row: row[-1])
    }
    return {table: (*at, found.get(table, ())) for table, at in known.items()}


def _several(values: Sequence[T], most: int) -> Iterator[Sequence[T]]:
    for first in range(0, len(values), most):
        yield values[first : first + most]
