"""What a client costs who has said hello and waits: kilobytes, not tens of them."""

import asyncio
import gc
import socket
import tracemalloc

from benchmarks.load.frames import HANDSHAKE, frame
from benchmarks.load.messages import message
from tests.server.gateway.kit import open_house

WARM, MANY = 20, 100
MOST = 7 * 1024
"""Bytes of Python's own for each; the loop and the system have about a tenth of that beside."""


async def come(port, numbers):
    """Sockets of clients who have said hello, bare ones: what they cost here is not measured."""
    clients = []
    for number in numbers:
        client = socket.create_connection(("127.0.0.1", port))
        client.setblocking(False)
        hello = frame(message("hello", id="hello", name=f"guest{number}"))
        client.sendall(HANDSHAKE + hello)
        clients.append(client)
    for client in clients:
        heard = b""
        while b'"id":"hello"' not in heard:
            heard += await asyncio.get_running_loop().sock_recv(client, 1 << 14)
    return clients


async def test_a_client_who_waits_costs_a_few_kilobytes():
    async with open_house() as house:
        clients = await come(house.gateway.port, range(WARM))
        gc.collect()
        tracemalloc.start()
        try:
            clients += await come(house.gateway.port, range(WARM, WARM + MANY))
            gc.collect()
            used, _ = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert len(house.gateway.connections) == WARM + MANY
        assert used / MANY < MOST
        for client in clients:
            client.close()


async def test_nothing_is_kept_of_a_handshake():
    async with open_house() as house:
        (client,) = await come(house.gateway.port, [1])
        (connection,) = house.gateway.connections
        kept = {type(each).__name__ for each in gc.get_referents(connection._socket)}
        assert "Meter" in kept
        assert not kept & {"Knocking", "ServerProtocol", "Request"}
        client.close()
