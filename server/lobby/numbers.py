"""
In which order tables are listed: by numbers that are the same at each node.

First come those of the configuration, as it names them, then those of players, as they were opened:
their ids end in numbers that grow.
"""

import re
from collections.abc import Iterable
from hashlib import blake2b

from showdown.rules.ruleset import TableId

OPENED = 1 << 20
"""Those of players come after so many of the configuration."""

OTHERS = 1 << 44
"""And then those that only another node's configuration names."""

_NUMBERED = re.compile(r"~(\d{1,13})\Z")


class Numbers:
    """The numbers of tables."""

    def __init__(self, configured: Iterable[TableId] = ()) -> None:
        self._configured = {table: number for number, table in enumerate(configured, 1)}

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
