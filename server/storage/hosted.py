"""Tables that have a host, in the database; the codes of private ones are encrypted."""

from functools import partial

import msgspec
import structlog
from msgspec.structs import replace
from sqlalchemy import Connection, delete, insert, select, update

from server.hosting import Change, Codes, HostedTable
from server.ledger import account_of
from server.ports import Posting, StorageError
from server.storage import people
from server.storage.ledger import post
from server.storage.models import AuditRow, HostedRow
from server.storage.secrets import NO_HAND, RECORD, Place, Vault
from server.storage.store import Store
from showdown.errors import CorruptHistory
from showdown.rules.ruleset import TableId

log = structlog.get_logger()

GRANT = "host grant"
"""What it is called in `audit`."""

_CODES = msgspec.json.Decoder(Codes)
_HOSTED = msgspec.json.Decoder(HostedTable)


class SqlHostedTables:
    """Fills `server.hosting.HostedTables`."""

    def __init__(self, store: Store, vault: Vault) -> None:
        self._store, self._vault = store, vault

    async def load(self, table: TableId | None = None) -> tuple[HostedTable, ...]:
        query = select(HostedRow.hosting, HostedRow.secret)
        if table is not None:
            query = query.where(HostedRow.table_id == table)
        async with self._store.reading() as connection:
            rows = (await connection.execute(query)).all()
        return tuple(self._opened(_HOSTED.decode(hosting), secret) for hosting, secret in rows)

    async def change(self, table: TableId, change: Change) -> HostedTable:
        return await self._store.write(partial(self._change, table, change))

    async def grant(
        self, table: TableId, change: Change, posting: Posting, who: str
    ) -> HostedTable:
        return await self._store.write(partial(self._grant, table, change, posting, who))

    async def forget(self, table: TableId) -> None:
        await self._store.write(partial(_forget, table))

    # Units of work.

    def _change(self, table: TableId, change: Change, connection: Connection) -> HostedTable:
        query = select(HostedRow.hosting, HostedRow.secret).where(HostedRow.table_id == table)
        row = connection.execute(query).one_or_none()
        before = HostedTable(table=table)
        if row is not None:
            before = self._opened(_HOSTED.decode(row.hosting), row.secret)
        after = change(before)
        if row is None or after != before:
            _keep(after, self._sealed(after), connection)
        return after

    def _grant(
        self, table: TableId, change: Change, posting: Posting, who: str, connection: Connection
    ) -> HostedTable:
        after = self._change(table, change, connection)
        _note(posting, table, who, connection)
        return after

    # Codes.

    def _sealed(self, hosted: HostedTable) -> bytes | None:
        if hosted.codes is None:
            return None
        return self._vault.seal_events(code_place(hosted.table), msgspec.json.encode(hosted.codes))

    def _opened(self, hosted: HostedTable, secret: bytes | None) -> HostedTable:
        if secret is None:
            return hosted
        try:
            codes = self._vault.open_events(code_place(hosted.table), secret)
        except (CorruptHistory, StorageError) as error:
            log.warning("codes cannot be read", table=hosted.table, reason=str(error))
            return hosted
        return replace(hosted, codes=_CODES.decode(codes))


def code_place(table: TableId) -> Place:
    """Where the codes of a table stand."""
    return Place(table, NO_HAND, RECORD)


def _keep(hosted: HostedTable, secret: bytes | None, connection: Connection) -> None:
    values = {
        "hosting": msgspec.json.encode(replace(hosted, codes=None)).decode(),
        "secret": secret,
    }
    known = update(HostedRow).where(HostedRow.table_id == hosted.table).values(**values)
    if not connection.execute(known).rowcount:
        connection.execute(insert(HostedRow), {"table_id": hosted.table, **values})


def _note(posting: Posting, table: TableId, who: str, connection: Connection) -> None:
    """Post what a host grants, and that he does."""
    post([posting], connection)
    details = {"chips": posting.amount, "key": posting.key, "table": table}
    note = {
        "at": people.now(),
        "who": who,
        "action": GRANT,
        "account": account_of(posting.credit),
        "details": msgspec.json.encode(details).decode(),
    }
    connection.execute(insert(AuditRow), note)


def _forget(table: TableId, connection: Connection) -> None:
    connection.execute(delete(HostedRow).where(HostedRow.table_id == table))
