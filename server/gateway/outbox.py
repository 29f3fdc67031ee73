"""
What a connection has yet to send: bounded, so that a client who stops reading is cut off.

``websockets`` keeps a frame for such a client for ever while others are served; so the queue is
ours, each frame has a deadline, and the transport is aborted instead of closed politely.
"""

import asyncio
from collections import deque
from collections.abc import Callable

from server.gateway.socket import ClientSocket
from server.tables.telling import Handed

MOST_FRAMES = 256
MOST_BYTES = 256 * 1024
SEND_DEADLINE = 5.0

LATE_FRAMES, LATE_BYTES = MOST_FRAMES // 4, MOST_BYTES // 4
"""Who has more than this to read yet is behind the others."""


class Outbox:
    """Frames for one client, sent in order by :meth:`run`."""

    def __init__(self, socket: ClientSocket, caught_up: Callable[[], None] = lambda: None) -> None:
        """``caught_up`` is called when all is sent, and may put more."""
        self._socket = socket
        self._caught_up = caught_up
        self._frames: deque[tuple[bytes, Handed | None]] = deque()
        self._bytes = 0
        self._wake = asyncio.Event()
        self._read_on = asyncio.Event()
        self._ending = False
        self.overflowed = False
        """Whether the client was cut off because it did not read."""

    @property
    def waiting(self) -> int:
        """How many frames are not sent yet."""
        return len(self._frames)

    @property
    def is_late(self) -> bool:
        """Whether the client has much to read yet."""
        return len(self._frames) > LATE_FRAMES or self._bytes > LATE_BYTES

    async def has_room(self) -> None:
        """Wait until the client has read most of what there is, or is gone."""
        while self.is_late and not (self.overflowed or self._ending):
            self._read_on.clear()
            await self._read_on.wait()

    def put(self, frame: bytes, handed: Handed | None = None) -> None:
        """
        Take a frame; a client who has left too many unread is cut off.

        Args:
            handed: is called when all before it is on its way and it is handed to the socket.
        """
        if self.overflowed or self._ending:
            return
        self._frames.append((frame, handed))
        self._bytes += len(frame)
        if len(self._frames) > MOST_FRAMES or self._bytes > MOST_BYTES:
            self.cut()
        self._wake.set()

    def cut(self) -> None:
        """Drop the connection without waiting for a client who does not read."""
        self.overflowed = True
        self._frames.clear()
        self._bytes = 0
        self._wake.set()
        self._read_on.set()
        self._socket.turn_out()

    def finish(self) -> None:
        """Take no more; :meth:`run` ends when all has been sent."""
        self._ending = True
        self._wake.set()
        self._read_on.set()

    async def run(self) -> None:
        """Send until the connection ends or :meth:`finish`."""
        try:
            await self._send_all()
        finally:
            self.finish()

    async def _send_all(self) -> None:
        while not self.overflowed:
            if not self._frames:
                if self._ending:
                    return
                self._wake.clear()
                self._caught_up()
                await self._wake.wait()
                continue
            frame, handed = self._frames.popleft()
            self._bytes -= len(frame)
            if handed is not None:
                handed()
            if not self._socket.write(frame):
                return
            if self._socket.paused and not await self._is_drained():
                self.cut()
            self._read_on.set()

    async def _is_drained(self) -> bool:
        """Wait until the client has read enough; False if he does not."""
        try:
            async with asyncio.timeout(SEND_DEADLINE):
                await self._socket.drain()
        except TimeoutError:
            return False
        except OSError:
            pass  # the next frame finds the end
        return True
