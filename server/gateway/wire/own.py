"""
Our own websocket: the library's protocol without I/O, in a protocol of the loop.

The library decides what a handshake, a close or a broken rule means; what is ours is when things
happen: deadlines, heartbeat, the end. A whole text in one frame, as nearly everything is, a ping
and its answer pass by the library (:mod:`server.gateway.wire.cutting`), and what it keeps of a
client is made only for one who sends anything else, and dropped when he has shaken hands.

A connection has one task, from its handshake on; who has not asked for one yet has none.
"""

import asyncio
import os
from collections.abc import Callable, Coroutine
from http import HTTPStatus
from typing import Any, cast

import structlog
from websockets.frames import DATA_OPCODES, Frame
from websockets.http11 import Response
from websockets.protocol import Protocol, State

from server.gateway.apart import APART
from server.gateway.door import Refused
from server.gateway.metering import Meter
from server.gateway.socket import (
    LAST_WORDS,
    Asking,
    Ending,
    cut,
    ending_of,
    peer_of,
)
from server.gateway.wire.common import Common, after_handshake
from server.gateway.wire.cutting import (
    LAWLESS,
    NOT_YET,
    WHOLE_PING,
    WHOLE_PONG,
    WHOLE_TEXT,
    control_frame,
    data_of_frame,
    size_of_frame,
)
from server.gateway.wire.ending import TurnedAway, rejection, send_no_more
from server.gateway.wire.framed import FRAMED
from server.gateway.wire.knocking import MOST_EARLY, Knocking
from server.gateway.wire.parts import Parts, TooManyParts
from server.gateway.wire.unread import Unread
from showdown.protocol import MAX_FRAME
from showdown.protocol.closing import CloseCode

log = structlog.get_logger()

UNSENT = 32 * 1024
"""Bytes that wait to be sent, beyond which a socket is ``paused``."""
PING_BYTES = 4

AT_ONCE = 32
"""So many frames of a client are heard in a turn of the loop; who plays sends fewer."""

OPEN, CONNECTING = State.OPEN, State.CONNECTING
SWITCHING = int(HTTPStatus.SWITCHING_PROTOCOLS)


def _nothing() -> None:
    """Nobody waits for room."""


class OwnSocket(asyncio.Protocol):
    """A websocket of a client; the loop makes one for each who connects."""

    __slots__ = (
        "__weakref__",
        "_behind",
        "_common",
        "_deadline",
        "_deaf",
        "_end",
        "_knocking",
        "_lawless",
        "_library",
        "_parts",
        "_ping",
        "_rest",
        "_transport",
        "_unread",
        "address",
        "authorization",
        "flooded",
        "gone",
        "meter",
        "on_room",
        "paused",
        "peer",
        "read",
    )

    def __init__(self, common: Common) -> None:
        self._common = common
        self._transport: asyncio.Transport
        self._unread: Unread
        self.peer = self.address = ""
        self.authorization = ""
        self.meter: Meter | None = None
        self.gone = self.flooded = self.paused = False
        self.read = 0
        self.on_room: Callable[[], None] = _nothing
        self._knocking: Knocking | None = common.knocking()
        """Until hands are shaken."""
        self._library: Protocol | None = None
        """What the library keeps of him afterwards, if it has had to look at anything."""
        self._end: asyncio.Future[None] | None = None
        """Who waits for the end."""
        self._deadline: asyncio.TimerHandle | None = None
        """Of what is being done with the client: shaking hands, or saying good-bye."""
        self._rest = b""
        """What is not heard yet; most of the time the beginning of a frame."""
        self._behind = False
        """Whether what has come in waits for another turn."""
        self._parts: Parts | None = None
        self._deaf = False
        """Whether what comes in is heard no more."""
        self._lawless = False
        """Whether what comes in is for the library to refuse."""
        self._ping = b""
        """What the answer has to be to a ping that is on its way."""

    # What the gateway asks.

    @property
    def ending(self) -> Ending:
        """How the connection ended."""
        return ending_of(self._kept)

    @property
    def _kept(self) -> Protocol | None:
        """What the library keeps of the client, if it has had to look at anything."""
        return self._library if self._knocking is None else self._knocking.kept

    @property
    def _protocol(self) -> Protocol:
        """What the library keeps of the client, made when it is first needed."""
        if self._knocking is not None:
            return self._knocking.library
        if self._library is None:
            self._library = after_handshake()
        return self._library

    @property
    def _is_open(self) -> bool:
        """Whether hands are shaken and nobody has said good-bye."""
        if self._knocking is not None or self.gone:
            return False
        return self._library is None or self._library.state is OPEN

    @property
    def arrived(self) -> float:
        """When the message came in that was read last."""
        return self._unread.arrived

    @property
    def is_silent(self) -> bool:
        """Whether the client has said nothing that waits for us."""
        return not self._unread and (self._knocking is None or not self._knocking.early)

    def respond(self, status: int, text: str) -> Response:
        """An answer to a request that does not lead to a websocket."""
        return rejection(status, text)

    def has_unread(self, moment: float) -> bool:
        """Whether a message that came in by then waits to be read."""
        return self._unread.has(moment)

    def recv(self) -> Coroutine[Any, Any, str | bytes]:
        """
        Read the next message; for one reader at a time, and safe to cancel.

        Raises:
            Ended: there is none, and there will be none.
        """
        return self._unread.next()

    def write(self, text: bytes) -> bool:
        """
        Hand a text to the system at once; False if the connection is over.

        If the socket is ``paused`` afterwards, write nothing more until ``on_room`` is called.
        """
        library, transport = self._library, self._transport
        if (library is not None and library.state is not OPEN) or transport.is_closing():
            return False
        transport.write(FRAMED.frame(text))
        return True

    async def close(self, code: int, reason: str = "") -> None:
        """Shake hands good-bye, and wait for the end."""
        if self._is_open:
            self._protocol.send_close(code, reason)
            self._send()
        await self._over()

    def turn_out(self) -> None:
        """Be cut off without a word, and let the system forget what was not read."""
        cut(self._transport)

    # What its unread messages ask.

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        return self._common.loop

    def hold(self) -> None:
        """Let the system keep what comes in, and the client wait."""
        self._transport.pause_reading()

    def go_on(self) -> None:
        """Take in what comes."""
        if not self._behind:
            self._transport.resume_reading()

    def is_no_text(self, error: UnicodeDecodeError) -> None:
        """End the connection of a client whose text is none."""
        self._fail(CloseCode.NOT_TEXT, f"{error.reason} at position {error.start}")

    # What the heartbeat asks.

    def ping(self) -> bool:
        """Ask whether the client is there; False if the connection is closed."""
        if not self._is_open:
            return False
        if not self._ping:
            self._ping = os.urandom(PING_BYTES)
            self._transport.write(control_frame(WHOLE_PING, self._ping))
        return True

    def is_dead(self) -> None:
        """Give up a client who has not answered a ping."""
        self._fail(CloseCode.FAULT, "keepalive ping timeout")

    # What the loop calls.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let the client in, or not."""
        self._transport = cast("asyncio.Transport", transport)
        self._unread = Unread(self)
        self.peer, common = peer_of(transport), self._common
        refused = common.host.reception.knocks(self, self.peer)
        if refused is not None:
            self._turn_away(refused)
            return
        self._transport.set_write_buffer_limits(UNSENT)
        common.strangers.add(self)
        self._deadline = common.loop.call_later(common.terms.open_timeout, self.abort)

    def data_received(self, data: bytes) -> None:
        """Hear what a client says."""
        if self._deaf:
            return
        self.read += 1
        if self._knocking is None:
            self._hear(data)
        elif self._knocking.early is None:
            self._knock(data)
        else:
            self._hear_request(self._knocking, data)

    def eof_received(self) -> None:
        """Take no more from a client who sends no more; the loop closes his connection."""
        kept = self._kept
        if kept is not None and not self._deaf:
            kept.receive_eof()
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
        common.strangers.discard(self)
        common.heartbeat.end(self)
        if self._deadline is not None:
            self._deadline.cancel()
        kept = self._kept
        if kept is not None:
            kept.receive_eof()
        self.on_room()
        common.leaving.put(self._tell_end)

    def _tell_end(self) -> None:
        self._unread.end()
        if self._end is not None and not self._end.done():
            self._end.set_result(None)

    # The handshake.

    def _knock(self, data: bytes) -> None:
        """Let a request wait for its turn: a thousand may come in the same moment."""
        self._rest += data
        if len(self._rest) > MOST_EARLY:
            self._transport.pause_reading()
        if not self._behind:
            self._behind = True
            self._common.asking.put(self._hear_knock)

    def _hear_knock(self) -> None:
        self._behind = False
        data, self._rest = self._rest, b""
        if self._deaf or self._knocking is None:
            return
        if len(data) > MOST_EARLY and not self._transport.is_closing():
            self._transport.resume_reading()
        self._hear_request(self._knocking, data)

    def _hear_request(self, knocking: Knocking, data: bytes) -> None:
        asking = knocking.hear(data)
        if asking is not None:
            self._begin(asking)
        elif knocking.kept is not None and knocking.kept.close_expected():
            self._send()
        if knocking.is_enough:
            self._transport.pause_reading()

    def _begin(self, asking: Asking) -> None:
        task = self._common.loop.create_task(self._live(asking), name="connection")
        self._common.tasks.add(task)
        task.add_done_callback(self._common.tasks.discard)

    async def _live(self, asking: Asking) -> None:
        """All that there is to do with a client, from his request to the end."""
        try:
            if not await self._answer(asking):
                return
            del asking
            await self._common.host.attend(self)
        except Exception:
            log.exception("connection handler failed")
            self._fail(CloseCode.FAULT, "")
        await self.close(CloseCode.NORMAL)

    async def _answer(self, asking: Asking) -> bool:
        """Shake hands with a client; whether he has a websocket now."""
        common, knocking = self._common, self._knocking
        assert knocking is not None
        answer = await common.host.asked(self, asking)
        said = knocking.answer(is_open=common.is_open) if answer is None else answer
        common.host.answered(asking, SWITCHING if isinstance(said, bytes) else said.status_code)
        kept = knocking.kept
        if self._transport.is_closing() or (kept is not None and kept.state is not CONNECTING):
            return False
        self.authorization = asking.authorization
        common.strangers.discard(self)
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        if isinstance(said, bytes):
            self._transport.write(said)
        elif kept is None:
            self._reject(said)
            return False
        else:
            knocking.library.send_response(said)
            self._send()
            if knocking.library.state is not OPEN:
                return False
        self._open(knocking)
        return True

    def _reject(self, response: Response) -> None:
        """Answer somebody of whom the library knows nothing, and end."""
        self._transport.write(response.serialize())
        self._deaf = True
        send_no_more(self._transport)
        self._deadline = self._common.loop.call_later(self._common.terms.close_timeout, self.abort)

    def _open(self, knocking: Knocking) -> None:
        """Hands are shaken; what there was before them is of no use any more."""
        self._knocking = self._library = None
        if knocking.is_enough:
            self._transport.resume_reading()
        if knocking.early:
            self._hear(knocking.early)
        self._common.heartbeat.begin(self)

    # Frames.

    def _hear(self, data: bytes) -> None:
        """Take what comes in, frame by frame, as long as this is no flood."""
        if self._lawless:
            self._give_to_library(data)
            return
        if self._rest:
            data, self._rest = self._rest + data, b""
        at, end, heard = 0, len(data), 0
        while at < end and not self._deaf:
            if heard == AT_ONCE:
                self._hear_later(data[at:])
                return
            heard += 1
            in_parts = self._library.current_size if self._library is not None else None
            size = size_of_frame(data, at, MAX_FRAME - (in_parts or 0))
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
            if data[at] == WHOLE_TEXT and in_parts is None:
                self._put(data_of_frame(data, at, size), is_text=True)
            else:
                self._hear_rare(data, at, size)
            at += size

    def _hear_rare(self, data: bytes, at: int, size: int) -> None:
        """Take a frame that is no whole text."""
        if data[at] == WHOLE_PING:
            self._transport.write(control_frame(WHOLE_PONG, data_of_frame(data, at, size)))
        elif data[at] == WHOLE_PONG:
            self._hear_pong(data_of_frame(data, at, size))
        else:
            self._give_to_library(data[at : at + size])

    def _hear_later(self, data: bytes) -> None:
        """Leave what has come in to a later turn of the loop."""
        self._rest, self._behind = data, True
        if not self._transport.is_closing():
            self._transport.pause_reading()
        self._common.loop.call_later(APART, self._hear_on)

    def _hear_on(self) -> None:
        self._behind = False
        self._hear(b"")
        if self._behind or self._unread.is_held:
            return
        # Also from a client of whom nothing more is heard: else nobody would see that he goes.
        if not self._transport.is_closing():
            self._transport.resume_reading()

    def _give_to_library(self, data: bytes) -> None:
        """Let the library decide what this means."""
        protocol = self._protocol
        protocol.receive_data(data)
        events = protocol.events_received()
        self._send()
        for event in events:
            assert isinstance(event, Frame)
            if event.opcode in DATA_OPCODES:
                self._put_part(event)

    def _put_part(self, part: Frame) -> None:
        if self._parts is None:
            self._parts = Parts()
        try:
            whole = self._parts.add(part)
        except TooManyParts:
            self._fail(CloseCode.TOO_BIG, "too many fragments")
            return
        if whole is None:
            return
        self._put(whole, is_text=self._parts.is_text)

    def _put(self, data: bytes, *, is_text: bool) -> None:
        self._unread.put(data, self._common.host.reception.now(), is_text=is_text)

    def _hear_pong(self, data: bytes) -> None:
        if self._ping and data == self._ping:
            self._ping = b""
            self._common.heartbeat.answers(self)

    def _send(self) -> None:
        """Send what the library has to say; if that was the last, see to the end."""
        protocol, transport = self._protocol, self._transport
        for data in protocol.data_to_send():
            if data:
                transport.write(data)
            else:
                self._deaf = True
                send_no_more(transport)
        if self._deadline is None and protocol.close_expected():
            timeout = self._common.terms.close_timeout
            self._deadline = self._common.loop.call_later(timeout, self.abort)

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
        if self._is_open:
            self._protocol.fail(code, reason)
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
        transport = self._transport
        transport.set_protocol(TurnedAway(transport, refused, self.connection_lost))
        self._common.loop.call_later(LAST_WORDS, self.turn_out)
