"""
Taking those who connect: a few in a turn of the loop, then a moment of nobody, if many knock.

Left to the loop, all who have queued are taken in one turn, and everybody who plays waits for that;
what the system keeps for us meanwhile costs nobody anything. What the moment is for says
:mod:`server.gateway.apart`.
"""

import asyncio
import socket
import sys
from collections.abc import Awaitable, Callable, Sequence

import structlog

from server.gateway.apart import APART
from server.gateway.socket import keep_little
from server.gateway.wire.terms import BACKLOG

log = structlog.get_logger()

AT_ONCE = 8
"""So many are taken in a turn of the loop."""

PAUSE = 0.5
"""Seconds that nobody is taken after the system could not give us one more."""

Attend = Callable[[socket.socket], Awaitable[object]]

GivesWay = Callable[[], float]
"""So many seconds others may take who comes; who is left then is taken here. 0 is at once."""


def to_nobody() -> float:
    """Nobody else takes who comes."""
    return 0.0


class Accepting:
    """Takes connections of some sockets that listen."""

    def __init__(
        self, sockets: list[socket.socket], attend: Attend, gives_way: GivesWay = to_nobody
    ) -> None:
        """``attend`` is given each connection; ``gives_way`` is asked before some are taken."""
        self.sockets = sockets
        self._attend, self._gives_way = attend, gives_way
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
        for each in self.sockets:
            each.close()

    def _pause(self) -> None:
        if self._paused is not None:
            self._paused.cancel()
        for each in self.sockets:
            self._loop.remove_reader(each)

    def _rest(self, seconds: float, then: Callable[[], None]) -> None:
        self._pause()
        self._paused = self._loop.call_later(seconds, then)

    def _take(self, listener: socket.socket) -> None:
        if wait := self._gives_way():
            self._rest(wait, self._take_who_is_left)
        else:
            self._accept(listener)

    def _take_who_is_left(self) -> None:
        self.start()
        for each in self.sockets:
            self._accept(each)

    def _accept(self, listener: socket.socket) -> None:
        for _ in range(AT_ONCE):
            try:
                connection, _ = listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:  # no more files, or no more memory for them
                log.warning("nobody can be taken now", reason=error.strerror)
                self._rest(PAUSE, self.start)
                return
            connection.setblocking(False)
            task = self._loop.create_task(self._look_after(connection), name="accepting")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        self._rest(APART, self.start)  # there are more

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
    sockets = await bound_sockets(address, port)
    listen_by(sockets)
    return sockets


def listen_by(sockets: Sequence[socket.socket]) -> None:
    """
    Let bound sockets listen; where one cannot, all are closed.

    Raises:
        OSError: it cannot.
    """
    try:
        for each in sockets:
            each.listen(BACKLOG)
    except OSError:
        for each in sockets:
            each.close()
        raise


async def bound_sockets(address: str, port: int) -> list[socket.socket]:
    """
    Sockets that have all addresses of a host, and do not listen yet.

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
    except OSError:
        for each in sockets:
            each.close()
        raise
    return sockets
