"""
The server from outside: players on it, its floor beside it, and what grows with their number.
"""

from benchmarks.runs import Run
from benchmarks.service.connections import ACCEPTED, IDLE
from benchmarks.service.growth import HISTORY, MILLIONS, TABLES
from benchmarks.service.load import LATENCY, LOAD, LOAD_POSTGRES
from benchmarks.service.onlookers import ONLOOKERS

__all__ = ["HISTORY", "MILLIONS", "RUNS"]

RUNS: tuple[Run, ...] = (
    LOAD,
    LOAD_POSTGRES,
    LATENCY,
    IDLE,
    ACCEPTED,
    ONLOOKERS,
    TABLES,
)
