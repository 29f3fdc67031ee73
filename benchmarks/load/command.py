"""
``python -m benchmarks load``: let players loose on a server, and print how it bears them.
"""

import argparse
import os
import signal
import sys
from collections.abc import Iterator, Sequence

from benchmarks.contest import Missing
from benchmarks.load import floor
from benchmarks.load.crowd import crowd, play
from benchmarks.load.figures import beside, bytes_a_frame, lines, where_time_goes
from benchmarks.load.players import Measured, Plan
from benchmarks.load.process import resident
from benchmarks.load.serving import Server, names, serving

BYTES_IN = 130
"""About what an action has."""


def main(arguments: Sequence[str]) -> int:
    """Do what is asked for; 2 on wrong use."""
    asked = _parser().parse_args(arguments)
    if asked.processes > asked.tables:
        sys.stderr.write(f"{asked.processes} processes cannot share {asked.tables} tables.\n")
        return 2
    tables = names(asked.tables)
    with serving(tables, dict(asked.set), _launcher(asked)) as server:
        empty = resident(server.process)
        measured = _play(asked, server, tables, empty)
    for line in lines(measured):
        print(line, flush=True)
    for line in where_time_goes(measured, asked.sample) if asked.sample else ():
        print(line, flush=True)
    if asked.floor:
        _print_floor(asked, measured)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks load",
        description="Let players loose on a server of its own and print how it bears them.",
    )
    add = parser.add_argument
    add("--tables", type=int, default=200, help="tables that play (default: 200)")
    add("--seats", type=int, default=6, help="players at each (default: 6)")
    add("--watchers", type=int, default=0, help="onlookers at each (default: 0)")
    add("--idle", type=int, default=0, help="more connections that only say hello (default: 0)")
    add("--rate", type=float, default=0, help="actions a second (default: 0, as many as can be)")
    add("--seconds", type=float, default=5, help="how long is measured (default: 5)")
    add("--warm-up", type=float, default=1, help="how long it plays before that (default: 1)")
    add("--processes", type=int, default=1, help="processes that players share (default: 1)")
    add("--seed", type=int, default=1, help="what they do by chance (default: 1)")
    add("--no-floor", dest="floor", action="store_false", help="do not measure the kernel's floor")
    add("--profile", metavar="FILE", help="run the server under cProfile and keep that")
    add("--sample", metavar="FILE", help="look each millisecond at what it does and keep that")
    add(
        "--set",
        type=_setting,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a setting, in TOML",
    )
    return parser


def _setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{text!r} should be NAME=VALUE")
    return name, value


def _launcher(asked: argparse.Namespace) -> Sequence[str]:
    """How the server is started."""
    if asked.profile is not None:
        return (sys.executable, "-m", "benchmarks.load.profiled", asked.profile)
    if asked.sample is not None:
        return (sys.executable, "-m", "benchmarks.load.sampled", asked.sample)
    return (sys.executable, "-m", "server")


def _play(asked: argparse.Namespace, server: Server, tables: Sequence[str], empty: int) -> Measured:
    with crowd(_plans(asked, server, tables)) as players:
        used = resident(server.process) - empty
        connections = (asked.seats + asked.watchers) * len(tables) + asked.idle
        print(f"{connections} connections: {used / max(connections, 1) / 1024:.1f} KiB each")
        if asked.sample:
            os.kill(server.process, signal.SIGUSR2)  # who comes in is not what is looked at
        return play(players)


def _plans(asked: argparse.Namespace, server: Server, tables: Sequence[str]) -> Iterator[Plan]:
    """The tables, shared out."""
    for number in range(asked.processes):
        yield Plan(
            ports=(server.port,),
            servers=(server.process,),
            tables=tuple(tables[number :: asked.processes]),
            seats=asked.seats,
            watchers=asked.watchers,
            idle=asked.idle if number == 0 else 0,
            rate=asked.rate / asked.processes,
            warm_up=asked.warm_up,
            seconds=asked.seconds,
            seed=asked.seed + number,
            names="pqrstuvw"[number % 8] * (1 + number // 8),
        )


def _print_floor(asked: argparse.Namespace, measured: Measured) -> None:
    try:
        found = floor.measure(
            tables=asked.tables,
            seats=asked.seats,
            seconds=asked.seconds,
            bytes_in=BYTES_IN,
            bytes_out=max(1, round(bytes_a_frame(measured))),
        )
    except Missing as missing:
        print(missing)
        return
    for line in beside(measured, found):
        print(line, flush=True)
