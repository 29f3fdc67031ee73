"""
Listening with websockets of our own.
"""

import asyncio
import socket
from typing import Any

from msgspec import Struct

from server.gateway.socket import Host, keep_little
from server.gateway.wire.accepting import (
    Accepting,
    GivesWay,
    listen_by,
    listening_sockets,
    to_nobody,
)
from server.gateway.wire.common import Common
from server.gateway.wire.own import OwnSocket
from server.gateway.wire.terms import BACKLOG, Terms


class Shared(Struct, frozen=True):
    """A port that this process has together with others."""

    sockets: tuple[socket.socket, ...]
    """They are bound, and the same ones in all processes; closed here, others go on with them."""
    gives_way: GivesWay


class _Listening:
    """Our own server."""

    def __init__(self, common: Common, door: "Accepting | _OfTheLoop") -> None:
        self._common, self._door = common, door

    @property
    def port(self) -> int:
        port: int = self._door.sockets[0].getsockname()[1]
        return port

    def stop(self) -> None:
        if self._common.is_open:
            self._common.is_open = False
            self._door.stop()

    def close(self) -> None:
        self.stop()
        self._common.heartbeat.stop()
        for each in tuple(self._common.strangers):
            each.abort()


class _OfTheLoop:
    """The loop takes connections itself, all at once, where it cannot tell us of them."""

    def __init__(self, server: asyncio.Server) -> None:
        self._server = server

    @property
    def sockets(self) -> list[Any]:
        return list(self._server.sockets)

    def stop(self) -> None:
        self._server.close()


async def listen(
    host: Host, address: str, port: int, terms: Terms, shared: Shared | None = None
) -> _Listening:
    """
    Listen; where a port is shared, there instead of at an address.

    Raises:
        OSError: the address cannot be had.
    """
    common = Common(host, terms)
    loop, tls = common.loop, terms.tls
    timeout = None if tls is None else terms.open_timeout

    async def attend(connection: socket.socket) -> None:
        await loop.connect_accepted_socket(
            lambda: OwnSocket(common), connection, ssl=tls, ssl_handshake_timeout=timeout
        )

    if shared is None:
        sockets, gives_way = await listening_sockets(address, port), to_nobody
    else:
        sockets, gives_way = list(shared.sockets), shared.gives_way
        listen_by(sockets)
    door = Accepting(sockets, attend, gives_way)
    try:
        door.start()
    except NotImplementedError:  # the loop of Windows
        place = door.sockets[0].getsockname()
        for each in door.sockets:
            each.close()
        server = await loop.create_server(
            lambda: OwnSocket(common),
            address or None,
            place[1],
            backlog=BACKLOG,
            ssl=tls,
            ssl_handshake_timeout=timeout,
        )
        for each in server.sockets:
            keep_little(each)
        return _Listening(common, _OfTheLoop(server))
    return _Listening(common, door)
