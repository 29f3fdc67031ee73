"""
Whether a server passes over openings that it had in time.

A client cannot see when its opening came in: a slow line and a server that drops openings look
alike. But it sends a ping behind its opening, and whoever has answered that had the opening before.
An honest server waits for half a second. If it answers within half of that after its question has
come, it has the opening too late only where the question itself was on its way for as long; and
then it says so at once, since its window is over. So an opening counts as dropped if the answer to
the ping came within a quarter of a second after the question, and as long or longer before we are
told that we missed. However slow or jumpy a line is, it makes nobody think ill of a server.
"""

from collections import deque

IN_TIME = 0.25
"""Seconds: half of what a server waits for openings."""

MOST_DROPPED = 3
"""So many openings dropped in :data:`HANDS` hands, and a client stops."""

HANDS = 100


class Dropping:
    """What one table has done with our openings; times are in seconds on a monotonic clock."""

    def __init__(self) -> None:
        self._hand = 0
        self._dropped: deque[int] = deque()
        """In which of the hands that we have heard of."""
        self._asked: float | None = None
        self._ping: int | None = None
        self._answered: float | None = None

    @property
    def dropped(self) -> int:
        """How many openings were dropped in the last hands."""
        return len(self._dropped)

    def begins(self) -> None:
        """Another hand begins."""
        self._hand += 1
        while self._dropped and self._dropped[0] <= self._hand - HANDS:
            self._dropped.popleft()

    def asks(self, now: float | None) -> None:
        """Openings are asked for; at None it is not known how long ago."""
        self._asked, self._ping, self._answered = now, None, None

    def opens(self, ping: int) -> None:
        """We have opened, and sent a ping with this number behind it."""
        self._ping = ping

    def answers(self, ping: int, now: float | None) -> None:
        """A ping was answered."""
        if ping == self._ping:
            self._answered = now

    def loses_sight(self) -> None:
        """There is another connection, or something went by unseen."""
        self.asks(None)

    def misses(self, now: float | None) -> bool:
        """We are told that we missed; whether the server had our opening in time."""
        asked, answered = self._asked, self._answered
        self.loses_sight()
        if asked is None or answered is None or now is None:
            return False
        if answered - asked > IN_TIME or now - answered < IN_TIME:
            return False
        self._dropped.append(self._hand)
        return True
