"""Tables that players have opened, in the database."""

from datetime import UTC, datetime
from functools import partial

from sqlalchemy import Connection, func, insert, select, update

from server.ports import MostOpen, OpenedTable
from server.storage.entries import as_json
from server.storage.models import CounterRow, OpenedRow, TableRow
from server.storage.store import Store
from showdown.rules.ruleset import AccountId, TableId
from showdown.rules.seating import Seating

NUMBERED = "table"
"""The counter whose numbers such tables have behind their names."""


class SqlOpenedTables:
    """Fills `server.ports.OpenedTables`."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add(
        self, label: str, template: str, account: AccountId, seating: Seating, most: MostOpen
    ) -> OpenedTable:
        return await self._store.write(partial(_add, label, template, account, seating, most))

    async def all(self) -> tuple[OpenedTable, ...]:
        query = select(OpenedRow.table_id, OpenedRow.template, OpenedRow.account).order_by(
            OpenedRow.opened_at, OpenedRow.table_id
        )
        async with self._store.reading() as connection:
            rows = (await connection.execute(query)).all()
        return tuple(
            OpenedTable(table=TableId(table), template=template, account=AccountId(account))
            for table, template, account in rows
        )


def _add(
    label: str,
    template: str,
    account: AccountId,
    seating: Seating,
    most: MostOpen,
    connection: Connection,
) -> OpenedTable:
    """A table under a name of its own; a unit of work."""
    own, of_template, together = connection.execute(
        select(
            func.count().filter(OpenedRow.account == account),
            func.count().filter(OpenedRow.template == template),
            func.count(),
        ).select_from(OpenedRow)
    ).one()
    most.check(template, own=own, of_template=of_template, together=together)
    counted = (
        update(CounterRow)
        .where(CounterRow.name == NUMBERED)
        .values(value=CounterRow.value + 1)
        .returning(CounterRow.value)
    )
    number = connection.execute(counted).scalar_one()
    table = TableId(f"{label}~{number}")
    row = {"id": table, "checkpoint": as_json(seating), "seq": 0, "owner": None}
    connection.execute(insert(TableRow), row)
    opened = {
        "table_id": table,
        "template": template,
        "account": account,
        "opened_at": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
    }
    connection.execute(insert(OpenedRow), opened)
    return OpenedTable(table=table, template=template, account=account)
