"""
The hand that runs, put together from what comes, for a bot that wants to learn from it.
"""

from showdown.bots.contract import PlayedHand
from showdown.rules import seen
from showdown.rules.ruleset import HandId, Seat
from showdown.rules.seen import SeenEvent
from showdown.rules.table_view import TableView

BETWEEN_HANDS = (
    seen.Seated,
    seen.Left,
    seen.LeaveAsked,
    seen.TopUpAsked,
    seen.StackChanged,
    seen.SatOut,
    seen.SatIn,
    seen.GraceGiven,
    seen.PostAsked,
    seen.ButtonMoved,
    seen.DebtsChanged,
    seen.CarryMatched,
    seen.CarryForfeited,
    seen.CarryPaid,
    seen.CarryRestored,
    seen.Paused,
    seen.Resumed,
)
"""Events of the table that belong to no hand, also if they come during one."""


class HandSoFar:
    """The events of the hand that runs, and which hands were not seen whole."""

    def __init__(self) -> None:
        self._events: list[SeenEvent] = []
        self._missed: list[HandId] = []

    def add(self, event: SeenEvent) -> None:
        """One more event, of this hand, of the next, or of none."""
        if isinstance(event, seen.HandStarted):
            self._events = [event]
        elif self._events and not isinstance(event, BETWEEN_HANDS):
            self._events.append(event)

    def begin_again(self, view: TableView) -> None:
        """A snapshot came: what happened before it was not seen."""
        started = self._events[0] if self._events else None
        if isinstance(started, seen.HandStarted):
            self._miss(started.hand)
        own = view.own
        if view.running and view.hand is not None and own is not None and own.dealt_in:
            self._miss(view.hand)
        self._events = []

    def _miss(self, hand: HandId) -> None:
        if hand not in self._missed:
            self._missed.append(hand)

    def missed(self, running: HandId | None = None) -> tuple[HandId, ...]:
        """The hands that are over and were not seen whole, until they are found."""
        return tuple(hand for hand in self._missed if hand != running)

    def found(self, hand: HandId) -> None:
        """A hand that was missed need not be asked for any more."""
        self._missed.remove(hand)

    def take(self, seat: Seat) -> PlayedHand | None:
        """The hand, now that it is over, if it was seen whole and this seat was in it."""
        events, self._events = tuple(self._events), []
        return played_hand(events, seat)


def played_hand(events: tuple[SeenEvent, ...], seat: Seat | None) -> PlayedHand | None:
    """A hand from its events; None if it was given up or the seat was not in it."""
    started = events[0] if events else None
    # A winner may show after the end.
    ended = next((e for e in reversed(events) if not isinstance(e, seen.HandShown)), None)
    if not isinstance(started, seen.HandStarted) or not isinstance(ended, seen.HandEnded):
        return None
    before = next((each.stack for each in started.players if each.seat == seat), None)
    after = next((each.stack for each in ended.stacks if each.seat == seat), None)
    if seat is None or before is None or after is None:
        return None
    return PlayedHand(hand=started.hand, seat=seat, net=after - before, events=events)
