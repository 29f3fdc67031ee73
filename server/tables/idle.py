"""
Seats that are kept for somebody who is away, until they are freed (RULES 5.3 and 7.7).
"""

from collections.abc import Callable

from server.tables.clock import Clock, Timer
from showdown.rules.ruleset import AccountId
from showdown.rules.seating import BROKE_SECONDS, SITTING_OUT_SECONDS, Occupant, Seating


class IdleSeats:
    """Since when players sit out, and one timer for the first who must go."""

    def __init__(self, clock: Clock, now_s: Callable[[], int], on_due: Callable[[], None]) -> None:
        """
        Wait for nobody yet.

        Args:
            now_s: the time of day, by which it is known over restarts since when somebody is out.
            on_due: is called when a seat may be due; ask :meth:`due` then.
        """
        self._clock = clock
        self._now_s = now_s
        self._on_due = on_due
        self._since: dict[AccountId, float] = {}
        self._timer: Timer | None = None

    def follow(self, seating: Seating, exempt: frozenset[AccountId]) -> None:
        """Note who sits out now, and wait for the first whose time runs out."""
        now = self._clock.now()
        out = {
            each.account: each
            for each in seating.occupants
            if each.sitting_out and each.account not in exempt
        }
        self._since = {
            account: self._since.get(account, now - self._seconds_out(each))
            for account, each in out.items()
        }
        self.stop()
        if out:
            first = min(self._deadline(each) for each in out.values())
            self._timer = self._clock.call_at(first, self._on_due)

    def due(self, seating: Seating) -> tuple[AccountId, ...]:
        """Whose seats are to be freed now."""
        now = self._clock.now()
        return tuple(
            each.account
            for each in seating.occupants
            if each.account in self._since and self._deadline(each) <= now
        )

    def stop(self) -> None:
        """Wait for nobody."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None

    def _seconds_out(self, occupant: Occupant) -> float:
        """How long somebody has been out whom nobody here has seen go."""
        since = occupant.out_since_s
        return max(0, self._now_s() - since) if since else 0

    def _deadline(self, occupant: Occupant) -> float:
        limit = SITTING_OUT_SECONDS if occupant.stack else BROKE_SECONDS
        return self._since[occupant.account] + limit
