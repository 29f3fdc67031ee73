"""
In which order people come in, at whichever node: numbers, of which the later is the greater.
"""

from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, func, select, update
from sqlalchemy import Sequence as DatabaseSequence

from server.storage.models import Base, CounterRow

ENTRANCES = DatabaseSequence("entrances", metadata=Base.metadata)
"""Of PostgreSQL, where the row of a counter would have all nodes wait for each other."""

COUNTER = "entrance"
"""Of SQLite, where nobody else writes."""


_COUNTING = (
    update(CounterRow)
    .where(CounterRow.name == COUNTER)
    .values(value=CounterRow.value + bindparam("count"))
    .returning(CounterRow.value)
)
_NEXT = select(ENTRANCES.next_value()).select_from(func.generate_series(1, bindparam("count")))


def next_entrances(count: int, connection: Connection) -> Sequence[int]:
    """So many numbers, each greater than all that were given before; in a unit of work."""
    if connection.dialect.name == "postgresql":
        return sorted(connection.execute(_NEXT, {"count": count}).scalars())
    last = connection.execute(_COUNTING, {"count": count}).scalar_one()
    return range(last - count + 1, last + 1)
