"""What connects nodes in tests: one process that has them all, or a real NATS."""

import asyncio
from itertools import count

from server.broker.access import Access
from server.broker.bus import NatsBus
from server.broker.connecting import Connection
from server.broker.leases import NatsLeases
from server.cluster.local import Hub

SECONDS = 60
"""So long a test waits for what must come."""

_PREFIXES = count(1)


class LocalNodes:
    """Nodes of this process."""

    def __init__(self):
        self._hub = Hub()

    async def bus(self, node):
        return self._hub.bus(node)

    async def leases(self, node):
        return self._hub.leases(node)

    async def close(self):
        """There is nothing to close."""

    def let_end(self, node):
        """Let a lease that nobody renews end, as it would by itself."""
        self._hub.end_lease(node)


class NatsNodes:
    """Nodes that have a NATS between them, each with a connection of its own."""

    def __init__(self, server):
        self.server = server
        self.prefix = f"test{next(_PREFIXES)}"
        self.connections = []

    async def connection(self, node, **access):
        connection = Connection(
            Access(**{"servers": (self.server.url(),), "prefix": self.prefix} | access), node
        )
        await connection.open()
        self.connections.append(connection)
        return connection

    async def bus(self, node):
        return NatsBus(await self.connection(node), node)

    async def leases(self, node):
        return NatsLeases(await self.connection(node), node)

    async def close(self):
        for connection in self.connections:
            await connection.close()

    def let_end(self, node):
        """It ends by itself."""


class Ear:
    """What was heard, one after the other."""

    def __init__(self):
        self._heard: asyncio.Queue = asyncio.Queue()

    def __call__(self, *heard):
        self._heard.put_nowait(heard[0] if len(heard) == 1 else heard)

    async def next(self):
        """What is heard next."""
        async with asyncio.timeout(SECONDS):
            return await self._heard.get()

    async def next_few(self, number):
        return [await self.next() for _ in range(number)]

    async def until(self, wanted):
        """All that is heard up to this."""
        heard: list = []
        while not heard or heard[-1] != wanted:
            heard.append(await self.next())
        return heard

    @property
    def silent(self):
        """Whether nothing more has been heard so far."""
        return self._heard.empty()
