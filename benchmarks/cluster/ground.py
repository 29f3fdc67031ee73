"""
A cluster of real processes: PostgreSQL with what it does for durability, NATS, and nodes.
"""

import asyncio
import re
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from benchmarks.load.serving import LIMITS, TABLE, Server, started
from server.addresses import PostgresAddress
from server.storage import migrate_database
from server.storage.keyring import VARIABLE
from server.storage.keys import new_key, write_keys

DURABLE = {"fsync": "on", "full_page_writes": "on", "max_connections": "200"}

PATIENCE = 30.0
"""Seconds in which all processes behind one port have to be up."""


class Ground:
    """What nodes share; :func:`ground` makes one."""

    def __init__(self, folder: Path, database: str, broker: str) -> None:
        self.database, self.broker = database, broker
        self._folder = folder
        self._environment = {VARIABLE: write_keys({1: new_key()})}

    @contextmanager
    def node(self, name: str, tables: Sequence[str], settings: str = "") -> Iterator[Server]:
        """A node for the length of a block; all have the same tables and settings."""
        folder = self._folder / name
        folder.mkdir(exist_ok=True)
        own = f'node = "{name}"\nnats = ["{self.broker}"]\n{settings}'
        config = own + LIMITS + "".join(TABLE.format(name=each) for each in tables)
        with started(folder, config, self.database, environment=self._environment) as server:
            yield server

    @contextmanager
    def nodes(self, count: int, tables: Sequence[str]) -> Iterator[Sequence[Server]]:
        """So many nodes for the length of a block."""
        with ExitStack() as stack:
            yield [stack.enter_context(self.node(f"node-{n + 1}", tables)) for n in range(count)]

    @contextmanager
    def processes(self, count: int, tables: Sequence[str]) -> Iterator[Sequence[Server]]:
        """So many nodes behind one port for the length of a block, started by one command."""
        name = f"processes-{count}"
        with self.node(name, tables, f"processes = {count}\n") as server:
            self._wait_for("all processes are up", name)
            pids = re.findall(r"pid=(\d+) event=\"process is up\"", self.log(name))
            yield [Server(int(pid), server.port) for pid in pids]

    def _wait_for(self, words: str, name: str) -> None:
        until = time.monotonic() + PATIENCE
        while words not in self.log(name):
            if time.monotonic() > until:
                raise SystemExit(f"{name} did not start:\n{self.log(name)}")
            time.sleep(0.05)

    def log(self, name: str) -> str:
        """What a node has said."""
        return (self._folder / name / "log").read_text("utf-8")


@contextmanager
def ground() -> Iterator[Ground]:
    """A new database and a new broker, on the machine's own disk, until the block ends."""
    from tests.nats import nats_server
    from tests.postgres import postgres_server

    with (
        tempfile.TemporaryDirectory() as folder,
        postgres_server(**DURABLE) as postgres,
        nats_server() as broker,
    ):
        asyncio.run(migrate_database(PostgresAddress(postgres.url())))
        yield Ground(Path(folder), postgres.url(), broker.url())
