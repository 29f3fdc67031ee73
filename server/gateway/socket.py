"""
The socket of a client, as all that stands on it knows it: who speaks, what came in, how it ends.

Two of them fill this: :mod:`server.gateway.wire.own`, and as its reference
:mod:`server.gateway.wire.reference`. The same tests run against both.
"""

import asyncio
import socket
import struct
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from msgspec import Struct
from websockets.http11 import Request, Response
from websockets.protocol import Protocol as WireProtocol

from server.gateway.door import Refused, Visitor
from server.gateway.metering import Meter
from showdown.protocol.closing import CloseCode

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


class Asking(Struct, frozen=True, kw_only=True):
    """What somebody asks for who has connected, as far as it matters."""

    path: str
    wants_websocket: bool
    forwarded: Sequence[str]
    """What proxies say of where he is."""
    authorization: str
    """What he says about who he is; empty if nothing, or more than one thing."""


def asking_of(request: Request) -> Asking:
    """What a request of the library asks for."""
    headers = request.headers
    said = headers.get_all("Authorization")
    return Asking(
        path=request.path,
        wants_websocket=any(each.lower() == "websocket" for each in headers.get_all("Upgrade")),
        forwarded=headers.get_all("X-Forwarded-For"),
        authorization=said[0] if len(said) == 1 else "",
    )


class Ending(NamedTuple):
    """How a connection ended."""

    code: int | None
    """Of the good-bye; None if nobody said any that was heard."""
    by: str
    """Who said it first: the client, the server, or nobody."""


LOST = Ending(CloseCode.LOST, "nobody")
"""Without a good-bye."""


def ending_of(protocol: WireProtocol | None) -> Ending:
    """How a connection ended, by what the library knows of it, if it knows anything."""
    if protocol is None or (protocol.close_sent is None and protocol.close_rcvd is None):
        return LOST
    by = "client" if protocol.close_rcvd_then_sent else "server"
    return Ending(protocol.close_code, by)


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
    def ending(self) -> Ending:
        """How the connection ended."""

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

    async def asked(self, socket: ClientSocket, asking: Asking) -> Response | None:
        """Answer who does not want a websocket, or cannot have one now; None if he can."""

    def answered(self, asking: Asking, status: int) -> None:
        """A request has been answered with a status of HTTP."""

    async def attend(self, socket: ClientSocket) -> None:
        """Do what there is to do with a client, until he is gone."""


def peer_of(transport: asyncio.BaseTransport) -> str:
    """The address at the other end; empty if there is none any more."""
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if peer else ""


class Endpoint(Protocol):
    """A socket of the system, or what a loop shows of one."""

    def setsockopt(self, level: int, option: int, value: int, /) -> None:
        """Set something."""


def keep_little(listener: Endpoint) -> None:
    """Let the system keep little for a client of a listener who does not read."""
    # Whoever is accepted inherits it; to set it for each is four calls of the system.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD)


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
