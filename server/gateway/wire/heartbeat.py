"""
The heartbeat of all connections: one timer, however many they are.

Each is pinged as often, so that whoever was pinged first is pinged next: two queues are all that
is needed. It beats so many times between two pings of one connection, whatever their number.
"""

import asyncio
from typing import Protocol

BEATS = 100
"""So often it beats, at most, in the time between two pings or until one has to be answered."""


class Pinged(Protocol):
    """A connection that is asked whether it is there."""

    def ping(self) -> bool:
        """Send a ping; False if the connection is closed by now."""

    def is_dead(self) -> None:
        """A ping was not answered in time."""


class Heartbeat:
    """Pings whoever is connected, and says who does not answer."""

    def __init__(self, interval: float, timeout: float) -> None:
        self._interval, self._timeout = interval, timeout
        self._apart = min(interval, timeout) / BEATS
        self._loop = asyncio.get_running_loop()
        self._due: dict[Pinged, float] = {}
        """When each is pinged next; the first one is the next."""
        self._waiting: dict[Pinged, float] = {}
        """Until when each has to answer who was pinged."""
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, connection: Pinged) -> None:
        """Ping a connection from now on."""
        self._due[connection] = self._loop.time() + self._interval
        if self._timer is None:
            self._wait()

    def answers(self, connection: Pinged) -> None:
        """A connection has answered its ping."""
        self._waiting.pop(connection, None)

    def end(self, connection: Pinged) -> None:
        """Ping a connection no more."""
        self._due.pop(connection, None)
        self._waiting.pop(connection, None)

    def stop(self) -> None:
        """Ping nobody any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wait(self) -> None:
        firsts = [next(iter(times.values())) for times in (self._due, self._waiting) if times]
        self._timer = None
        if firsts:
            at = max(min(firsts), self._loop.time() + self._apart)
            self._timer = self._loop.call_at(at, self._beat)

    def _beat(self) -> None:
        now = self._loop.time()
        for connection in self._over(self._waiting, now):
            self.end(connection)
            connection.is_dead()
        for connection in self._over(self._due, now):
            del self._due[connection]
            self._waiting.setdefault(connection, now + self._timeout)
            if connection.ping():
                self._due[connection] = now + self._interval
            else:
                self._waiting.pop(connection, None)
        self._wait()

    @staticmethod
    def _over(times: dict[Pinged, float], now: float) -> list[Pinged]:
        over = []
        for connection, time in times.items():
            if time > now:
                break
            over.append(connection)
        return over
