"""
Taking those who connect: a few in each turn of the loop, however many knock.

Left to the loop, all who have queued are taken in one turn, and everybody who plays waits for that;
what the system keeps for us meanwhile costs nobody anything.
"""

import asyncio
import socket
import sys
from collections.abc import Awaitable, Callable

import structlog

from server.gateway.socket import keep_little
from server.gateway.wire.terms import BACKLOG

log = structlog.get_logger()

AT_ONCE = 4
"""So many are taken in a turn of the loop."""

PAUSE = 0.5
"""Seconds that nobody is taken after the system could not give us one more."""

Attend = Callable[[socket.socket], Awaitable[object]]


class Accepting:
    """Takes connections of some sockets that listen."""

    def __init__(self, sockets: list[socket.socket], attend: Attend) -> None:
        """``attend`` is given each connection."""
        self.sockets = sockets
        self._attend = attend
        self._loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        self._paused: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Take who comes."""
        self._paused = None
        for each in self.sockets:
            self._loop.add_reader(each, self._take, each)

    def stop(self) -> None:
        """Take nobody any more."""
        self._pause()
        if self._paused is not None:
            self._paused.cancel()
        for each in self.sockets:
            each.close()

    def _pause(self) -> None:
        for each in self.sockets:
            self._loop.remove_reader(each)

    def _take(self, listener: socket.socket) -> None:
        for _ in range(AT_ONCE):
            try:
                connection, _ = listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:  # no more files, or no more memory for them
                log.warning("nobody can be taken now", reason=error.strerror)
                self._pause()
                self._paused = self._loop.call_later(PAUSE, self.start)
                return
            connection.setblocking(False)
            task = self._loop.create_task(self._look_after(connection), name="accepting")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _look_after(self, connection: socket.socket) -> None:
        try:
            await self._attend(connection)
        except (OSError, asyncio.CancelledError) as error:  # of TLS, mostly
            log.debug("a connection came to nothing", reason=str(error))
            connection.close()


async def listening_sockets(address: str, port: int) -> list[socket.socket]:
    """
    Sockets that listen at all addresses of a host.

    Raises:
        OSError: an address cannot be had.
    """
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(
        address or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )
    sockets: list[socket.socket] = []
    try:
        for family, kind, protocol, _, place in dict.fromkeys(found):
            each = socket.socket(family, kind, protocol)
            sockets.append(each)
            each.setblocking(False)
            keep_little(each)
            if sys.platform != "win32":
                each.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                each.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            each.bind(place)
            each.listen(BACKLOG)
    except OSError:
        for each in sockets:
            each.close()
        raise
    return sockets
