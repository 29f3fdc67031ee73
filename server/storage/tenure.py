"""Which tables this process has in the database, and in which epochs."""

from collections.abc import Iterable, Sequence
from typing import Any

from server.ports import StaleTable
from showdown.rules.ruleset import TableId

LookedUp = tuple[str, int, Sequence[Any]]
"""A checkpoint, the last event in it, and the rows of the journal after that."""

NO_EPOCH = 0
"""Of a table that is not this process's; no table has it."""


class Tenure:
    """What the journal and the claims of one process share."""

    def __init__(self) -> None:
        self.epochs: dict[TableId, int] = {}
        self.unsure: set[TableId] = set()
        """Tables for which something may still be under way to the database."""
        self._ahead: dict[TableId, LookedUp | None] = {}
        """Those that were claimed and not opened yet, with what was read of them."""
        self._left: set[TableId] = set()
        """Those that were this process's once, and that it may only have by another claim."""

    def begin(self, table: TableId, epoch: int) -> None:
        """A table was claimed for this process, to be opened next."""
        self.epochs[table] = epoch
        self.unsure.discard(table)
        self._left.discard(table)
        self._ahead[table] = None

    def has_read(self, table: TableId, looked_up: LookedUp) -> None:
        """What was read of a table that was claimed."""
        if table in self._ahead:
            self._ahead[table] = looked_up

    def opens(self, table: TableId) -> bool:
        """
        Whether a table was claimed and is opened now for the first time since.

        Raises:
            StaleTable: it has been let go.
        """
        if table in self._left:
            raise stale(table)
        return table in self._ahead

    def take_read(self, table: TableId) -> LookedUp | None:
        """What was read ahead of a table, once."""
        return self._ahead.pop(table, None)

    def end(self, tables: Iterable[TableId]) -> None:
        """Tables are not this process's any more, and may be others'."""
        for table in tables:
            self.epochs.pop(table, None)
            self.unsure.discard(table)
            self._ahead.pop(table, None)
            self._left.add(table)

    def forget(self, table: TableId) -> None:
        """A table is there no more."""
        self.end([table])
        self._left.discard(table)


def stale(table: TableId) -> StaleTable:
    """What a writer is told who is no table's writer any more."""
    return StaleTable(f"Table {table} has gone on without this writer.")
