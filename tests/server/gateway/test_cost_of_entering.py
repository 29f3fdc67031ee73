"""What it takes to let somebody in, in calls of functions: noise does not move that."""

import asyncio
import socket
import sys

from benchmarks.load.frames import HANDSHAKE
from server.gateway.wire import common
from tests.server.gateway.kit import open_house

MANY = 10
MOST = 145
"""Calls, in and from functions of ours and of the library, from an accepted socket to the wait for
a hello; with the library in every handshake it was 385. That a request waits for its turn, so that
of a thousand not all are heard in one, is about 15 of them."""
COUNTED = ("/server/", "/websockets/")


def shake_hands(port):
    clients = []
    for _ in range(MANY):
        client = socket.create_connection(("127.0.0.1", port))
        client.sendall(HANDSHAKE)
        assert b" 101 " in client.recv(4096)
        clients.append(client)
    return clients


async def test_letting_somebody_in_takes_few_calls():
    calls = 0

    def count(frame, event, _):
        nonlocal calls
        if event in ("call", "c_call"):
            calls += any(each in frame.f_code.co_filename for each in COUNTED)

    async with open_house() as house:
        clients = await asyncio.to_thread(shake_hands, house.gateway.port)
        sys.setprofile(count)
        try:
            clients += await asyncio.to_thread(shake_hands, house.gateway.port)
        finally:
            sys.setprofile(None)
        for client in clients:
            client.close()
    assert MANY * 50 < calls < MANY * MOST


async def test_the_library_looks_at_nobody_who_asks_plainly_and_goes(monkeypatch):
    def looks(*_, **__):
        raise AssertionError("the library looks")

    monkeypatch.setattr(common, "ServerProtocol", looks)
    monkeypatch.setattr(common, "Protocol", looks)
    async with open_house() as house:
        for client in await asyncio.to_thread(shake_hands, house.gateway.port):
            client.close()
        while house.gateway.connections:
            await asyncio.sleep(0)
