"""
Views and events into words, one way for play, watch, hand and replay.

:class:`Presenter` is what they call; :mod:`~client_cli.presenter.words` has every sentence.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence

from client_cli.presenter import words
from client_cli.presenter.choices import choices, your_turn
from client_cli.presenter.figures import SIGNS, Figures
from client_cli.presenter.narrator import Narrator, Step
from client_cli.presenter.people import who
from client_cli.presenter.picture import Moment, picture, stakes
from client_cli.presenter.scene import Event
from showdown.protocol.contributing import HandFindings
from showdown.protocol.dropping import HANDS, MOST_DROPPED
from showdown.protocol.messages import ActionRequest, TimeLeft
from showdown.rules.ruleset import Chips, Ruleset, Seat
from showdown.rules.table_view import TableView

__all__ = [
    "SIGNS",
    "Event",
    "Figures",
    "Presenter",
    "Step",
    "choices",
    "everything",
    "who",
]


class Presenter:
    """Words for one table."""

    def __init__(self, figures: Figures, table: str) -> None:
        self.figures = figures
        self.table = table
        self._narrator = Narrator(figures)

    def tell(self, view: TableView, events: Sequence[Event]) -> Iterator[str]:
        """Sentences about events; ``view`` is the table before them."""
        return self._narrator.tell(view, events)

    def steps(self, view: TableView, events: Sequence[Event]) -> Iterator[Step]:
        """The same, event by event, with the table after each."""
        return self._narrator.steps(view, events)

    def picture(
        self,
        view: TableView,
        *,
        live: bool = True,
        away: Collection[Seat] = (),
        clock: Sequence[TimeLeft] = (),
    ) -> Iterator[str]:
        """
        The table as it is, or as it was in a hand that is over.

        Args:
            away: whose players are not connected.
            clock: the time that is left to whoever is asked.
        """
        times = {each.seat: each for each in clock}
        return picture(self.table, view, self.figures, Moment(live, away, times))

    def presence(
        self, view: TableView, gone: Iterable[Seat], back: Iterable[Seat]
    ) -> Iterator[str]:
        """Who is not connected any more, and who is again."""
        for said, seats in ((words.AWAY, gone), (words.BACK, back)):
            for seat in sorted(seats):
                yield said.format(who=who(view, seat))

    def proven(self, found: HandFindings) -> Iterator[str]:
        """How far the deal of a hand that is over was proven."""
        findings = found.findings
        if findings is None:
            yield str(words.OFF)
        elif findings.cards:
            sign = words.PROVEN if findings.is_random else words.FIXED
            opened, missed = len(findings.opened), len(findings.missed)
            yield sign.format(cards=findings.cards, opened=opened, asked=opened + missed)
        if found.dropped:
            yield words.DROPPED.format(count=found.dropped, most=MOST_DROPPED, hands=HANDS)
        elif found.missed:
            yield str(words.MISSED)
        if found.unnoted:
            yield str(words.UNNOTED)

    def your_turn(self, request: ActionRequest, view: TableView) -> Iterator[str]:
        """How things are for you, and what you may type."""
        return your_turn(request, everything(request, view), self.figures)

    def choices(self, request: ActionRequest, view: TableView) -> str:
        """What you may type."""
        return choices(request, everything(request, view), self.figures)

    def stakes(self, ruleset: Ruleset) -> str:
        """What is played."""
        return stakes(ruleset, self.figures)

    def name(self, view: TableView, seat: Seat) -> str:
        """What to call a seat."""
        return who(view, seat)


def everything(request: ActionRequest, view: TableView) -> Chips:
    """Your total for this round if you go all-in."""
    own = view.at(request.seat)
    return request.stacks[request.seat] + (own.bet if own is not None else 0)
