"""
In which order tables are listed: by numbers that are the same at each node.

First come those of the configuration, as it names them, then those of players, as they were opened:
their ids end in numbers that grow.
"""

import re
from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from itertools import islice

from showdown.rules.ruleset import TableId

OPENED = 1 << 20
"""Those of players come after so many of the configuration."""

OTHERS = 1 << 44
"""And then those that only another node's configuration names."""

_NUMBERED = re.compile(r"~(\d{1,13})\Z")


class Numbers:
    """The numbers of tables, and all that are known in their order."""

    def __init__(self, configured: Iterable[TableId] = ()) -> None:
        self._configured = {table: number for number, table in enumerate(configured, 1)}
        self._order: list[tuple[int, TableId]] = []
        self._known: set[TableId] = set()

    def add(self, table: TableId) -> None:
        """There is a table; it may be known."""
        if table not in self._known:
            self._known.add(table)
            insort(self._order, (self.of(table), table))

    def remove(self, table: TableId) -> None:
        """A table is there no more."""
        if table in self._known:
            self._known.remove(table)
            del self._order[bisect_left(self._order, (self.of(table), table))]

    def after(self, number: int) -> Iterator[TableId]:
        """Those whose numbers are greater, in order; none may come or go meanwhile."""
        first = bisect_left(self._order, (number + 1,))
        return (table for _, table in islice(self._order, first, None))

    def of(self, table: TableId) -> int:
        """
        The number of a table.

        >>> numbers = Numbers([TableId("main"), TableId("side")])
        >>> numbers.of(TableId("side")) < numbers.of(TableId("fast~9")) < numbers.of("fast~10")
        True
        """
        known = self._configured.get(table)
        if known is not None:
            return known
        numbered = _NUMBERED.search(table)
        if numbered is not None:
            return OPENED + int(numbered[1])
        return OTHERS + int.from_bytes(blake2b(table.encode(), digest_size=5).digest())
