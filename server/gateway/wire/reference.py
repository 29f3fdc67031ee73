"""
Websockets as the library ``websockets`` serves them itself: the reference for our own.

It costs about twice as much, and it is what our own is tested against.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any, cast

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.frames import DATA_OPCODES, Frame
from websockets.http11 import Request, Response
from websockets.protocol import Event, State
from websockets.typing import Origin, Subprotocol

from server.gateway.door import Refused
from server.gateway.metering import Meter
from server.gateway.socket import (
    LAST_WORDS,
    Ended,
    Ending,
    Host,
    Reception,
    asking_of,
    cut,
    ending_of,
    keep_little,
    peer_of,
    refusal,
)
from server.gateway.wire.terms import BACKLOG, MOST_WAITING, Terms
from showdown.protocol import MAX_FRAME, SUBPROTOCOL
from showdown.protocol.closing import CloseCode

SLICE = 2048
"""Bytes that are read before it is asked whether this is a flood: 256 KiB hold 40,000 pings."""


class _Connection(ServerConnection):
    """A connection of the library that counts what comes in."""

    def __init__(self, gateway: Reception, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._gateway = gateway
        self._turned_away = False
        self._refused: Refused | None = None
        """Why he is turned away, until it is said."""
        self.address = ""
        self.meter: Meter | None = None
        self.gone = False
        self.read = 0
        self.flooded = False
        self.arrived = 0.0
        self.on_room: Callable[[], None] = lambda: None
        self._arrivals: deque[float] = deque()
        """When each message came in that waits to be read."""

    @property
    def peer(self) -> str:
        return peer_of(self.transport)

    @property
    def authorization(self) -> str:
        return asking_of(self.request).authorization if self.request else ""

    @property
    def ending(self) -> Ending:
        return ending_of(self.protocol)

    @property
    def is_silent(self) -> bool:
        """Whether the client has said nothing that waits for us."""
        return not self._arrivals

    def turn_out(self) -> None:
        cut(self.transport)

    def write(self, text: bytes) -> bool:
        if self.protocol.state is not State.OPEN:
            return False
        self.protocol.send_text(text)
        self.send_data()
        return True

    # Overloads of the original say what it gives for a constant; nobody here asks with one.
    async def recv(self, decode: bool | None = None) -> str | bytes:  # type: ignore[override]
        try:
            message = await super().recv(decode)
        except ConnectionClosed:
            raise Ended from None
        self.arrived = self._arrivals.popleft()
        return message

    def has_unread(self, moment: float) -> bool:
        return bool(self._arrivals) and self._arrivals[0] <= moment

    # What the loop calls.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let the client in, or not."""
        self.transport = transport = cast("asyncio.Transport", transport)
        refused = self._gateway.knocks(self, peer_of(transport))
        if refused is not None:
            self._turn_away(refused)
            return
        super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Read a little at a time, as long as this is no flood."""
        if self._turned_away:
            self._say_why()
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
                self._cut_off_flood()
                return
            super().process_event(event)
            if isinstance(event, Frame) and event.opcode in DATA_OPCODES and event.fin:
                self._arrivals.append(self._gateway.now())

    def resume_writing(self) -> None:
        super().resume_writing()
        self.on_room()

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
        self.on_room()

    # Ways to end.

    def _cut_off_flood(self) -> None:
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
        """Answer whatever is asked; who has not read it soon will not."""
        self._turned_away = True
        if not self._gateway.may_read_why(self):
            self.turn_out()
            return
        self._refused = refused
        self.loop.call_later(LAST_WORDS, self.turn_out)

    def _say_why(self) -> None:
        """Say it when something was asked: a proxy takes an earlier answer for none at all."""
        refused, self._refused = self._refused, None
        if refused is not None:
            self.transport.write(refusal(refused))
            if self.transport.can_write_eof():
                self.transport.write_eof()


class _Listening:
    """A server of the library."""

    def __init__(self, server: Server) -> None:
        self._server = server

    @property
    def port(self) -> int:
        port: int = next(iter(self._server.sockets)).getsockname()[1]
        return port

    def stop(self) -> None:
        self._server.close(close_connections=False)

    def close(self) -> None:
        self._server.close()


async def listen(host: Host, address: str, port: int, terms: Terms) -> _Listening:
    """
    Let the library listen.

    Raises:
        OSError: the address cannot be had.
    """

    async def client(socket: ServerConnection) -> None:
        assert isinstance(socket, _Connection)
        await host.attend(socket)

    async def asked(socket: ServerConnection, request: Request) -> Response | None:
        assert isinstance(socket, _Connection)
        return await host.asked(socket, asking_of(request))

    def answered(_: ServerConnection, request: Request, response: Response) -> None:
        host.answered(asking_of(request), response.status_code)

    server = await serve(
        client,
        address,
        port,
        subprotocols=[Subprotocol(SUBPROTOCOL)],
        # No page but these may use a player's connection; programs send no origin.
        origins=[None, *map(Origin, terms.origins)],
        create_connection=cast("type[_Connection]", partial(_Connection, host.reception)),
        compression=None,
        max_size=MAX_FRAME,
        max_queue=MOST_WAITING,
        open_timeout=terms.open_timeout,
        ping_interval=terms.heartbeat,
        ping_timeout=terms.ping_timeout,
        close_timeout=terms.close_timeout,
        backlog=BACKLOG,
        process_request=asked,
        process_response=answered,
        server_header=None,
        ssl=terms.tls,
        ssl_handshake_timeout=None if terms.tls is None else terms.open_timeout,
    )
    for each in server.sockets:
        keep_little(each)
    return _Listening(server)
