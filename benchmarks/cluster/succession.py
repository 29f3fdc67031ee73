"""
How long players wait when the node that runs their tables dies, or is stopped in good order.

All of them are connected to the node that stays, and play at both nodes' tables as fast as they
may; the longest time that an action took is the time until the other node had taken over.
"""

import os
import signal
import threading
from collections.abc import Iterator

from benchmarks.cluster.ground import Ground
from benchmarks.load.crowd import crowd, play
from benchmarks.load.figures import percentile
from benchmarks.load.players import Measured, Plan
from benchmarks.load.serving import names

AFTER_S = 3.0
"""Of playing, of which the first is not measured."""
SECONDS = 12.0
WAITED_S = 0.1
"""Who waited longer than that was at a table that moved."""

WAYS = {"dies": signal.SIGKILL, "is stopped": signal.SIGTERM}


def measure(ground: Ground, tables: int, number: signal.Signals) -> Measured:
    """Let a node end while its tables are played at."""
    ids = tuple(f"{number.name}-{name}" for name in names(tables))
    with ground.node("node-1", ids) as ends, ground.node("node-2", ids) as stays:
        plan = Plan(
            ports=(stays.port,),
            servers=(stays.process,),
            tables=ids,
            seats=2,
            rate=tables,
            warm_up=1,
            seconds=SECONDS,
            names=number.name,
        )
        with crowd([plan]) as players:
            timer = threading.Timer(AFTER_S, os.kill, (ends.process, number))
            timer.start()
            try:
                return play(players)
            finally:
                timer.cancel()


def lines(ground: Ground, tables: int) -> Iterator[str]:
    """One node of two ends, in each way."""
    for way, number in WAYS.items():
        measured = measure(ground, tables, number)
        waited = sorted(each for each in measured.seats if each > WAITED_S)
        yield (
            f"{tables} tables, and the node that runs half of them {way}: {len(waited)} of "
            f"{len(measured.seats):,} actions waited for the other, "
            f"at most {max(measured.seats):.2f} s"
            + (f", {percentile(waited, 0.5):.2f} s by the median" if waited else "")
        )
