"""
How players played hands that an older program stored, filled in beside their results.

It is in the records, which a migration cannot open. It happens in the background, in small units of
work; hands that an older server stores beside this one are caught up with in the same way.
"""

from collections.abc import Iterator
from functools import partial

import structlog
from sqlalchemy import Connection, bindparam, select, update

from server.ports import MissingKey, StorageError
from server.storage.entries import Values, seconds
from server.storage.hands import RECORD_COLUMNS, RecordRow, finished_hand
from server.storage.models import HandPlayerRow, HandRow
from server.storage.plays import CLOSED, plays_in
from server.storage.secrets import Vault
from server.storage.store import Store
from showdown.errors import CorruptHistory

log = structlog.get_logger()

HANDS_AT_ONCE = 20
"""In a unit of work: nobody waits for it longer than for a hand that ends."""

_SEATS = select(HandPlayerRow.hand, HandPlayerRow.seat).where(HandPlayerRow.play.is_(None))
_FILL_IN = (
    update(HandPlayerRow.__table__)  # type: ignore[arg-type]
    .where(
        HandPlayerRow.hand == bindparam("its_hand"),
        HandPlayerRow.seat == bindparam("its_seat"),
    )
    .values(play=bindparam("play"), big_blind=bindparam("big_blind"), ended=bindparam("ended"))
)


async def count_plays(store: Store, vault: Vault) -> int:
    """
    Fill in what is missing; gives for how many hands.

    A hand whose cards do not open is marked, and its players are counted by no figure.

    Raises:
        StorageError: the database cannot do it now; what was filled in is.
    """
    counted, after = 0, 0
    while (last := await _last_of_some(store, after)) is not None:
        counted += await store.write(partial(_count, vault, after, last))
        after = last
    return counted


async def _last_of_some(store: Store, after: int) -> int | None:
    """Where the next few hands end."""
    some = (
        select(HandPlayerRow.hand)
        .where(HandPlayerRow.play.is_(None), HandPlayerRow.hand > after)
        .distinct()
        .order_by(HandPlayerRow.hand)
        .limit(HANDS_AT_ONCE)
    )
    async with store.reading() as connection:
        ids = (await connection.scalars(some)).all()
    return ids[-1] if ids else None


def _count(vault: Vault, after: int, last: int, connection: Connection) -> int:
    seats: dict[int, list[int]] = {}
    uncounted = _SEATS.where(HandPlayerRow.hand > after, HandPlayerRow.hand <= last)
    for hand, seat in connection.execute(uncounted):
        seats.setdefault(hand, []).append(seat)
    records = select(*RECORD_COLUMNS).where(HandRow.id.in_(seats))
    counted = 0
    for row in connection.execute(records).all():
        filled = list(_filled_in(row, seats[row.id], vault))
        if filled:
            connection.execute(_FILL_IN, filled)
            counted += 1
    return counted


def _filled_in(row: RecordRow, seats: list[int], vault: Vault) -> Iterator[Values]:
    try:
        plays = plays_in(finished_hand(row, vault))
    except (CorruptHistory, MissingKey) as error:
        log.warning("hand is not counted", hand=row.id, reason=str(error))
        plays = None
    except StorageError as error:
        # A newer program wrote it, beside which this one is about to end.
        log.warning("hand is not counted yet", hand=row.id, reason=str(error))
        return
    for seat in seats:
        yield {
            "its_hand": row.id,
            "its_seat": seat,
            "play": CLOSED if plays is None else plays.of(seat),
            "big_blind": None if plays is None else plays.big_blind,
            "ended": seconds(row.ended_at),
        }
