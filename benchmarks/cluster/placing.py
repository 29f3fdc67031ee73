"""
Where the tables of a large cluster go, by the code that places them: none of it is estimated.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean, pstdev

from msgspec import Struct

from server.cluster.placement import owners_of
from server.cluster.ports import NodeId
from showdown.rules.ruleset import TableId

Placement = Mapping[TableId, NodeId]


class Spread(Struct, frozen=True):
    """How many tables nodes have, or get."""

    least: int
    mean: float
    most: int
    deviation: float

    def __str__(self) -> str:
        return (
            f"{self.mean:,.1f} on average, {self.least:,} to {self.most:,}, "
            f"standard deviation {self.deviation:.1f}"
        )


class Move(Struct, frozen=True):
    """What becomes of the tables when nodes die, or come."""

    what: str
    moved: int
    """Tables that have another node now."""
    needless: int
    """Those of them that had a node that lives, and go to one that was there before."""
    to_each: Spread


def cluster(nodes: int, tables: int) -> tuple[Sequence[NodeId], Sequence[TableId]]:
    """
    Names as an operator gives them.

    >>> cluster(2, 2)
    (('node-1', 'node-2'), ('t1', 't2'))
    """
    return (
        tuple(NodeId(f"node-{number}") for number in range(1, nodes + 1)),
        tuple(TableId(f"t{number}") for number in range(1, tables + 1)),
    )


def spread(counts: Sequence[int]) -> Spread:
    """
    What these numbers are like.

    >>> str(spread([1, 2, 3]))
    '2.0 on average, 1 to 3, standard deviation 0.8'
    """
    return Spread(min(counts), fmean(counts), max(counts), pstdev(counts))


def tables_of_each(placed: Placement, nodes: Sequence[NodeId]) -> Spread:
    """How even the nodes have it."""
    counted = Counter(placed.values())
    return spread([counted[node] for node in nodes])


def without(placed: Placement, nodes: Sequence[NodeId], dead: Sequence[NodeId]) -> Move:
    """What the survivors get when nodes die at once."""
    left = [node for node in nodes if node not in dead]
    orphans = [table for table, node in placed.items() if node in dead]
    after = owners_of(orphans, left)
    counted = Counter(after.values())
    others = owners_of([table for table in list(placed)[::97] if placed[table] not in dead], left)
    needless = sum(placed[table] != node for table, node in others.items())
    to_each = spread([counted[node] for node in left])
    name = "a node dies" if len(dead) == 1 else f"{len(dead)} nodes die at once"
    return Move(name, len(orphans), needless, to_each)


def with_another(placed: Placement, nodes: Sequence[NodeId]) -> Move:
    """What a node gets that comes, and from each of the others."""
    comer = NodeId("another")
    after = owners_of(placed, (*nodes, comer))
    moved = [table for table in placed if after[table] != placed[table]]
    needless = sum(after[table] != comer for table in moved)
    given = Counter(placed[table] for table in moved)
    return Move("a node comes", len(moved), needless, spread([given[node] for node in nodes]))


def lines(placed: Placement, nodes: Sequence[NodeId]) -> Iterator[str]:
    """What there is to say of placing."""
    yield f"tables of a node: {tables_of_each(placed, nodes)}"
    for move in moves(placed, nodes):
        share = move.moved / len(placed)
        each = "from each" if move.what == "a node comes" else "to each survivor"
        yield (
            f"{move.what}: {move.moved:,} tables move ({share:.1%}, {move.needless} needlessly), "
            f"{each} {move.to_each}"
        )


def moves(placed: Placement, nodes: Sequence[NodeId]) -> Iterator[Move]:
    """One node dies; a tenth of them, as with a rack; one comes."""
    yield without(placed, nodes, nodes[:1])
    yield without(placed, nodes, nodes[: max(1, len(nodes) // 10)])
    yield with_another(placed, nodes)
