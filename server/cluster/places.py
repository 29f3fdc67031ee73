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
        self._places: dict[TableId, NodeId] = {}

    def change(self, nodes: Collection[NodeId]) -> None:
        """These nodes take tables now."""
        fresh = frozenset(nodes)
        if fresh != self._nodes:
            # A place stays right unless its node has gone or one has come that weighs more.
            come = fresh - self._nodes
            self._places = {
                table: place if not come else self._heavier(table, place, come)
                for table, place in self._places.items()
                if place in fresh
            }
            self._nodes = fresh

    @staticmethod
    def _heavier(table: TableId, place: NodeId, come: frozenset[NodeId]) -> NodeId:
        return owner_of(table, (place, *come)) or place

    def of(self, table: TableId) -> NodeId | None:
        """Where a table should run; None if no node takes any."""
        place = self._places.get(table)
        if place is None and (place := owner_of(table, self._nodes)) is not None:
            self._places[table] = place
        return place

    def forget(self, table: TableId) -> None:
        """A table is there no more."""
        self._places.pop(table, None)
