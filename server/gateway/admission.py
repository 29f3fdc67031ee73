"""
The line in front of the door.

After a restart everybody comes at once. To shake hands with somebody and sign him in costs a look
into the database and a picture of his tables; done for all in one go, nobody who plays would be
served meanwhile. So handshakes are answered a few at a time, and what follows comes as slowly.
"""

import asyncio

from server.tables.clock import Clock

AT_ONCE = 20
"""So many may be signed in without waiting, if nobody was for a while."""

LONGEST = 2.0
"""Seconds that anybody waits in line; who would wait longer is told when to come back."""


class LineTooLong(Exception):
    """There is no place in the line; come back after ``seconds``."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"come back after {seconds:.1f} seconds")
        self.seconds = seconds


class Admission:
    """Lets in so many a second, in the order in which they came."""

    def __init__(self, per_second: float, clock: Clock) -> None:
        self._interval = 1 / per_second
        self._clock = clock
        self._free_at = 0.0
        """When the next one is served."""

    async def stand_in_line(self) -> None:
        """
        Wait until it is one's turn.

        Raises:
            LineTooLong: it would take too long.
        """
        served_at = self._take_place()
        if served_at <= self._clock.now():
            return
        served = asyncio.Event()
        timer = self._clock.call_at(served_at, served.set)
        try:
            await served.wait()
        finally:
            timer.cancel()

    def _take_place(self) -> float:
        """A place in the line; gives the time when one is served."""
        now = self._clock.now()
        begins = max(self._free_at, now - AT_ONCE * self._interval)
        served_at = begins + self._interval
        if served_at - now > LONGEST:
            raise LineTooLong(served_at - now)
        self._free_at = served_at
        return served_at
