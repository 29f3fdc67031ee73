"""
The tables of a server to choose from: filtered by what is typed, sorted by a column.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, NamedTuple

from msgspec import Struct

from client_cli.presenter import Figures, Presenter
from showdown.protocol import messages as msg
from showdown.rules.ruleset import TableId
from showdown.sdk.seating import has_room


class Yours(Struct, frozen=True, kw_only=True):
    """What you are at tables."""

    seats: Collection[TableId] = ()
    hosts: Collection[TableId] = ()
    waits: Mapping[TableId, int] = {}
    """Where you stand in line."""


class Column(Enum):
    """What the tables are told apart by."""

    TABLE = "table"
    GAME = "game"
    SEATS = "seats"
    POT = "pot"
    WAITING = "waiting"
    WATCHING = "watching"
    BUY_IN = "buy_in"
    PACE = "pace"


class Sorting(NamedTuple):
    """By which column; None is your own tables, then the busiest with room."""

    column: Column | None = None
    down: bool = False


class TableList:
    """The tables, in the order in which they are shown, and the one that is pointed at."""

    def __init__(self, figures: Figures) -> None:
        self.figures = figures
        self.typed = ""
        """What is looked for."""
        self.sorting = Sorting()
        self.yours = Yours()
        self.known = False
        """Whether the server has said which tables there are."""
        self._all: Sequence[msg.TableSummary] = ()
        self._pointed: TableId | None = None

    def take(self, tables: Sequence[msg.TableSummary], yours: Yours) -> bool:
        """The tables as they are now; whether anything is other than it was."""
        changed = not self.known or tables != self._all or yours != self.yours
        self._all, self.yours, self.known = tables, yours, True
        return changed

    @property
    def total(self) -> int:
        """How many there are, found or not."""
        return len(self._all)

    @property
    def found(self) -> list[msg.TableSummary]:
        """Those that are looked for, in order."""
        some = [each for each in self._all if self._is_looked_for(each)]
        column, down = self.sorting
        if column is None:
            return sorted(some, key=self._usual)
        return sorted(some, key=_KEYS[column], reverse=down)

    @property
    def pointed(self) -> msg.TableSummary | None:
        """The one that is pointed at: the first if it is there no more."""
        found = self.found
        return next((e for e in found if e.table == self._pointed), found[0] if found else None)

    @property
    def place(self) -> int:
        """Where it stands among those found, from 0."""
        pointed = self.pointed
        return 0 if pointed is None else self.found.index(pointed)

    def point(self, place: int) -> None:
        """Point at another one, or at the nearest there is."""
        found = self.found
        if found:
            self._pointed = found[max(0, min(place, len(found) - 1))].table

    def point_at(self, table: TableId) -> None:
        """Point at a table by its name."""
        self._pointed = table

    def sort(self, column: Column) -> None:
        """Sort by a column; a second time the other way round, a third time as it was."""
        if self.sorting.column is not column:
            self.sorting = Sorting(column, down=column in _BIGGEST_FIRST)
        elif self.sorting.down is (column in _BIGGEST_FIRST):
            self.sorting = Sorting(column, down=not self.sorting.down)
        else:
            self.sorting = Sorting()

    def sort_next(self) -> None:
        """Sort by the next column."""
        columns = [None, *Column]
        after = columns[(columns.index(self.sorting.column) + 1) % len(columns)]
        self.sorting = Sorting(after, down=after in _BIGGEST_FIRST)

    def stakes(self, table: msg.TableSummary) -> str:
        """What is played there."""
        return Presenter(self.figures, table.table).stakes(table.ruleset)

    def _usual(self, table: msg.TableSummary) -> tuple[bool, bool, int]:
        """Your own tables first, then where there is room and most people are."""
        return table.table not in self.yours.seats, not has_room(table), -table.players

    def _is_looked_for(self, table: msg.TableSummary) -> bool:
        """All words that are typed stand somewhere in its name, its game or its players."""
        texts = (table.table, self.stakes(table), *(each.name for each in table.seats))
        whole = " ".join(texts).casefold()
        return all(word in whole for word in self.typed.casefold().split())


def people_at(table: msg.TableSummary) -> Iterable[msg.SeatSummary]:
    """Who sits there, bots too, by seat."""
    return sorted(table.seats, key=lambda each: each.seat)


_BIGGEST_FIRST = frozenset({Column.SEATS, Column.POT, Column.WAITING, Column.WATCHING})

_KEYS: dict[Column, Callable[[msg.TableSummary], Any]] = {
    Column.TABLE: lambda each: each.table.casefold(),
    Column.GAME: lambda each: (each.ruleset.bb or each.ruleset.min_bet, each.ruleset.game),
    Column.SEATS: lambda each: (each.players, len(each.free)),
    Column.POT: lambda each: each.average_pot or 0,
    Column.WAITING: lambda each: each.waiting,
    Column.WATCHING: lambda each: each.spectators,
    Column.BUY_IN: lambda each: each.ruleset.usual_buy,
    Column.PACE: lambda each: each.ruleset.act_time,
}
