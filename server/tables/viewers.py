"""
Who sees a table otherwise than everybody, found once for as long as the same people play.
"""

from collections.abc import Mapping

from showdown.rules.events import HandStarted
from showdown.rules.ruleset import AccountId
from showdown.rules.seating import Occupant
from showdown.rules.table import TableState
from showdown.rules.view import Viewer, table_viewers


class Viewers:
    """The viewers of one table who were dealt in or have a seat; all others see what is public."""

    __slots__ = ("_found", "_occupants", "_started")

    def __init__(self) -> None:
        self._started: HandStarted | None = None
        self._occupants: tuple[Occupant, ...] = ()
        self._found: dict[AccountId, Viewer] = {}

    def of(self, table: TableState) -> Mapping[AccountId, Viewer]:
        """Who looks at a table that is as it is now, by account."""
        started = None if table.hand is None else table.hand.started
        occupants = table.seating.occupants
        if started is not self._started or occupants is not self._occupants:
            self._started, self._occupants = started, occupants
            self._found = table_viewers(table)
        return self._found
