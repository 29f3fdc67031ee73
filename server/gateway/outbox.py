"""
What a connection has yet to send: bounded, so that a client who stops reading is cut off.

What can be sent is handed to the socket at once; only what a slow client has no room for waits
here. ``websockets`` keeps a frame for such a client for ever while others are served; so the queue
is ours, room has a deadline, and the transport is aborted instead of closed politely.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Protocol

from server.tables.telling import Handed

MOST_FRAMES = 256
MOST_BYTES = 256 * 1024
SEND_DEADLINE = 5.0

LATE_FRAMES, LATE_BYTES = MOST_FRAMES // 4, MOST_BYTES // 4
"""Who has more than this to read yet is behind the others."""


class Line(Protocol):
    """A socket, as far as one writes to it."""

    gone: bool
    paused: bool
    on_room: Callable[[], None]

    def write(self, text: bytes) -> bool:
        """Hand a text to the system at once; False if the connection is over."""

    def turn_out(self) -> None:
        """Cut the client off."""


class Outbox:
    """Frames for one client, sent in order."""

    __slots__ = (
        "_bytes",
        "_caught_up",
        "_deadline",
        "_ending",
        "_frames",
        "_socket",
        "_waiters",
        "overflowed",
    )

    def __init__(self, socket: Line, caught_up: Callable[[], None] = lambda: None) -> None:
        """``caught_up`` is called when all that had to wait is sent, and may put more."""
        self._socket = socket
        self._caught_up = caught_up
        self._frames: deque[tuple[bytes, Handed | None]] | None = None
        self._bytes = 0
        self._waiters: tuple[asyncio.Future[None], ...] = ()
        """Who waits for anything to change here."""
        self._deadline: asyncio.TimerHandle | None = None
        """Until when the client has to make room."""
        self._ending = False
        self.overflowed = False
        """Whether the client was cut off because it did not read."""
        socket.on_room = self._send_on

    @property
    def waiting(self) -> int:
        """How many frames are not sent yet."""
        return len(self._frames) if self._frames else 0

    @property
    def is_empty(self) -> bool:
        """Whether nothing waits."""
        return not self._frames

    @property
    def is_late(self) -> bool:
        """Whether the client has much to read yet."""
        frames = self._frames
        return frames is not None and (len(frames) > LATE_FRAMES or self._bytes > LATE_BYTES)

    async def has_room(self) -> None:
        """Wait until the client has read most of what there is, or is gone."""
        while self.is_late and not (self.overflowed or self._ending):
            await self._changed()

    async def flushed(self) -> None:
        """Wait until all is sent, or the client is gone."""
        while self._frames:
            await self._changed()

    def put(self, frame: bytes, handed: Handed | None = None) -> None:
        """
        Take a frame; a client who has left too many unread is cut off.

        Args:
            handed: is called when all before it is on its way and it is handed to the socket.
        """
        if self.overflowed or self._ending:
            return
        socket = self._socket
        if not self._frames and not socket.paused:  # as it is nearly always
            if handed is not None:
                handed()
            if not socket.write(frame):
                self._is_over()
            elif socket.paused:
                self._set_deadline()
            return
        if self._frames is None:
            self._frames = deque()
        self._frames.append((frame, handed))
        self._bytes += len(frame)
        if len(self._frames) > MOST_FRAMES or self._bytes > MOST_BYTES:
            self.cut()
        elif self._socket.paused:  # by answers to pings, maybe, which are not ours
            self._set_deadline()

    def cut(self) -> None:
        """Drop the connection without waiting for a client who does not read."""
        self.overflowed = True
        self._drop()
        self._socket.turn_out()

    def finish(self) -> None:
        """Take no more; what is there is sent yet."""
        self._ending = True
        self._tell()

    def _hand_over(self, frame: bytes, handed: Handed | None) -> None:
        if handed is not None:
            handed()
        if not self._socket.write(frame):
            self._is_over()
        elif self._socket.paused:
            self._set_deadline()

    def _send_on(self) -> None:
        """There is room again, or the connection is over."""
        self._forget_deadline()
        if self._socket.gone:
            self._is_over()
            return
        while self._frames and not self._socket.paused:
            frame, handed = self._frames.popleft()
            self._bytes -= len(frame)
            self._hand_over(frame, handed)
        self._tell()
        if not self._frames and not self._ending:
            self._caught_up()

    def _is_over(self) -> None:
        self._ending = True
        self._drop()

    def _drop(self) -> None:
        self._frames = None
        self._bytes = 0
        self._forget_deadline()
        self._tell()

    def _set_deadline(self) -> None:
        if self._deadline is None:
            loop = asyncio.get_running_loop()
            self._deadline = loop.call_later(SEND_DEADLINE, self.cut)

    def _forget_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _tell(self) -> None:
        waiters, self._waiters = self._waiters, ()
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)

    async def _changed(self) -> None:
        waiter = asyncio.get_running_loop().create_future()
        self._waiters = (*self._waiters, waiter)
        await waiter
