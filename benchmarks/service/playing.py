"""
A server and those who play on it, for the length of a block.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.load.crowd import Process, crowd, play
from benchmarks.load.players import Measured, Plan
from benchmarks.load.serving import LIMITS, TABLE, Server, names, started
from benchmarks.storage.ground import KEY


@contextmanager
def server_with(tables: int, database: str | None = None) -> Iterator[Server]:
    """A server with so many tables; its database is one of its own if none is named."""
    with TemporaryDirectory(prefix="showdown-benchmarks-") as name:
        config = LIMITS + "".join(TABLE.format(name=each) for each in names(tables))
        here = database or str(Path(name) / "showdown.db")
        key = {"SHOWDOWN_SECRET_KEY": KEY}
        with started(Path(name), config, here, environment=key) as server:
            yield server


def plan(
    server: Server,
    tables: int,
    *,
    seats: int = 6,
    watchers: int = 0,
    idle: int = 0,
    rate: float = 0,
    seconds: float = 5,
    called: str = "p",
) -> Plan:
    """Players at the first tables of a server."""
    return Plan(
        ports=(server.port,),
        servers=(server.process,),
        tables=names(tables),
        seats=seats,
        watchers=watchers,
        idle=idle,
        rate=rate,
        seconds=seconds,
        names=called,
    )


def played(wanted: Plan) -> Measured:
    """How it went."""
    with crowd([wanted]) as players:
        return play(players)


def played_together(plans: Sequence[Plan]) -> list[Measured]:
    """How it went for each, in the same seconds: what disturbs one disturbs the others."""
    with ExitStack() as stack:
        crowds: list[Sequence[Process]] = [stack.enter_context(crowd([each])) for each in plans]
        with ThreadPoolExecutor(len(crowds)) as threads:
            return list(threads.map(play, crowds))


def cost(measured: Measured) -> float:
    """Microseconds of the server's CPU for an action."""
    return measured.server_cpu / max(measured.actions, 1) * 1e6
