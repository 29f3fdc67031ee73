"""
``python -m benchmarks cluster``: what several nodes do, and what a hundred would.
"""

import argparse
from collections.abc import Iterator, Sequence

from benchmarks.cluster import placing, scaling, storm, succession, traffic
from benchmarks.cluster.ground import ground
from server.cluster.placement import owners_of


def main(arguments: Sequence[str]) -> int:
    """Do what is asked for; 2 on wrong use."""
    asked = _parser().parse_args(arguments)
    for line in PARTS[asked.part](asked):
        print(line, flush=True)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks cluster",
        description="Run several nodes with PostgreSQL and NATS here, or simulate many more.",
    )
    parser.add_argument("part", choices=PARTS, help="what is to be seen")
    add = parser.add_argument
    add("--nodes", type=int, help="so many (default: 100 simulated, up to 3 real)")
    add("--tables", type=int, help="that all of them run (default: 100,000 simulated, 60 real)")
    add(
        "--no-storm",
        dest="storm",
        action="store_false",
        help="do not measure here what it takes a survivor to take over",
    )
    add("--seconds", type=float, default=5, help="how long real ones are measured (default: 5)")
    return parser


def _simulated(asked: argparse.Namespace) -> Iterator[str]:
    """Placing and traffic of a large cluster."""
    nodes, tables = asked.nodes or 100, asked.tables or 100_000
    yield f"{nodes:,} nodes and {tables:,} tables"
    names, ids = placing.cluster(nodes, tables)
    placed = owners_of(ids, names)
    yield from placing.lines(placed, names)
    if asked.storm:
        yield from storm.lines(placing.moves(placed, names))
    yield from traffic.lines(traffic.Rates(nodes=nodes, tables=tables))


def _scaled(asked: argparse.Namespace) -> Iterator[str]:
    """Actions a second of one node and of more."""
    wanted = scaling.Play(tables=asked.tables or 60, seconds=asked.seconds)
    with ground() as shared:
        yield from scaling.lines(shared, asked.nodes or 3, wanted)


def _succeeded(asked: argparse.Namespace) -> Iterator[str]:
    """How long players wait for another owner."""
    with ground() as shared:
        yield from succession.lines(shared, asked.tables or 60)


PARTS = {"simulation": _simulated, "scaling": _scaled, "succession": _succeeded}
