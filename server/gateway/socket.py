"""
The socket of a client, as all that stands on it knows it: who speaks, what came in, how it ends.

Two of them fill this: :mod:`server.gateway.wire.own`, and as its reference
:mod:`server.gateway.wire.reference`. The same tests run against both.
"""

import asyncio
import socket
import struct
from collections.abc import Callable
from typing import Protocol

from websockets.http11 import Request, Response
from websockets.protocol import Protocol as WireProtocol

from server.gateway.door import Refused, Visitor
from server.gateway.metering import Meter

UNREAD = 64 * 1024
"""Bytes that the system keeps for a client who does not read; it might take megabytes."""

AT_ONCE = struct.pack("ii", 1, 0)
"""How a socket is told to linger no time at all."""

LAST_WORDS = 1.0
"""Seconds in which a client can read why he is cut off."""

RETRY_AFTER = 5
"""Seconds that a client is asked to wait who was turned away."""


class Ended(Exception):
    """A connection is over, and all that came in by it was read."""


class ClientSocket(Visitor, Protocol):
    """A websocket that counts."""

    address: str
    """Where the client is, as limits count him; known when his request has been read."""
    meter: Meter | None
    """What he may send; there is one from the handshake on."""
    gone: bool
    """Whether the connection is over, and counted no more."""
    read: int
    """How often something has come in."""
    flooded: bool
    """Whether he was cut off for what he has sent."""
    paused: bool
    """Whether he has more to read than he can take now: write nothing more."""
    on_room: Callable[[], None]
    """Is called when he is no longer ``paused``, and when the connection is over."""

    @property
    def arrived(self) -> float:
        """When the message came in that was read last, however long it waited to be read."""

    @property
    def protocol(self) -> WireProtocol:
        """What the library knows of the connection: how it ended."""

    @property
    def peer(self) -> str:
        """The address at the other end of the line, which may be a proxy's."""

    @property
    def authorization(self) -> str:
        """What his request said about who he is; empty if nothing."""

    def respond(self, status: int, text: str) -> Response:
        """An answer to a request that does not lead to a websocket."""

    async def recv(self) -> str | bytes:
        """
        Read the next message; ``arrived`` says when it came in.

        Raises:
            Ended: there is none, and there will be none.
        """

    def has_unread(self, moment: float) -> bool:
        """Whether a message that came in by then waits to be read."""

    def write(self, text: bytes) -> bool:
        """Hand a text to the system at once; False if the connection is over."""

    async def close(self, code: int, reason: str) -> None:
        """Shake hands good-bye, and wait for the end."""

    def turn_out(self) -> None:
        """
        Be cut off without a word, and let the system forget what was not read.

        After a mere close it would keep that for minutes, for a client who does not read.
        """


class Reception(Protocol):
    """What a socket asks of the entrance."""

    def now(self) -> float:
        """The time, on the clock of the server."""

    def knocks(self, visitor: ClientSocket, peer: str) -> Refused | None:
        """Somebody has connected; why he is not let in, or None."""

    def leaves(self, visitor: ClientSocket) -> None:
        """Somebody is gone, whether he was let in or not."""

    def may_read_why(self, visitor: ClientSocket) -> bool:
        """Whether there is time for somebody who is turned away or cut off to read why."""


class Host(Protocol):
    """What is done with those who come."""

    @property
    def reception(self) -> Reception:
        """Who counts them."""

    async def asked(self, socket: ClientSocket, request: Request) -> Response | None:
        """Answer who does not want a websocket, or cannot have one now; None if he can."""

    def answered(self, request: Request, response: Response) -> None:
        """A request has been answered."""

    async def attend(self, socket: ClientSocket) -> None:
        """Do what there is to do with a client, until he is gone."""


def peer_of(transport: asyncio.BaseTransport) -> str:
    """The address at the other end; empty if there is none any more."""
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if peer else ""


def keep_little(transport: asyncio.BaseTransport) -> None:
    """Let the system keep little for a client who does not read."""
    endpoint = transport.get_extra_info("socket")
    if endpoint is not None and hasattr(endpoint, "setsockopt"):
        endpoint.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD)


def cut(transport: asyncio.Transport) -> None:
    """End a connection at once, and forget what was not read."""
    endpoint = transport.get_extra_info("socket")
    if endpoint is not None and not transport.is_closing():
        endpoint.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
    transport.abort()


def refusal(refused: Refused) -> bytes:
    """An answer of HTTP that nobody is let in."""
    body = f"{refused.sentence} Try again later.\n"
    head = (
        f"HTTP/1.1 {refused.status} Too Many Requests",
        f"Retry-After: {RETRY_AFTER}",
        "Content-Type: text/plain",
        f"Content-Length: {len(body)}",
        "Connection: close",
    )
    return "\r\n".join((*head, "", body)).encode()
