"""
Two hundred tables of six: how much of the kernel's floor we reach, and how long an action takes.
"""

import sqlite3
import statistics
import time
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.contest import Result
from benchmarks.load import floor
from benchmarks.load.crowd import crowd, play
from benchmarks.load.figures import bytes_a_frame, percentile
from benchmarks.load.players import Measured
from benchmarks.runs import Run, within
from benchmarks.service.playing import cost, plan, played, server_with
from benchmarks.storage.ground import Ground

TABLES, SEATS = 200, 6
BYTES_IN = 130
"""About what an action has."""
LEAST_OF_FLOOR, LEAST_ON_POSTGRES = 0.35, 0.40
OFFERED = 2_000
"""Actions a second."""
MORE_THAN_A_COMMIT, P99 = 0.001, 0.010
COMMITS = 400


class Runs(NamedTuple):
    """The same players on the same server, durable on SQLite."""

    flat_out: Measured
    offered: Measured
    half: Measured
    """When half of what they did flat out is offered."""
    commit: float
    """Seconds of a raw commit, right afterwards."""


@cache
def on_sqlite(seconds: float) -> Runs:
    """How a server bears them: once for all who want to know."""
    with (
        server_with(TABLES) as server,
        crowd([plan(server, TABLES, seats=SEATS, seconds=seconds)]) as players,
    ):
        flat_out = play(players)
        offered = play(players, OFFERED)
        half = play(players, flat_out.actions / flat_out.seconds / 2)
    return Runs(flat_out, offered, half, raw_commit())


def _reached(contest: str, measured: Measured, budget: float) -> Iterator[Result]:
    """What part of the kernel's floor that is, which is measured right after it."""
    least = floor.measure(
        tables=TABLES,
        seats=SEATS,
        seconds=measured.seconds,
        bytes_in=BYTES_IN,
        bytes_out=max(1, round(bytes_a_frame(measured))),
    )
    ours = measured.actions / measured.seconds
    yield Result(
        contest=contest,
        peer="the kernel's floor, in C",
        unit="actions",
        our_speed=ours,
        peer_speed=least.per_second,
        ratio=ours / least.per_second,
        budget=budget,
    )
    yield Result(
        contest=contest,
        peer="the floor's CPU an action",
        unit="",
        said=f"{cost(measured):.0f} us to {least.cpu_per_action * 1e6:.1f} us",
        ratio=least.cpu_per_action * 1e6 / cost(measured),
    )


def _seconds(quick: bool) -> float:
    return 2 if quick else 8


def _on_sqlite(quick: bool) -> Iterator[Result]:
    yield from _reached(LOAD.id, on_sqlite(_seconds(quick)).flat_out, LEAST_OF_FLOOR)


def _on_postgres(quick: bool) -> Iterator[Result]:
    with closing(Ground()) as ground, server_with(TABLES, ground.postgres().url) as server:
        measured = played(plan(server, TABLES, seats=SEATS, seconds=_seconds(quick)))
    yield from _reached(LOAD_POSTGRES.id, measured, LEAST_ON_POSTGRES)


def _latency(quick: bool) -> Iterator[Result]:
    runs = on_sqlite(_seconds(quick))
    half = runs.flat_out.actions / runs.flat_out.seconds / 2
    yield from _at(OFFERED, f"{OFFERED:,}/s", runs.offered, runs.commit, is_budget=True)
    yield from _at(half, "half of flat out", runs.half, runs.commit, is_budget=False)


def _at(
    rate: float, called: str, measured: Measured, commit: float, *, is_budget: bool
) -> Iterator[Result]:
    """How long an action takes when so many are offered each second."""
    times = measured.seats
    p50, p99, p999 = (percentile(times, part) for part in (0.5, 0.99, 0.999))
    had = f"{measured.actions / measured.seconds:.0f} of {rate:.0f}/s"
    yield within(
        LATENCY.id,
        f"{called}, p50: a raw commit and 1 ms",
        f"{p50 * 1e3:.2f} ms to {commit * 1e3:.2f} ms of the commit, {had}",
        used=p50,
        allowed=commit + MORE_THAN_A_COMMIT,
        is_budget=is_budget,
    )
    for name, found, counts in (("p99", p99, is_budget), ("p99.9", p999, False)):
        yield within(
            LATENCY.id,
            f"{called}, {name}: 10 ms",
            f"{found * 1e3:.2f} ms, {had}",
            used=found,
            allowed=P99,
            is_budget=counts,
        )


def raw_commit() -> float:
    """The seconds that a commit of one small row takes on this disk, in the middle of many."""
    times = []
    with (
        TemporaryDirectory(prefix="showdown-benchmarks-") as folder,
        closing(sqlite3.connect(Path(folder) / "raw.db", isolation_level=None)) as connection,
    ):
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE rows (id INTEGER PRIMARY KEY, data BLOB)")
        for _ in range(COMMITS):
            begin = time.perf_counter()
            connection.execute("INSERT INTO rows (data) VALUES (zeroblob(500))")
            times.append(time.perf_counter() - begin)
    return statistics.median(times)


LOAD = Run("load-sqlite", f"{TABLES} tables of {SEATS}, flat out, durable on SQLite", _on_sqlite)
LOAD_POSTGRES = Run("load-postgres", "the same on PostgreSQL", _on_postgres)
LATENCY = Run("latency", f"from an action to the last seat's frame, at {TABLES} tables", _latency)
