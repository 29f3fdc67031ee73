"""Hands that are over, in the database."""

import zlib

from sqlalchemy import Row, select

from server.ports import FinishedHand, HandQuery, ImportedHand, Selection, StoredHand
from server.storage import rows
from server.storage.entries import record_place
from server.storage.figures import figures
from server.storage.found import found
from server.storage.imports import find_import
from server.storage.models import HandRow
from server.storage.packing import FORMS
from server.storage.rows import Stored
from server.storage.secrets import Vault
from server.storage.store import Store
from showdown.errors import CorruptHistory
from showdown.history.statistics import Statistics
from showdown.rules.events import hand_events
from showdown.rules.ruleset import AccountId, HandId, TableId

RECORD_COLUMNS = (
    HandRow.id,
    HandRow.table_id,
    HandRow.ended_at,
    HandRow.version,
    HandRow.record,
    HandRow.secret,
)
RecordRow = Row[int, str, str, int, bytes, bytes | None]


class SqlHands:
    """Fills `server.ports.Hands`."""

    def __init__(self, store: Store, vault: Vault) -> None:
        self._store, self._vault = store, vault

    async def find(self, query: HandQuery) -> tuple[StoredHand, ...]:
        async with self._store.reading() as connection:
            return await found(connection, query)

    async def get(self, hand: HandId) -> FinishedHand | None:
        async with self._store.reading() as connection:
            result = await connection.execute(select(*RECORD_COLUMNS).where(HandRow.id == hand))
            row = result.one_or_none()
        return None if row is None else finished_hand(row, self._vault)

    async def get_imported(self, hand: HandId, account: AccountId) -> ImportedHand | None:
        return await find_import(self._store, self._vault, hand, account)

    async def figures(self, selection: Selection) -> Statistics:
        async with self._store.reading() as connection:
            return await figures(connection, selection)


def finished_hand(row: RecordRow, vault: Vault) -> FinishedHand:
    """
    A hand from the columns of `RECORD_COLUMNS`.

    Raises:
        StorageError: it needs a newer program, or a key that is not loaded.
        CorruptHistory: what is stored does not fit together.
    """
    number, table_id, ended_at, version, record, secret = row
    hand, table = HandId(number), TableId(table_id)
    rows.check_version(version, f"Hand {hand}")
    try:
        events = rows.load(Stored(record, secret), record_place(table, hand), vault, FORMS[version])
    except zlib.error:
        raise CorruptHistory(f"The record of hand {hand} is damaged.", found=hand) from None
    return FinishedHand(hand=hand, table=table, ended_at=ended_at, events=hand_events(events))
