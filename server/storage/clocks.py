"""
Whether this machine's clock is the database's, by which the nodes of a server agree on the day.

No turn and no lease goes by it: those have clocks that only go forward. But what expires or comes
once a day does, and the times of hands.
"""

from collections.abc import Callable

from sqlalchemy import Connection, Float, cast, extract, func, select

from server.ports import StorageError
from server.storage.store import Store


async def check_clock(store: Store, now: Callable[[], float], most: float) -> None:
    """
    See that a clock goes with the one of PostgreSQL.

    Args:
        now: this machine's, in seconds of universal time.
        most: so many seconds it may be off, beyond the time that the question took.

    Raises:
        StorageError: it is off by more.
    """
    asked = now()
    there = await store.look(_time)
    answered = now()
    ahead = max(asked - there, min(answered - there, 0.0))
    if abs(ahead) > most:
        direction = "ahead of" if ahead > 0 else "behind"
        raise StorageError(
            f"This machine's clock is {abs(ahead):.0f} s {direction} the database's: "
            f"set both by a time server, or allow more than {most:g} s in setting clock_skew."
        )


def _time(connection: Connection) -> float:
    query = select(cast(extract("epoch", func.clock_timestamp()), Float))
    return float(connection.execute(query).scalar_one())
