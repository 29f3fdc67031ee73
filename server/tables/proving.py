"""
What the hand of a table opens to each of its viewers.
"""

from collections.abc import Sequence

from showdown.rules import events as ev
from showdown.rules.fairness.openings import Openings
from showdown.rules.fairness.record import Proof
from showdown.rules.proofs import HandProofs, Told
from showdown.rules.ruleset import Seat
from showdown.rules.table import TableEvent
from showdown.rules.view import Viewer

_OPENING = frozenset({ev.CardsDealt, ev.Reshuffled, ev.HandShown, ev.OpenersShown})
"""With these events something is opened to several viewers."""
_NOTED = frozenset({ev.CardsDrawn, ev.HandStarted})


NOBODY: frozenset[Seat] = frozenset()


class Proving:
    """The proofs of the hand that runs or was last at a table."""

    def __init__(self) -> None:
        self._proofs: HandProofs | None = None
        self._opens = False
        """Whether the last events opened something to more than who drew."""
        self._drawn = NOBODY
        """Who drew in the last events, which opens cards to nobody else."""
        self._told: dict[Seat | None, Told] = {}
        self._news: dict[Seat | None, Openings | None] = {}

    def follow(self, events: Sequence[TableEvent]) -> None:
        """Take in what happened; its :meth:`news` are there until the next time."""
        kinds = set(map(type, events))
        self._opens, self._drawn, self._news = not _OPENING.isdisjoint(kinds), NOBODY, {}
        if not _NOTED.isdisjoint(kinds):
            self._note(events)
        if self._proofs is not None:
            self._proofs.follow(events)

    def _note(self, events: Sequence[TableEvent]) -> None:
        for event in events:
            if type(event) is ev.CardsDrawn:
                self._drawn |= {event.seat}
            elif type(event) is ev.HandStarted:
                self._proofs, self._told = HandProofs(event), {}

    @property
    def has_news(self) -> bool:
        """Whether the events that were taken in last may open something to anybody."""
        return self._opens or bool(self._drawn)

    def news(self, viewer: Viewer) -> Openings | None:
        """What the events that were taken in last open to a viewer."""
        seat = viewer.hand_seat
        if not self._opens and seat not in self._drawn:
            return None
        if self._proofs is None or not self._proofs.are_there:
            return None
        if seat not in self._news:
            told = self._told.setdefault(seat, Told())
            self._news[seat] = self._proofs.news(viewer, told)
        return self._news[seat]

    def whole(self, viewer: Viewer) -> Proof | None:
        """All that was opened to a viewer in this hand; None for one that is not proven."""
        if self._proofs is None or not self._proofs.are_there:
            return None
        return self._proofs.proof(viewer)
