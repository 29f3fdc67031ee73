"""
Who of those seated is away, as the others are shown it.

It is about connections and not about the game, so no journal has it. Who goes is shown at once,
and who comes back when he has stayed for a moment: whose line comes and goes is away as long as it
does, and nobody hears of each time.
"""

from collections.abc import Callable, Collection

from server.tables.clock import Clock, Timer
from showdown.rules.ruleset import AccountId

STEADY = 2.0
"""Seconds that somebody has to be there again until he is shown so."""


NOBODY: frozenset[AccountId] = frozenset()
"""Shared by all tables where nobody is away."""


class Presence:
    """Whom a table shows as away; :meth:`follow` whoever comes and goes."""

    def __init__(self, clock: Clock, on_due: Callable[[], None]) -> None:
        """``on_due`` is called when somebody has been there for long enough: follow then."""
        self.away = NOBODY
        """Who is shown as away."""
        self.gone = NOBODY
        """Who is not connected at this moment."""
        self._clock = clock
        self._on_due = on_due
        self._back_since: dict[AccountId, float] = {}
        self._timer: Timer | None = None

    def follow(self, seated: Collection[AccountId], connected: Collection[AccountId]) -> bool:
        """
        Take in who sits here and who of them is connected.

        Returns:
            Whether it changes who is shown as away.
        """
        if not seated and not self.away:
            self.gone = NOBODY
            return False
        now = self._clock.now()
        self.gone = frozenset(seated).difference(connected)
        here = self.away.intersection(seated) - self.gone
        self._back_since = {each: self._back_since.get(each, now) for each in here}
        coming = {each for each in here if now < self._back_since[each] + STEADY}
        before, self.away = self.away, self.gone | coming
        self._back_since = {each: self._back_since[each] for each in coming}
        self._wait()
        return self.away != before

    def stop(self) -> None:
        """Wait for nobody."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None

    def _wait(self) -> None:
        self.stop()
        if self._back_since:
            first = min(self._back_since.values())
            self._timer = self._clock.call_at(first + STEADY, self._on_due)
