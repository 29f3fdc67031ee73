"""
Connections at which nothing happens: what each costs, and how fast many are taken.
"""

import time
from collections.abc import Iterator

from benchmarks.contest import Result
from benchmarks.load.crowd import crowd
from benchmarks.load.process import cpu_seconds, resident
from benchmarks.load.storm import storm
from benchmarks.runs import Run, within
from benchmarks.service.playing import plan, server_with

KIB = 1024
MOST_KIB = 8
WARM, MANY, FEW = 300, 5_000, 1_500
TAKEN = 5_000
MOST_SECONDS = 2.0


def _idle(quick: bool) -> Iterator[Result]:
    """What the process grows by, from some who are there already to many more."""
    many = FEW if quick else MANY
    with (
        server_with(1) as server,
        crowd([plan(server, 1, seats=0, idle=WARM, called="w")]),
    ):
        before = resident(server.process)
        with crowd([plan(server, 1, seats=0, idle=many, called="i")]):
            each = (resident(server.process) - before) / many / KIB
    said = f"{each:.1f} KiB of {many:,} who are signed in"
    yield within(IDLE.id, f"{MOST_KIB} KiB", said, used=each, allowed=MOST_KIB)


def _accepted(quick: bool) -> Iterator[Result]:
    with server_with(1) as server:
        storm(server.port, WARM)
        cpu, begin = cpu_seconds(server.process), time.perf_counter()
        sent_away = storm(server.port, TAKEN)
        took = time.perf_counter() - begin
        each = (cpu_seconds(server.process) - cpu) / TAKEN * 1e6
    said = f"{took:.2f} s, {each:.0f} us of CPU each"
    if sent_away:
        said += f"; {sent_away:,} times somebody was told to come back later"
    yield within(ACCEPTED.id, f"{MOST_SECONDS:.0f} s", said, used=took, allowed=MOST_SECONDS)


IDLE = Run("idle", "memory of a connection that is signed in and waits", _idle)
ACCEPTED = Run("accepted", f"{TAKEN:,} who connect at once, until all have shaken hands", _accepted)
