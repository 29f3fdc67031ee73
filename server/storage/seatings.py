"""Who sits at tables, read from the database beside whoever runs them."""

from collections.abc import Collection

from sqlalchemy import or_, select

from server.storage import rows
from server.storage.journal import seating_in
from server.storage.models import JournalRow, TableRow
from server.storage.store import Store
from showdown.errors import CorruptHistory
from showdown.rules.evolve_seating import seat_event
from showdown.rules.ruleset import TableId
from showdown.rules.seat_events import Left, Seated
from showdown.rules.seating import Seating

_CHECKPOINTS = select(TableRow.id, TableRow.checkpoint)
# Cards are in no payload, and so no key is needed. Of a hand's rows nearly all are passed over.
_COMING_AND_GOING = (
    select(JournalRow.table_id, JournalRow.payload)
    .join(TableRow, TableRow.id == JournalRow.table_id)
    .where(
        JournalRow.seq > TableRow.seq,
        or_(*(JournalRow.payload.contains(f'"{tag}"') for tag in ("seated", "left"))),
    )
    .order_by(JournalRow.table_id, JournalRow.seq)
)


class SqlSeatings:
    """Fills `server.ports.Seatings`."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def read(self, tables: Collection[TableId]) -> dict[TableId, Seating]:
        async with self._store.reading() as connection:
            checkpoints = await connection.execute(_CHECKPOINTS.where(TableRow.id.in_(tables)))
            found = {TableId(row.id): row.checkpoint for row in checkpoints}
            since = await connection.execute(_COMING_AND_GOING.where(TableRow.id.in_(tables)))
            payloads = [(TableId(row.table_id), row.payload) for row in since]
        seatings: dict[TableId, Seating] = {}
        for table, checkpoint in found.items():
            try:
                seatings[table] = seating_in(table, checkpoint)
            except CorruptHistory:
                continue  # whoever opens the table says so
        for table, payload in payloads:
            if table in seatings:
                seatings[table] = _after(seatings[table], payload)
        return seatings


def _after(seating: Seating, payload: str) -> Seating:
    """A table's seats after an entry, as far as that can be read."""
    try:
        for event in rows.load_seat_events(payload.encode()):
            if isinstance(event, Seated | Left):
                seating = seat_event(seating, event)
    except CorruptHistory:
        return seating
    return seating
