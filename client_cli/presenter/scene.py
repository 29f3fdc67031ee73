"""
What a sentence is about: an event, the table around it, and how the hand ends.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from client_cli.languages import Said
from client_cli.presenter import words
from client_cli.presenter.figures import Figures
from client_cli.presenter.people import name_of
from showdown.rules import seen
from showdown.rules.ruleset import Ruleset, Seat
from showdown.rules.table_view import SeatView, TableView

Event = seen.SeenEvent | seen.Hidden


class Showdown(NamedTuple):
    """What a batch says about its end: who showed what, and who got which pot."""

    ranks: Mapping[Seat, str]
    """Display names, told apart where they would be the same."""
    shares: Mapping[int, Sequence[seen.PotAwarded]]

    @classmethod
    def of(cls, events: Iterable[Event], ruleset: Ruleset, figures: Figures) -> "Showdown":
        """Collect it from the events."""
        shown: dict[Seat, seen.HandShown] = {}
        shares: dict[int, list[seen.PotAwarded]] = {}
        for event in events:
            if isinstance(event, seen.HandShown):
                shown[event.seat] = event
            elif isinstance(event, seen.PotAwarded):
                shares.setdefault(event.pot, []).append(event)
        names = figures.hands([ruleset.rank(each.cards) for each in shown.values()])
        return cls(dict(zip(shown, names, strict=True)), shares)

    def title(self, pot: int) -> str:
        """What to call a pot."""
        if len(self.shares) == 1:
            return str(words.POT)
        if pot == 0:
            return str(words.MAIN_POT)
        return str(words.SIDE_POT) if len(self.shares) == 2 else words.SIDE_POTS.format(number=pot)


class Scene(NamedTuple):
    """The table around an event."""

    before: TableView
    after: TableView
    showdown: Showdown

    def seat(self, seat: Seat) -> SeatView | None:
        """Who sits or sat there: somebody who goes is still named, and who comes already."""
        return self.before.at(seat) or self.after.at(seat)

    def is_you(self, seat: Seat) -> bool:
        return seat == (self.before.you or self.after.you)

    def name(self, seat: Seat) -> str:
        if self.is_you(seat):
            return str(words.YOU)
        return name_of(self.seat(seat), seat)

    def say(self, said: Said, seat: Seat, /, **parts: object) -> str:
        return said.to(self.is_you(seat), who=self.name(seat), **parts)
