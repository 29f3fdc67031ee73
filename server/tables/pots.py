"""
What pots were at a table lately, for the lobby.
"""

from collections import deque
from collections.abc import Iterable

from showdown.rules import events as ev
from showdown.rules.ruleset import Chips
from showdown.rules.table import TableEvent

LATELY = 50
"""So many hands count."""


class PotsLately:
    """The pots of the last hands since the server was started."""

    def __init__(self) -> None:
        self._pots: deque[Chips] | None = None
        """There is none before the first hand: most tables of many are never played at."""

    def follow(self, events: Iterable[TableEvent]) -> None:
        """Count hands that are over with these events."""
        for event in events:
            if isinstance(event, ev.HandEnded) and not event.passed_out:
                if self._pots is None:
                    self._pots = deque(maxlen=LATELY)
                self._pots.append(sum(pot.amount for pot in event.pots))

    @property
    def average(self) -> Chips | None:
        """What a pot was on average, side pots included; None if there was none."""
        return round(sum(self._pots) / len(self._pots)) if self._pots else None
