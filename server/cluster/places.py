"""
Where each table should run, kept while nodes come and go.
"""

from collections.abc import Collection

from server.cluster.placement import owner_of
from server.cluster.ports import NodeId
from showdown.rules.ruleset import TableId


class Places:
    """Where tables should run among the nodes that take some; each is worked out when asked for."""

    def __init__(self) -> None:
        self._nodes: frozenset[NodeId] = frozenset()
        self._known: dict[TableId, tuple[NodeId, frozenset[NodeId]]] = {}
        """Where a table's place was, and among which nodes."""

    def change(self, nodes: Collection[NodeId]) -> None:
        """These nodes take tables now."""
        fresh = frozenset(nodes)
        if fresh != self._nodes:  # else what is known stays known
            self._nodes = fresh

    def of(self, table: TableId) -> NodeId | None:
        """Where a table should run; None if no node takes any."""
        known = self._known.get(table)
        if known is not None and known[1] is self._nodes:
            return known[0]
        candidates: Collection[NodeId] = self._nodes
        if known is not None and known[0] in self._nodes:
            # A place stays right unless its node has gone or one has come that weighs more.
            candidates = (known[0], *(self._nodes - known[1]))
        place = owner_of(table, candidates)
        if place is not None:
            self._known[table] = (place, self._nodes)
        return place

    def forget(self, table: TableId) -> None:
        """A table is there no more."""
        self._known.pop(table, None)
