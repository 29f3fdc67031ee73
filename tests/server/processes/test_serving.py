"""A server of several processes that cannot be, or not there: it says so and starts nothing."""

import socket
from typing import Any

import pytest

from server.config import ConfigError, load_settings
from server.gateway.gateway import CannotListen
from server.processes.serving import serve_by_several

CLUSTER: dict[str, Any] = {
    "nats": "nats://127.0.0.1:4222",
    "database": "postgresql://nobody@127.0.0.1/none",
}


async def test_without_a_bus_there_cannot_be_several():
    with pytest.raises(ConfigError, match="of 2 processes shares its tables by NATS"):
        await serve_by_several(load_settings(processes=2))


async def test_a_port_that_somebody_has_is_said_before_anything_is_started():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CannotListen, match=f"127.0.0.1:{port}: the port is in use"):
            await serve_by_several(load_settings(processes=2, port=port, **CLUSTER))
