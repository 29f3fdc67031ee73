"""
Two hundred tables of six: how much of the kernel's floor we reach, and how long an action takes.
"""

import sqlite3
import statistics
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.contest import Result
from benchmarks.load import floor
from benchmarks.load.figures import bytes_a_frame, percentile
from benchmarks.load.players import Measured
from benchmarks.runs import Run, within
from benchmarks.service.playing import cost, plan, played, server_with
from benchmarks.storage.ground import Ground
from server.addresses import PostgresAddress

TABLES, SEATS = 200, 6
BYTES_IN = 130
"""About what an action has."""
LEAST_OF_FLOOR, LEAST_ON_POSTGRES = 0.35, 0.40
OFFERED = 2_000
"""Actions a second."""
MORE_THAN_A_COMMIT, P99 = 0.001, 0.010
COMMITS = 400


def _reached(quick: bool, contest: str, database: PostgresAddress | None) -> Iterator[Result]:
    seconds = 2 if quick else 6
    with server_with(TABLES, None if database is None else database.url) as server:
        measured = played(plan(server, TABLES, seats=SEATS, seconds=seconds))
    least = floor.measure(
        tables=TABLES,
        seats=SEATS,
        seconds=seconds,
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
        budget=LEAST_OF_FLOOR if database is None else LEAST_ON_POSTGRES,
    )
    yield Result(
        contest=contest,
        peer="the floor's CPU an action",
        unit="",
        said=f"{cost(measured):.0f} us to {least.cpu_per_action * 1e6:.1f} us",
        ratio=least.cpu_per_action * 1e6 / cost(measured),
    )


def _on_sqlite(quick: bool) -> Iterator[Result]:
    return _reached(quick, LOAD.id, None)


def _on_postgres(quick: bool) -> Iterator[Result]:
    with closing(Ground()) as ground:
        yield from _reached(quick, LOAD_POSTGRES.id, ground.postgres())


def _latency(quick: bool) -> Iterator[Result]:
    seconds = 3 if quick else 10
    with server_with(TABLES) as server:
        measured = played(plan(server, TABLES, seats=SEATS, rate=OFFERED, seconds=seconds))
    commit, times = raw_commit(), measured.seats
    p50, p99, p999 = (percentile(times, part) for part in (0.5, 0.99, 0.999))
    allowed = commit + MORE_THAN_A_COMMIT
    rate = _rate(measured)
    said = f"{p50 * 1e3:.2f} ms to {commit * 1e3:.2f} ms of the commit, {rate}"
    yield within(LATENCY.id, "p50: a raw commit and 1 ms", said, used=p50, allowed=allowed)
    yield within(LATENCY.id, "p99: 10 ms", f"{p99 * 1e3:.2f} ms, {rate}", used=p99, allowed=P99)
    yield within(
        LATENCY.id,
        "p99.9: 10 ms",
        f"{p999 * 1e3:.2f} ms, {rate}",
        used=p999,
        allowed=P99,
        is_budget=False,
    )


def _rate(measured: Measured) -> str:
    return f"{measured.actions / measured.seconds:.0f} of {OFFERED}/s"


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


LOAD = Run("load", f"{TABLES} tables of {SEATS}, flat out, durable on SQLite", _on_sqlite)
LOAD_POSTGRES = Run("load-postgres", "the same on PostgreSQL", _on_postgres)
LATENCY = Run(
    "latency", f"from an action to the last seat's frame, {OFFERED}/s at {TABLES} tables", _latency
)
