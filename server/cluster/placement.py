"""
Which node should run a table: each node gives each table a weight, and the heaviest runs it.

So every node comes to the same answer without asking, and when a node comes or goes no table moves
but to it or away from it (rendezvous hashing). Whether it does run there, the database says.
"""

from collections.abc import Collection, Iterable
from functools import lru_cache
from hashlib import blake2b

from server.cluster.ports import NodeId
from showdown.rules.ruleset import TableId


def owner_of(table: TableId, nodes: Collection[NodeId]) -> NodeId | None:
    """
    The node that should run a table; None where there is no node.

    >>> nodes = [NodeId("anna"), NodeId("bert"), NodeId("carl")]
    >>> owner_of(TableId("main"), nodes) == owner_of(TableId("main"), nodes[::-1])
    True
    """
    return owners_of((table,), nodes).get(table)


def owners_of(tables: Iterable[TableId], nodes: Collection[NodeId]) -> dict[TableId, NodeId]:
    """The nodes that should run tables; empty where there is no node."""
    scales = [(node, _scale(node)) for node in sorted(nodes)]
    if not scales:
        return {}
    found = {}
    for table in tables:
        name = table.encode()
        heaviest = b""
        for node, scale in scales:
            weighing = scale.copy()
            weighing.update(name)
            weight = weighing.digest()
            if weight > heaviest:
                heaviest, found[table] = weight, node
    return found


@lru_cache(maxsize=1024)
def _scale(node: NodeId) -> blake2b:
    """What weighs tables for a node; a copy of it weighs one, at half the price of a new one."""
    return blake2b(node.encode(), digest_size=8, person=b"placement")
