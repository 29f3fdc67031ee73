"""Behind a real proxy with TLS: each client counts at his own address, whatever he claims."""

import json
from contextlib import asynccontextmanager
from http import HTTPStatus

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Subprotocol

from showdown.protocol import SUBPROTOCOL
from tests.end_to_end.caddy import proxy
from tests.end_to_end.server_process import running, start_server

ONE_EACH = '[limits]\nconnections_per_address = 1\n[[tables]]\nname = "main"\nsb = 5\nbb = 10\n'
TRUSTED = 'trusted_proxies = ["127.0.0.1"]\n' + ONE_EACH


@asynccontextmanager
async def through(entrance, address, **headers):
    """A client at an address of the loopback, who comes by the proxy."""
    port, trust = entrance
    async with connect(
        f"wss://127.0.0.1:{port}",
        ssl=trust,
        proxy=None,
        compression=None,
        subprotocols=[Subprotocol(SUBPROTOCOL)],
        local_addr=(address, 0),
        additional_headers=headers,
    ) as socket:
        yield socket


async def hello(socket, name):
    """Say hello; the welcome."""
    await socket.send(json.dumps({"type": "hello", "id": "h", "name": name}))
    return json.loads(await socket.recv())


async def status(entrance, address, **headers):
    """With what a client is refused."""
    with pytest.raises(InvalidStatus) as refused:
        async with through(entrance, address, **headers):
            pass
    return refused.value.response.status_code


async def test_clients_of_a_trusted_proxy_count_each_at_his_own_address(tmp_path):
    async with (
        running(tmp_path, TRUSTED) as server,
        proxy(tmp_path, server.port) as entrance,
        through(entrance, "127.3.0.1") as anna,
        through(entrance, "127.3.0.2") as boris,
    ):
        for socket, name in ((anna, "Anna"), (boris, "Boris")):
            assert (await hello(socket, name))["type"] == "welcome"
        assert await status(entrance, "127.3.0.1") == HTTPStatus.TOO_MANY_REQUESTS
        forged = {"X-Forwarded-For": "203.0.113.7"}
        assert await status(entrance, "127.3.0.2", **forged) == HTTPStatus.TOO_MANY_REQUESTS


async def test_clients_of_a_proxy_that_is_not_trusted_count_all_at_its_address(tmp_path):
    async with (
        running(tmp_path, ONE_EACH) as server,
        proxy(tmp_path, server.port) as entrance,
        through(entrance, "127.3.0.1") as anna,
    ):
        assert (await hello(anna, "Anna"))["type"] == "welcome"
        assert await status(entrance, "127.3.0.2") == HTTPStatus.TOO_MANY_REQUESTS


async def test_a_restart_is_told_through_the_proxy_with_the_time_to_come_back(tmp_path):
    server = await start_server(tmp_path, TRUSTED)
    async with (
        proxy(tmp_path, server.port) as entrance,
        through(entrance, "127.3.0.1") as anna,
    ):
        assert (await hello(anna, "Anna"))["type"] == "welcome"
        assert await server.stop() == 0
        with pytest.raises(ConnectionClosed) as end:
            [frame async for frame in anna]
        assert (end.value.rcvd.code, end.value.rcvd.reason) == (1012, "restart; retry after 0.5 s")
