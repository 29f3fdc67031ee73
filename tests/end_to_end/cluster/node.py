"""
One node of a cluster: a process, and lines of its own to the database and to the broker.
"""

import asyncio
import signal
import sys
from contextlib import asynccontextmanager

from tests.end_to_end.cluster import skewed
from tests.end_to_end.cluster.lines import lines
from tests.end_to_end.server_process import start_server

STARTED_WITHIN_S = 120
STOPPED_WITHIN_S = 30
SKEWABLE = (sys.executable, "-m", "tests.end_to_end.cluster.skewed")
"""How each is started, so that its clock can be made wrong."""


class Node:
    """Starts, ends, freezes and goes on; whatever it says to others passes its lines."""

    def __init__(self, name, folder, environment, database, broker):
        self.name = name
        self.folder = folder
        self.database, self.broker = database, broker
        """Its lines."""
        self.server = None
        self.may_end = True
        """Whether nobody is surprised when the process ends."""
        self._environment = environment

    @property
    def is_up(self):
        """Whether somebody may connect to it."""
        return self.server is not None and not self.may_end

    @property
    def url(self):
        return self.server.url

    async def start(self, config, database, *, crash_at=None):
        """
        Start it; ``config`` is what it shares with the others.

        Args:
            database: the address of the database, but for the port.
        """
        environment = dict(self._environment)
        if crash_at is not None:
            environment["SHOWDOWN_CRASH_AT"] = crash_at
        own = f'node = "{self.name}"\nnats = ["nats://127.0.0.1:{self.broker.port}"]\n'
        async with asyncio.timeout(STARTED_WITHIN_S):
            self.server = await start_server(
                self.folder,
                own + config,
                database=database.format(port=self.database.port),
                environment=environment,
                launcher=SKEWABLE,
            )
        self.may_end = crash_at is not None

    async def end(self, number=signal.SIGKILL):
        """Let it end by a signal, an orderly end with success; gives all that it has logged."""
        self.may_end = True
        server = self.server
        try:
            async with asyncio.timeout(STOPPED_WITHIN_S):
                code = await server.stop(number)
        except TimeoutError:
            await server.stop(skewed.TELL)
            raise AssertionError(f"node {self.name} does not end:\n{self.log}") from None
        assert code in ({0} if number == signal.SIGTERM else {-number}), self.log
        return server.log

    def freeze(self):
        """Let it stand still, as on a machine that hangs."""
        self.server.process.send_signal(signal.SIGSTOP)

    def thaw(self):
        """Let it go on."""
        if self.server.process.returncode is None:
            self.server.process.send_signal(signal.SIGCONT)

    def skew(self, number):
        """Put its clock on the wall an hour ahead or behind, until it is started anew."""
        self.server.process.send_signal(number)

    async def surprises(self):
        """Wait until it has ended by itself, although nobody wanted that."""
        server = self.server
        await server.process.wait()
        if self.server is server and not self.may_end:
            raise AssertionError(f"node {self.name} has ended:\n{self.log}")

    @property
    def said(self):
        """The lines of its log, since it was started last."""
        return [] if self.server is None else self.server.log

    @property
    def log(self):
        return "".join(self.said)


@asynccontextmanager
async def nodes(names, folder, environment, *, database_port, broker_port):
    """Nodes that are not started yet, with their lines; all end with the block."""
    with lines() as made_of:
        made = []
        for name in names:
            own = folder / name
            own.mkdir()
            database, broker = made_of.to(database_port), made_of.to(broker_port)
            made.append(Node(name, own, environment, database, broker))
        try:
            yield made
        finally:
            for node in made:
                node.may_end = True
                if node.server is not None:
                    node.thaw()
                    await node.server.stop(signal.SIGKILL)
