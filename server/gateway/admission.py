"""
The line in front of the door.

After a restart everybody comes at once. To shake hands with somebody and sign him in costs a look
into the database and a picture of his tables; done for all in one go, nobody who plays would be
served meanwhile. So handshakes are answered a few at a time, and what follows comes as slowly: at
most one in a turn of the loop. A server that is busy has long turns, and so the line is as slow as
the server is busy; the later its turn came, the longer those who play have the loop for themselves.
"""

import asyncio
from collections import deque

from server.tables.clock import Clock, Timer

AT_ONCE = 20
"""So many may be signed in without waiting, if nobody was for a while."""

LONGEST = 2.0
"""Seconds that anybody should wait in line; who would wait longer is told when to come back."""

AT_LAST = 2 * LONGEST
"""Seconds after which he is told so who has waited longer than it had seemed."""

MOST_APART = 0.01
"""Seconds between two who are served, at most, however busy the server is."""

SLOWLY = 0.1
"""How fast the line's pace is learned anew: this part is what was seen last."""


class LineTooLong(Exception):
    """There is no place in the line; come back after ``seconds``."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"come back after {seconds:.1f} seconds")
        self.seconds = seconds


class _Place:
    """Somebody in the line."""

    def __init__(self, since: float) -> None:
        self.since = since
        self.served: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class Admission:
    """Lets in so many a second at most, in the order in which they came."""

    def __init__(self, per_second: float, clock: Clock) -> None:
        self._interval = 1 / per_second
        self._clock = clock
        self._free_at = 0.0
        """When the next one may be served."""
        self._line: deque[_Place] = deque()
        self._pace = self._interval
        """Seconds from one to the next, as it was lately."""
        self._last = 0.0
        """When the last one was served."""
        self._timer: Timer | None = None

    async def stand_in_line(self) -> None:
        """
        Wait until it is one's turn.

        Raises:
            LineTooLong: it would take too long, or has.
        """
        now = self._clock.now()
        begins = max(self._free_at, now - AT_ONCE * self._interval)
        if not self._line and begins + self._interval <= now:
            self._free_at = begins + self._interval
            self._last = now
            return
        wait = max(begins - now, 0) + self._interval + len(self._line) * self._pace
        if wait > LONGEST:
            raise LineTooLong(wait)
        self._free_at = max(begins, now - self._interval)
        place = _Place(now)
        self._line.append(place)
        if self._timer is None:
            self._last = now
            self._wait(self._free_at + self._interval)
        await place.served

    def _wait(self, due: float) -> None:
        self._timer = self._clock.call_at(due, lambda: self._serve(due))

    def _serve(self, due: float) -> None:
        """Serve the next one who is still there, and nobody else in this turn of the loop."""
        now = self._clock.now()
        self._timer = None
        self._free_at = now
        while self._line:
            place = self._line.popleft()
            if place.served.done():
                continue  # he has gone
            if now - place.since > AT_LAST:
                place.served.set_exception(LineTooLong(len(self._line) * self._pace))
                continue
            place.served.set_result(None)
            self._pace += SLOWLY * (now - self._last - self._pace)
            self._last = now
            break
        if self._line:
            late = min(max(now - due, 0), MOST_APART)
            self._wait(now + max(self._interval, late))
        else:
            self._pace = self._interval
