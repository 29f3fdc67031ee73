"""
What the hand of a table opens to each of its viewers.
"""

from collections.abc import Iterable
from typing import NamedTuple

from showdown.rules import events as ev
from showdown.rules.fairness.openings import Openings, news
from showdown.rules.fairness.record import Proof
from showdown.rules.proofs import HandProofs
from showdown.rules.ruleset import Seat
from showdown.rules.table import TableEvent
from showdown.rules.view import Viewer

_OPENING = (ev.CardsDealt, ev.Reshuffled, ev.CardsDrawn, ev.HandShown, ev.OpenersShown)
"""With these events cards are opened, to some of the viewers."""


class _Told(NamedTuple):
    """What a viewer was told."""

    proof: Proof
    extent: tuple[int, int, bool]


class Proving:
    """The proofs of the hand that runs or was last at a table."""

    def __init__(self) -> None:
        self._proofs: HandProofs | None = None
        self._opens = False
        self._before: dict[Seat | None, _Told] = {}
        self._news: dict[Seat | None, Openings | None] = {}

    def follow(self, events: Iterable[TableEvent]) -> None:
        """Take in what happened; its :meth:`news` are there until the next time."""
        happened = ev.hand_events(events)
        self._opens, self._news = False, {}
        for event in happened:
            if isinstance(event, ev.HandStarted):
                self._proofs, self._before = HandProofs(event), {}
            self._opens = self._opens or isinstance(event, _OPENING)
        if self._proofs is not None:
            self._proofs.follow(happened)

    def news(self, viewer: Viewer) -> Openings | None:
        """What the events that were taken in last open to a viewer."""
        seat = viewer.hand_seat
        if not self._opens or self._proofs is None or not self._proofs.are_there:
            return None
        if seat not in self._news:
            self._news[seat] = self._more(self._proofs, viewer)
        return self._news[seat]

    def _more(self, proofs: HandProofs, viewer: Viewer) -> Openings | None:
        extent, before = proofs.extent(viewer), self._before.get(viewer.hand_seat)
        if before is not None and before.extent == extent:
            return None
        told = _Told(proofs.proof(viewer), extent)
        self._before[viewer.hand_seat] = told
        return news(None if before is None else before.proof, told.proof)

    def whole(self, viewer: Viewer) -> Proof | None:
        """All that was opened to a viewer in this hand; None for one that is not proven."""
        if self._proofs is None or not self._proofs.are_there:
            return None
        return self._proofs.proof(viewer)
