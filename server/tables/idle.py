"""
Seats that are kept for somebody who is away, until they are freed (RULES 5.3 and 7.7).

Who sits out is away by the rules. Who has lost his connection is made to sit out by the first turn
that he lets run out; but where no hand runs there is no turn, so his seat has a limit of its own.
"""

from collections.abc import Callable, Collection, Mapping
from operator import is_

from server.tables.clock import Clock, Timer
from showdown.rules.ruleset import AccountId
from showdown.rules.seating import BROKE_SECONDS, SITTING_OUT_SECONDS, Occupant, Seating

AWAY_SECONDS = SITTING_OUT_SECONDS
"""So long a seat is kept for a player who is not connected, also if he does not sit out."""


_Known = tuple[tuple[Occupant, ...], frozenset[AccountId], Collection[AccountId]]
"""Who sits here, who of them waits for ever, and who is gone; as they were, they are the same."""


class IdleSeats:
    """Since when players are away, and one timer for the first who must go."""

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
        self._out_since: Mapping[AccountId, float] = {}
        self._gone_since: Mapping[AccountId, float] = {}
        self._timer: Timer | None = None
        self._known: _Known | None = None
        """What was looked at last, and is not worth a second look until somebody is due."""

    def follow(
        self, seating: Seating, exempt: frozenset[AccountId], gone: Collection[AccountId]
    ) -> None:
        """
        Note who is away now, and wait for the first whose time runs out.

        Args:
            exempt: house bots, whose seats wait for ever.
            gone: who is not connected.
        """
        known = (seating.occupants, exempt, gone)
        if self._known is not None and all(map(is_, known, self._known)):
            return
        self._known = known
        now = self._clock.now()
        kept = [
            each
            for each in seating.occupants
            if (each.sitting_out or each.account in gone) and each.account not in exempt
        ]
        self._out_since = {
            each.account: self._out_since.get(each.account, now - self._seconds_out(each))
            for each in kept
            if each.sitting_out
        }
        self._gone_since = {
            each.account: self._gone_since.get(each.account, now)
            for each in kept
            if each.account in gone
        }
        self._wait_no_more()
        deadlines = [self._deadline(each) for each in kept if self._waits_for(each)]
        if deadlines:
            self._timer = self._clock.call_at(min(deadlines), self._is_due)

    def due(self, seating: Seating) -> tuple[AccountId, ...]:
        """Whose seats are to be freed now."""
        now = self._clock.now()
        return tuple(
            each.account
            for each in seating.occupants
            if self._waits_for(each) and self._deadline(each) <= now
        )

    def stop(self) -> None:
        """Wait for nobody."""
        self._known = None
        self._wait_no_more()

    def _is_due(self) -> None:
        self._known = None
        self._on_due()

    def _wait_no_more(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None

    def _waits_for(self, occupant: Occupant) -> bool:
        away = occupant.account in self._out_since or occupant.account in self._gone_since
        return away and not occupant.leaving

    def _seconds_out(self, occupant: Occupant) -> float:
        """How long somebody has been out whom nobody here has seen go."""
        since = occupant.out_since_s
        return max(0, self._now_s() - since) if since else 0

    def _deadline(self, occupant: Occupant) -> float:
        """When a seat is freed of somebody who is out, gone, or both."""
        out, gone = (each.get(occupant.account) for each in (self._out_since, self._gone_since))
        limit = SITTING_OUT_SECONDS if occupant.stack else BROKE_SECONDS
        ends = [out + limit] if out is not None else []
        return min([*ends, gone + AWAY_SECONDS] if gone is not None else ends)
