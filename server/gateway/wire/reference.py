"""
The websocket of a client, with what is left to us: who may open one, and how much comes in by it.

All this happens before a frame is handed on, so that a flood costs as little as can be.
"""

import asyncio
import socket
import struct
from collections import deque
from typing import Any, Protocol, cast

from websockets.asyncio.server import ServerConnection
from websockets.frames import DATA_OPCODES, Frame
from websockets.protocol import Event, State
from websockets.typing import Data

from server.gateway.door import Refused
from server.gateway.metering import Meter
from showdown.protocol.closing import CloseCode

SLICE = 2048
"""Bytes that are read before it is asked whether this is a flood: 256 KiB hold 40,000 pings."""

UNREAD = 64 * 1024
"""Bytes that the system keeps for a client who does not read; it might take megabytes."""

AT_ONCE = struct.pack("ii", 1, 0)
"""How a socket is told to linger no time at all."""

LAST_WORDS = 1.0
"""Seconds in which a client can read why he is cut off."""


class Reception(Protocol):
    """What a socket asks of its gateway."""

    def now(self) -> float:
        """The time, on the clock of the server."""

    def knocks(self, visitor: "ClientSocket", peer: str) -> Refused | None:
        """Somebody has connected; why he is not let in, or None."""

    def leaves(self, visitor: "ClientSocket") -> None:
        """Somebody is gone, whether he was let in or not."""

    def may_read_why(self, visitor: "ClientSocket") -> bool:
        """Whether there is time for somebody who is turned away or cut off to read why."""


class ClientSocket(ServerConnection):
    """A websocket that counts; make it with the gateway it belongs to."""

    def __init__(self, gateway: Reception, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._gateway = gateway
        self._turned_away = False
        self.address = ""
        """Where the client is, as limits count him; known when his request has been read."""
        self.meter: Meter | None = None
        """What he may send; there is one from the handshake on."""
        self.gone = False
        """Whether the connection is over, and counted no more."""
        self.read = 0
        """How often something has come in."""
        self.flooded = False
        """Whether he was cut off for what he has sent."""
        self.arrived = 0.0
        """When the message came in that was read last, however long it waited to be read."""
        self._arrivals: deque[float] = deque()
        """When each message came in that waits to be read."""

    @property
    def is_silent(self) -> bool:
        """Whether the client has said nothing that waits for us."""
        return not self._arrivals

    def turn_out(self) -> None:
        """
        Be cut off without a word, and let the system forget what was not read.

        After a mere close it would keep that for minutes, for a client who does not read.
        """
        endpoint = self.transport.get_extra_info("socket")
        if endpoint is not None and not self.transport.is_closing():
            endpoint.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
        self.transport.abort()

    def write(self, frame: bytes) -> bool:
        """
        Hand a text to the system at once; False if the connection is over.

        It spares what ``send`` does for messages that several tasks send in parts. If the socket is
        ``paused`` afterwards, ``drain`` before more is written.
        """
        if self.protocol.state is not State.OPEN:
            return False
        self.protocol.send_text(frame)
        self.send_data()
        return True

    # What the loop calls.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let the client in, or not."""
        self.transport = transport = cast("asyncio.Transport", transport)
        peer = transport.get_extra_info("peername")
        refused = self._gateway.knocks(self, str(peer[0]) if peer else "")
        if refused is not None:
            self._turn_away(refused)
            return
        _keep_little(transport)
        super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Read a little at a time, as long as this is no flood."""
        if self._turned_away:
            return
        self.read += 1
        for start in range(0, len(data), SLICE):
            if self.flooded:
                return
            super().data_received(data[start : start + SLICE])

    def process_event(self, event: Event) -> None:
        """Count a frame before it is handed on."""
        if not self.flooded:
            if isinstance(event, Frame) and self.meter is not None and not self.meter.frame():
                self.cut_off_flood()
                return
            super().process_event(event)
            if isinstance(event, Frame) and event.opcode in DATA_OPCODES and event.fin:
                self._arrivals.append(self._gateway.now())

    # Overloads of the original say what it gives for a constant; nobody here asks with one.
    async def recv(self, decode: bool | None = None) -> Data:  # type: ignore[override]
        """Read the next message; :attr:`arrived` says when it came in."""
        message = await super().recv(decode)
        self.arrived = self._arrivals.popleft()
        return message

    def has_unread(self, moment: float) -> bool:
        """Whether a message that came in by then waits to be read."""
        return bool(self._arrivals) and self._arrivals[0] <= moment

    def eof_received(self) -> None:
        """Take no more from a client who sends no more."""
        if not self._turned_away:
            super().eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        """Be counted no more."""
        self.gone = True
        self._gateway.leaves(self)
        if not self._turned_away:
            super().connection_lost(exc)

    # Ways to end.

    def cut_off_flood(self) -> None:
        """Say that it was too much, read nothing more, and end."""
        self.flooded = True
        if not self._gateway.may_read_why(self):
            self.turn_out()
            return
        self.transport.pause_reading()
        if self.protocol.state is State.OPEN:
            self.protocol.fail(CloseCode.FLOOD, "you send too much")
            self.send_data()
        self.loop.call_later(LAST_WORDS, self.turn_out)

    def _turn_away(self, refused: Refused) -> None:
        """Answer at once, whatever was asked; who has not read it soon will not."""
        self._turned_away = True
        if not self._gateway.may_read_why(self):
            self.turn_out()
            return
        self.transport.write(refusal(refused))
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.loop.call_later(LAST_WORDS, self.turn_out)


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


RETRY_AFTER = 5
"""Seconds that a client is asked to wait who was turned away."""


def _keep_little(transport: asyncio.Transport) -> None:
    endpoint = transport.get_extra_info("socket")
    if endpoint is not None and hasattr(endpoint, "setsockopt"):
        endpoint.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD)
