"""Hands that are over, in the database."""

import zlib
from collections.abc import Iterable
from itertools import groupby

from sqlalchemy import Row, Select, select
from sqlalchemy.ext.asyncio import AsyncConnection

from server.ports import FinishedHand, HandQuery, PlayerResult, StoredHand
from server.storage import rows
from server.storage.entries import record_place
from server.storage.models import AccountRow, HandPlayerRow, HandRow
from server.storage.names import name_key
from server.storage.packing import FORMS
from server.storage.rows import Stored
from server.storage.secrets import Vault
from server.storage.store import Store
from showdown.errors import CorruptHistory
from showdown.rules.events import hand_events
from showdown.rules.ruleset import AccountId, HandId, TableId

_LISTED = (HandRow.id, HandRow.table_id, HandRow.ended_at, HandRow.pot)
_RESULT = (
    HandPlayerRow.hand,
    HandPlayerRow.seat,
    HandPlayerRow.account,
    HandPlayerRow.name,
    HandPlayerRow.net,
    HandPlayerRow.won,
)
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
            hands = (await connection.execute(_matching(query))).all()
            ids = [row.id for row in hands]
            results = await _results(connection, ids)
        return tuple(
            StoredHand(
                hand=HandId(number),
                table=TableId(table),
                ended_at=ended_at,
                pot=pot,
                results=results[number],
            )
            for number, table, ended_at, pot in hands
        )

    async def get(self, hand: HandId) -> FinishedHand | None:
        async with self._store.reading() as connection:
            result = await connection.execute(select(*RECORD_COLUMNS).where(HandRow.id == hand))
            row = result.one_or_none()
        return None if row is None else finished_hand(row, self._vault)


def _matching(query: HandQuery) -> Select[int, str, str, int]:
    """The hands that a query asks for; a page goes on below the last id of the one before."""
    hands = select(*_LISTED).order_by(HandRow.id.desc()).limit(query.limit)
    if query.table is not None:
        hands = hands.where(HandRow.table_id == query.table)
    if query.before is not None:
        hands = hands.where(HandRow.id < query.before)
    if query.withheld:
        hands = hands.where(HandRow.id.not_in(query.withheld))
    if query.player is not None:
        account = select(AccountRow.id).where(AccountRow.name_key == name_key(query.player))
        hands = hands.join(HandPlayerRow, HandPlayerRow.hand == HandRow.id).where(
            HandPlayerRow.account == account.scalar_subquery()
        )
    return hands


async def _results(
    connection: AsyncConnection, ids: Iterable[int]
) -> dict[int, tuple[PlayerResult, ...]]:
    query = (
        select(*_RESULT)
        .where(HandPlayerRow.hand.in_(ids))
        .order_by(HandPlayerRow.hand, HandPlayerRow.place)
    )
    found = (await connection.execute(query)).all()
    return {
        hand: tuple(_result(row) for row in players)
        for hand, players in groupby(found, key=lambda row: row.hand)
    }


def _result(row: Row[int, int, int, str, int, int]) -> PlayerResult:
    _, seat, account, name, net, won = row
    return PlayerResult(seat=seat, account=AccountId(account), name=name, net=net, won=won)


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
