"""
Actions a second of one, two and three nodes with the same players, tables and machine.

Each number of nodes is seen twice: each with a port of its own, as on machines of their own, and as
processes behind one port.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from benchmarks.cluster.ground import Ground
from benchmarks.load.crowd import crowd, play
from benchmarks.load.figures import latency
from benchmarks.load.players import Measured, Plan
from benchmarks.load.serving import Server, names

TWO_CORES = (
    "More nodes do more only where each has a core of its own beside those of players, PostgreSQL "
    "and NATS; on fewer cores what can be seen is the price of an action."
)


class Play(Struct, frozen=True, kw_only=True):
    """Who plays; each is connected to whichever node has its turn, wherever his table is run."""

    tables: int = 60
    seats: int = 4
    seconds: float = 5
    processes: int = 2


def measure(ground: Ground, nodes: int, wanted: Play, *, one_port: bool = False) -> Measured:
    """Let so many nodes be played on; behind one port, or each at its own."""
    run = f"{nodes}{'one' if one_port else ''}"
    tables = [f"{run}-{name}" for name in names(wanted.tables)]
    start = ground.processes if one_port else ground.nodes
    with start(nodes, tables) as servers, crowd(_plans(run, servers, tables, wanted)) as players:
        return play(players)


def _plans(
    run: str, servers: Sequence[Server], tables: Sequence[str], wanted: Play
) -> Iterator[Plan]:
    for number in range(wanted.processes):
        yield Plan(
            ports=tuple(each.port for each in servers),
            servers=tuple(each.process for each in servers),
            tables=tuple(tables[number :: wanted.processes]),
            seats=wanted.seats,
            warm_up=2,
            seconds=wanted.seconds,
            seed=number,
            names=f"{run}{'pqrstuvw'[number]}",
        )


def line(who: str, measured: Measured, alone: Measured) -> str:
    """What so many nodes do, beside what one does."""
    speed, base = (each.actions / each.seconds for each in (measured, alone))
    cpu, base_cpu = (each.server_cpu / max(each.actions, 1) for each in (measured, alone))
    return (
        f"{who}: {speed:,.0f} actions/s, {speed / base:.2f} "
        f"times one node; {cpu * 1e6:.0f} us of CPU an action in all nodes, "
        f"{cpu / base_cpu:.2f} times one node; {measured.server_cpu / measured.seconds:.2f} cores "
        f"busy with nodes, {measured.own_cpu / measured.seconds:.2f} with players; "
        f"{latency(measured.seats)}"
    )


def lines(ground: Ground, most: int, wanted: Play) -> Iterator[str]:
    """One node after the other; each cluster is new, and its tables go on from the last one's."""
    alone = None
    for nodes in range(1, most + 1):
        measured = measure(ground, nodes, wanted)
        alone = alone or measured
        yield line(f"{nodes} {'node ' if nodes == 1 else 'nodes'}", measured, alone)
        if nodes > 1:
            together = measure(ground, nodes, wanted, one_port=True)
            yield line(f"{nodes} processes behind one port", together, alone)
    yield TWO_CORES
