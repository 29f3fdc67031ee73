"""
``python -m benchmarks cluster``: what a hundred nodes would do.
"""

import argparse
from collections.abc import Iterator, Sequence

from benchmarks.cluster import placing, traffic
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
        description="Simulate a cluster that is larger than any machine here.",
    )
    parser.add_argument("part", choices=PARTS, help="what is to be seen")
    add = parser.add_argument
    add("--nodes", type=int, help="so many (default: 100)")
    add("--tables", type=int, help="that all of them run (default: 100,000)")
    return parser


def _simulated(asked: argparse.Namespace) -> Iterator[str]:
    """Placing and traffic of a large cluster."""
    nodes, tables = asked.nodes or 100, asked.tables or 100_000
    yield f"{nodes:,} nodes and {tables:,} tables"
    names, ids = placing.cluster(nodes, tables)
    yield from placing.lines(owners_of(ids, names), names)
    yield from traffic.lines(traffic.Rates(nodes=nodes, tables=tables))


PARTS = {"simulation": _simulated}
