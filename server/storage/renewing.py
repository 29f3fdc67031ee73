"""
Records of hands that an older program stored, brought into the form of this one.

In the first form cards that were shown stood in clear. It happens in the background, in small units
of work, once: a counter remembers the form that all records have.
"""

from functools import partial

import structlog
from sqlalchemy import Connection, insert, select, update

from server.ports import StorageError
from server.storage import rows
from server.storage.entries import record_place
from server.storage.hands import RECORD_COLUMNS, RecordRow, finished_hand
from server.storage.models import CounterRow, HandRow
from server.storage.packing import FORMS, pack
from server.storage.secrets import Vault
from server.storage.store import Store
from showdown.errors import CorruptHistory

log = structlog.get_logger()

HANDS_AT_ONCE = 20
"""In a unit of work: nobody waits for it longer than for a hand that ends."""

CLEAN = 2
"""In this form and in later ones no card is in clear; those need nothing."""

_COUNTER = "form of records"


async def renew_records(store: Store, vault: Vault) -> int:
    """
    Store anew what has an older form; gives how many hands that were.

    What does not open stays as it is.

    Raises:
        StorageError: the database cannot do it now; what was renewed is.
    """
    async with store.reading() as connection:
        form = await connection.scalar(select(CounterRow.value).where(CounterRow.name == _COUNTER))
    if form is not None and form >= CLEAN:
        return 0
    renewed, after = 0, 0
    while (last := await _last_of_some(store, after)) is not None:
        renewed += await store.write(partial(_renew, vault, after, last))
        after = last
    await store.write(remember_renewed)
    return renewed


async def _last_of_some(store: Store, after: int) -> int | None:
    """Where the next few hands end."""
    some = select(HandRow.id).where(HandRow.id > after).order_by(HandRow.id).limit(HANDS_AT_ONCE)
    async with store.reading() as connection:
        ids = (await connection.scalars(some)).all()
    return ids[-1] if ids else None


def _renew(vault: Vault, after: int, last: int, connection: Connection) -> int:
    old = select(*RECORD_COLUMNS).where(
        HandRow.id > after, HandRow.id <= last, HandRow.version < CLEAN
    )
    return sum(_renew_hand(row, vault, connection) for row in connection.execute(old).all())


def _renew_hand(row: RecordRow, vault: Vault, connection: Connection) -> bool:
    try:
        hand = finished_hand(row, vault)
    except (CorruptHistory, StorageError) as error:
        log.warning("hand keeps its old form", hand=row.id, reason=str(error))
        return False
    place = record_place(hand.table, hand.hand)
    stored = rows.store(hand.events, place, vault, pack)
    if rows.load(stored, place, vault, FORMS[rows.VERSION]) != hand.events:
        raise RuntimeError(f"hand {hand.hand} changed on its way")
    connection.execute(
        update(HandRow)
        .where(HandRow.id == hand.hand)
        .values(version=rows.VERSION, record=stored.public, secret=stored.secret)
    )
    return True


def remember_renewed(connection: Connection) -> None:
    """All records that are there have the present form; a unit of work."""
    known = update(CounterRow).where(CounterRow.name == _COUNTER).values(value=rows.VERSION)
    if not connection.execute(known).rowcount:
        connection.execute(insert(CounterRow), {"name": _COUNTER, "value": rows.VERSION})
