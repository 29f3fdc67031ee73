"""
Our own websocket: the library's protocol without I/O, in a protocol of the loop.

The library decides what a handshake, a close or a broken rule means; what is ours is when things
happen: deadlines, heartbeat, the end. A whole text in one frame, as nearly everything is, passes by
the library in both directions (:mod:`server.gateway.wire.cutting`).

A connection has one task, from its handshake on; who has not asked for one yet has none.
"""

import asyncio
import os
from collections import deque
from collections.abc import Callable
from http import HTTPStatus
from typing import NamedTuple, cast

import structlog
from websockets.frames import CONT, DATA_OPCODES, PONG, TEXT, Frame
from websockets.http11 import Request, Response
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.typing import Origin, Subprotocol

from server.gateway.door import Refused
from server.gateway.metering import Meter
from server.gateway.socket import LAST_WORDS, Ended, Host, cut, keep_little, peer_of, refusal
from server.gateway.wire.cutting import (
    LAWLESS,
    NOT_YET,
    WHOLE_TEXT,
    data_of_frame,
    size_of_frame,
    text_frame,
)
from server.gateway.wire.heartbeat import Heartbeat
from server.gateway.wire.terms import ENOUGH_READ, MOST_WAITING, Terms
from showdown.protocol import MAX_FRAME, SUBPROTOCOL
from showdown.protocol.closing import CloseCode

log = structlog.get_logger()

HEAD_END = b"\r\n\r\n"
MOST_EARLY = 16 * 1024
"""Bytes that may come before a handshake is answered; then nothing more is read."""
MOST_PARTS = 4096
"""So many parts a message may have."""
UNSENT = 32 * 1024
"""Bytes that wait to be sent, beyond which a socket is ``paused``."""
PING_BYTES = 4

OPEN, CLOSING, CONNECTING = State.OPEN, State.CLOSING, State.CONNECTING


class _Message(NamedTuple):
    data: bytes
    is_text: bool
    arrived: float


class Common:
    """What all connections of a server share."""

    def __init__(self, host: Host, terms: Terms) -> None:
        self.host, self.terms = host, terms
        self.loop = asyncio.get_running_loop()
        self.heartbeat = Heartbeat(terms.heartbeat, terms.ping_timeout)
        self.subprotocols = [Subprotocol(SUBPROTOCOL)]
        # No page but these may use a player's connection; programs send no origin.
        self.origins = [None, *map(Origin, terms.origins)]
        self.is_open = True
        """Whether somebody new is taken."""
        self.tasks: set[asyncio.Task[None]] = set()
        self.knocking: set[OwnSocket] = set()
        """Who has not shaken hands."""


def _nothing() -> None:
    """Nobody waits for room."""


class OwnSocket(asyncio.Protocol):
    """A websocket of a client; the loop makes one for each who connects."""

    __slots__ = (
        "__weakref__",
        "_authorization",
        "_common",
        "_deadline",
        "_deaf",
        "_early",
        "_end",
        "_held",
        "_lawless",
        "_messages",
        "_parts",
        "_ping",
        "_pinged",
        "_refused",
        "_rest",
        "_tail",
        "_text_in_parts",
        "_transport",
        "_waiter",
        "address",
        "arrived",
        "flooded",
        "gone",
        "latency",
        "meter",
        "on_room",
        "paused",
        "protocol",
        "read",
    )

    def __init__(self, common: Common) -> None:
        self._common = common
        self.protocol = ServerProtocol(
            origins=common.origins, subprotocols=common.subprotocols, max_size=MAX_FRAME
        )
        self._transport: asyncio.Transport
        self.address = ""
        self.meter: Meter | None = None
        self.gone = self.flooded = self.paused = False
        self.read = 0
        self.arrived = 0.0
        self.on_room: Callable[[], None] = _nothing
        self.latency: float | None = None
        """Seconds that the last ping took to come back."""
        self._authorization = ""
        self._messages: deque[_Message] = deque()
        """What waits to be read."""
        self._held = False
        """Whether nothing more is read of the client meanwhile."""
        self._waiter: asyncio.Future[None] | None = None
        """Who waits for a message."""
        self._end: asyncio.Future[None] | None = None
        """Who waits for the end."""
        self._deadline: asyncio.TimerHandle | None = None
        """Of what is being done with the client: shaking hands, or saying good-bye."""
        self._tail = b""
        """The last bytes of a request that is not whole."""
        self._early: bytes | None = None
        """What came behind a request that is not answered yet."""
        self._rest = b""
        """The beginning of a frame that is not whole."""
        self._parts: list[bytes] = []
        self._text_in_parts = False
        self._deaf = False
        """Whether what comes in is heard no more."""
        self._refused: Refused | None = None
        """Why he is turned away, until it is said."""
        self._lawless = False
        """Whether what comes in is for the library to refuse."""
        self._ping = b""
        self._pinged = 0.0

    # What the gateway asks.

    @property
    def peer(self) -> str:
        return peer_of(self._transport)

    @property
    def authorization(self) -> str:
        return self._authorization

    @property
    def is_silent(self) -> bool:
        """Whether the client has said nothing that waits for us."""
        return not self._messages and not self._early

    def respond(self, status: int, text: str) -> Response:
        """An answer to a request that does not lead to a websocket."""
        return self.protocol.reject(status, text)

    def has_unread(self, moment: float) -> bool:
        """Whether a message that came in by then waits to be read."""
        return bool(self._messages) and self._messages[0].arrived <= moment

    async def recv(self) -> str | bytes:
        """
        Read the next message; for one reader at a time, and safe to cancel.

        Raises:
            Ended: there is none, and there will be none.
        """
        while not self._messages:
            if self.gone:
                raise Ended
            self._waiter = self._common.loop.create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        message = self._messages.popleft()
        if self._held and len(self._messages) <= ENOUGH_READ:
            self._held = False
            self._transport.resume_reading()
        self.arrived = message.arrived
        if not message.is_text:
            return message.data
        try:
            return message.data.decode()
        except UnicodeDecodeError as error:
            self._fail(CloseCode.NOT_TEXT, f"{error.reason} at position {error.start}")
            await self._over()
            raise Ended from None

    def write(self, text: bytes) -> bool:
        """
        Hand a text to the system at once; False if the connection is over.

        If the socket is ``paused`` afterwards, write nothing more until ``on_room`` is called.
        """
        if self.protocol.state is not OPEN or self._transport.is_closing():
            return False
        self._transport.write(text_frame(text))
        return True

    async def close(self, code: int, reason: str = "") -> None:
        """Shake hands good-bye, and wait for the end."""
        if self.protocol.state is OPEN:
            self.protocol.send_close(code, reason)
            self._send()
        await self._over()

    def turn_out(self) -> None:
        """Be cut off without a word, and let the system forget what was not read."""
        cut(self._transport)

    # What the heartbeat asks.

    def ping(self) -> bool:
        """Ask whether the client is there; False if the connection is closed."""
        if self.protocol.state is not OPEN:
            return False
        if not self._ping:
            self._ping, self._pinged = os.urandom(PING_BYTES), self._common.loop.time()
            self.protocol.send_ping(self._ping)
            self._send()
        return True

    def is_dead(self) -> None:
        """Give up a client who has not answered a ping."""
        self._fail(CloseCode.FAULT, "keepalive ping timeout")

    # What the loop calls.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let the client in, or not."""
        self._transport = cast("asyncio.Transport", transport)
        common = self._common
        refused = common.host.reception.knocks(self, peer_of(transport))
        if refused is not None:
            self._turn_away(refused)
            return
        keep_little(transport)
        self._transport.set_write_buffer_limits(UNSENT)
        common.knocking.add(self)
        self._deadline = common.loop.call_later(common.terms.open_timeout, self.abort)

    def data_received(self, data: bytes) -> None:
        """Hear what a client says."""
        if self._deaf:
            self._say_why()
            return
        self.read += 1
        if self.protocol.state is not CONNECTING:
            self._hear(data)
        elif self._early is None:
            self._hear_request(data)
        else:
            self._early += data
            if len(self._early) > MOST_EARLY:
                self._transport.pause_reading()

    def eof_received(self) -> None:
        """Take no more from a client who sends no more; the loop closes his connection."""
        if not self._deaf:
            self.protocol.receive_eof()
            self._send()

    def pause_writing(self) -> None:
        """The client has more to read than he can take."""
        self.paused = True

    def resume_writing(self) -> None:
        """He has read most of it."""
        self.paused = False
        self.on_room()

    def connection_lost(self, exc: Exception | None) -> None:
        """Be counted no more."""
        self.gone, self._deaf, self.paused = True, True, False
        common = self._common
        common.host.reception.leaves(self)
        common.knocking.discard(self)
        common.heartbeat.end(self)
        if self._deadline is not None:
            self._deadline.cancel()
        self.protocol.receive_eof()
        for waiter in (self._waiter, self._end):
            if waiter is not None and not waiter.done():
                waiter.set_result(None)
        self.on_room()

    # The handshake.

    def _hear_request(self, data: bytes) -> None:
        """Give a request to the library, and keep what comes behind it."""
        seen = self._tail + data
        end = seen.find(HEAD_END)
        if end < 0:
            self._tail = seen[1 - len(HEAD_END) :]
            request = data
        else:
            size = end + len(HEAD_END) - len(self._tail)
            request, self._early, self._tail = data[:size], data[size:], b""
        self.protocol.receive_data(request)
        events = self.protocol.events_received()
        if events:
            assert isinstance(events[0], Request)
            self._begin(events[0])
        elif self.protocol.close_expected():
            self._send()

    def _begin(self, request: Request) -> None:
        task = self._common.loop.create_task(self._live(request), name="connection")
        self._common.tasks.add(task)
        task.add_done_callback(self._common.tasks.discard)

    async def _live(self, request: Request) -> None:
        """All that there is to do with a client, from his request to the end."""
        try:
            if not await self._answer(request):
                return
            del request
            await self._common.host.attend(self)
        except Exception:
            log.exception("connection handler failed")
            self._fail(CloseCode.FAULT, "")
        await self.close(CloseCode.NORMAL)

    async def _answer(self, request: Request) -> bool:
        """Shake hands with a client; whether he has a websocket now."""
        common = self._common
        response = await common.host.asked(self, request)
        if response is None:
            response = self.protocol.accept(request)
            if response.status_code == HTTPStatus.SWITCHING_PROTOCOLS and not common.is_open:
                response = self.respond(
                    HTTPStatus.SERVICE_UNAVAILABLE, "Server is shutting down.\n"
                )
        common.host.answered(request, response)
        if self.protocol.state is not CONNECTING or self._transport.is_closing():
            return False
        self._authorization = request.headers.get("Authorization", "")
        self.protocol.send_response(response)
        common.knocking.discard(self)
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        self._send()
        if self.protocol.state is not OPEN:
            return False
        early, self._early = self._early, None
        if early:
            if len(early) > MOST_EARLY:
                self._transport.resume_reading()
            self._hear(early)
        common.heartbeat.begin(self)
        return True

    # Frames.

    def _hear(self, data: bytes) -> None:
        """Take what comes in, frame by frame, as long as this is no flood."""
        if self._lawless:
            self._give_to_library(data)
            return
        if self._rest:
            data, self._rest = self._rest + data, b""
        at, end, protocol = 0, len(data), self.protocol
        while at < end and not self._deaf:
            size = size_of_frame(data, at, MAX_FRAME - (protocol.current_size or 0))
            if size == NOT_YET:
                self._rest = data[at:]
                return
            if size == LAWLESS:
                self._lawless = True
                self._give_to_library(data[at:])
                return
            if self.meter is not None and not self.meter.frame():
                self._cut_off_flood()
                return
            if data[at] == WHOLE_TEXT and protocol.current_size is None:
                self._put(data_of_frame(data, at, size), is_text=True)
            else:
                self._give_to_library(data[at : at + size])
            at += size

    def _give_to_library(self, data: bytes) -> None:
        """Let the library decide what this means."""
        self.protocol.receive_data(data)
        events = self.protocol.events_received()
        self._send()
        for event in events:
            assert isinstance(event, Frame)
            if event.opcode is PONG:
                self._hear_pong(bytes(event.data))
            elif event.opcode in DATA_OPCODES:
                self._put_part(event)

    def _put_part(self, part: Frame) -> None:
        if part.opcode is not CONT:
            self._text_in_parts = part.opcode is TEXT
        if len(self._parts) >= MOST_PARTS:
            self._fail(CloseCode.TOO_BIG, "too many fragments")
            return
        self._parts.append(bytes(part.data))
        if part.fin:
            parts, self._parts = self._parts, []
            self._put(b"".join(parts), is_text=self._text_in_parts)

    def _put(self, data: bytes, *, is_text: bool) -> None:
        """A message waits to be read; if too many do, nothing more is read of the client."""
        messages = self._messages
        messages.append(_Message(data, is_text, self._common.host.reception.now()))
        if len(messages) > MOST_WAITING and not self._held:
            self._held = True
            self._transport.pause_reading()
        waiter = self._waiter
        if waiter is not None and not waiter.done():
            waiter.set_result(None)

    def _hear_pong(self, data: bytes) -> None:
        if self._ping and data == self._ping:
            self._ping = b""
            self.latency = self._common.loop.time() - self._pinged
            self._common.heartbeat.answers(self)

    def _send(self) -> None:
        """Send what the library has to say; if that was the last, see to the end."""
        protocol, transport = self.protocol, self._transport
        for data in protocol.data_to_send():
            if data:
                transport.write(data)
            else:
                self._deaf = True
                self._send_no_more()
        if self._deadline is None and protocol.close_expected():
            timeout = self._common.terms.close_timeout
            self._deadline = self._common.loop.call_later(timeout, self.abort)

    def _send_no_more(self) -> None:
        transport = self._transport
        if transport.is_closing():
            return
        if not transport.can_write_eof():  # with TLS
            transport.close()
            return
        try:
            transport.write_eof()
        except (OSError, RuntimeError):  # the client is gone, and the loop is about to say it
            transport.abort()

    # Ways to end.

    def abort(self) -> None:
        """Wait no more, nor let the system wait for a client who does not read."""
        cut(self._transport)

    async def _over(self) -> None:
        """Wait for the end."""
        if self.gone:
            return
        if self._end is None:
            self._end = self._common.loop.create_future()
        await asyncio.shield(self._end)

    def _fail(self, code: int, reason: str) -> None:
        """Say why it cannot go on, if it can be said, and hear nothing more."""
        if self.protocol.state is OPEN:
            self.protocol.fail(code, reason)
            self._send()
        self._deaf = True

    def _cut_off_flood(self) -> None:
        """Say that it was too much, read nothing more, and end."""
        self.flooded = True
        if not self._common.host.reception.may_read_why(self):
            self.turn_out()
            return
        self._transport.pause_reading()
        self._fail(CloseCode.FLOOD, "you send too much")
        self._common.loop.call_later(LAST_WORDS, self.turn_out)

    def _turn_away(self, refused: Refused) -> None:
        """Answer whatever is asked; who has not read it soon will not."""
        self._deaf = True
        if not self._common.host.reception.may_read_why(self):
            self.turn_out()
            return
        self._refused = refused
        self._common.loop.call_later(LAST_WORDS, self.turn_out)

    def _say_why(self) -> None:
        """Say it when something was asked: a proxy takes an earlier answer for none at all."""
        refused, self._refused = self._refused, None
        if refused is not None:
            self._transport.write(refusal(refused))
            self._send_no_more()
