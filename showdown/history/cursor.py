"""
Replay: a place in a record's events, and how the hand stood there.
"""

from collections.abc import Iterator, Sequence

from showdown.history.record import HandRecord
from showdown.rules import events as ev
from showdown.rules import seen
from showdown.rules.following import follow
from showdown.rules.hand import HandState, evolve
from showdown.rules.phases import Phase
from showdown.rules.ruleset import Seat
from showdown.rules.table_view import SeatView, TableView
from showdown.rules.view import SPECTATOR, Viewer, project


class Cursor:
    """
    A place in a hand, from its first event to its last.

    The states on the way are worked out when they are asked for, and kept, so going back costs
    nothing.

    Raises:
        CorruptHistory: the record does not begin as a hand begins, or on the way its events do not
            follow from one another.
    """

    def __init__(self, record: HandRecord) -> None:
        self.record = record
        self._states = [evolve(None, record.started)]
        self._place = 1

    def __len__(self) -> int:
        return len(self.record.events)

    @property
    def place(self) -> int:
        """How many events have happened, from 1."""
        return self._place

    @property
    def event(self) -> ev.HandEvent:
        """What happened last."""
        return self.record.events[self._place - 1]

    @property
    def state(self) -> HandState:
        """How the hand stands, secrets included."""
        return self._state_after(self._place)

    @property
    def at_end(self) -> bool:
        """Whether everything has happened."""
        return self._place == len(self)

    def view(self, viewer: Viewer = SPECTATOR) -> TableView:
        """How the hand stands for a viewer: the view that a client of a live table has."""
        started = self.record.started
        view = TableView(
            ruleset=started.ruleset,
            seats=tuple(
                SeatView(seat=dealt.seat, name=dealt.name, stack=dealt.stack)
                for dealt in sorted(started.lineup, key=lambda dealt: dealt.seat)
            ),
            you=viewer.hand_seat,
        )
        for event in self.record.events[: self._place]:
            view = follow(view, project(event, viewer))
        return view

    def seen(self, viewer: Viewer = SPECTATOR) -> seen.SeenEvent | seen.Hidden:
        """What happened last, as a viewer sees it."""
        return project(self.event, viewer)

    def forward(self, steps: int = 1) -> bool:
        """Go on; whether it moved."""
        return self.go_to(self._place + steps)

    def back(self, steps: int = 1) -> bool:
        """Go back; whether it moved."""
        return self.go_to(self._place - steps)

    def to_start(self) -> bool:
        """Go to where only the players are known; whether it moved."""
        return self.go_to(1)

    def to_end(self) -> bool:
        """Go to the last event; whether it moved."""
        return self.go_to(len(self))

    @property
    def decisions(self) -> tuple[int, ...]:
        """The places where somebody is asked, in order."""
        return tuple(
            place for place, event in enumerate(self.record.events, 1) if isinstance(event, ev.Turn)
        )

    def to_decision(self, turn: int) -> bool:
        """
        Go to where a turn of the hand is opened.

        Args:
            turn: its number, as the event has it.

        Returns:
            Whether there is such a turn; if not, nothing moves.
        """
        return self._to_first(
            place
            for place in self.decisions
            if isinstance(asked := self.record.events[place - 1], ev.Turn) and asked.turn == turn
        )

    def to_next_decision(self, seat: Seat | None = None) -> bool:
        """Go on to where somebody, or this seat, is asked next; whether there is such a place."""
        return self._to_first(p for p in self._asking(seat) if p > self._place)

    def to_last_decision(self, seat: Seat | None = None) -> bool:
        """Go back to where somebody, or this seat, was asked last; whether there is one."""
        return self._to_first(p for p in reversed(self._asking(seat)) if p < self._place)

    def _asking(self, seat: Seat | None) -> Sequence[int]:
        if seat is None:
            return self.decisions
        return [p for p in self.decisions if seat in _asked(self.record.events[p - 1])]

    def _to_first(self, places: Iterator[int]) -> bool:
        place = next(places, None)
        if place is not None:
            self._place = place
        return place is not None

    def to_phase(self, phase: Phase, street: int | None = None) -> bool:
        """
        Go to the first event after which the hand is in a phase.

        Args:
            street: a betting round, 0 before the draw and 1 after it, for the phase of betting.

        Returns:
            Whether there is such a place; if not, nothing moves.
        """
        for place in range(1, len(self) + 1):
            state = self._state_after(place)
            if state.phase is phase and (street is None or state.street == street):
                self._place = place
                return True
        return False

    def go_to(self, place: int) -> bool:
        """Go to a place, or as near as there is one; whether it moved."""
        before = self._place
        self._place = max(1, min(place, len(self)))
        return self._place != before

    def _state_after(self, place: int) -> HandState:
        for event in self.record.events[len(self._states) : place]:
            self._states.append(evolve(self._states[-1], event))
        return self._states[place - 1]


def _asked(event: ev.HandEvent) -> tuple[Seat, ...]:
    """Whose turn it is; at a draw that all make together there are several."""
    if not isinstance(event, ev.Turn):
        return ()
    return (event.seat, *(other.seat for other in event.others))
