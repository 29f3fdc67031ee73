"""
A table at one moment, and what events make of it.
"""

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from showdown.errors import IllegalAction, Refusal
from showdown.rules import events as ev
from showdown.rules.evolve_seating import hand_event, seat_event
from showdown.rules.hand import HandState, apply
from showdown.rules.hand import evolve as evolve_hand
from showdown.rules.phases import ENDED
from showdown.rules.proven import head_of
from showdown.rules.ruleset import AccountId, Ruleset, Seat
from showdown.rules.seat_events import SeatingEvent
from showdown.rules.seating import Occupant, Seating

TableEvent = ev.HandEvent | SeatingEvent


class TableState(Struct, frozen=True, kw_only=True):
    """A table at one moment, secrets included."""

    seating: Seating
    hand: HandState | None = None
    """The hand that runs, or the last one until the next begins."""

    @property
    def ruleset(self) -> Ruleset:
        """What is played here."""
        return self.seating.ruleset

    @property
    def running(self) -> HandState | None:
        """The hand that runs, if one does."""
        hand = self.hand
        return None if hand is None or hand.phase is ENDED else hand

    def is_dealt_in(self, seat: Seat) -> bool:
        """Whether a seat has a part in the hand that runs."""
        return self.running is not None and seat in self.running.seats

    def place_in_hand(self, occupant: Occupant) -> int | None:
        """
        A player's position in the hand that runs or was last.

        None if it was not he who was dealt in there, or if he has been away since.
        """
        hand = self.hand
        place = None if hand is None else hand.position(occupant.seat)
        if hand is None or place is None or (hand.ended and not occupant.hands):
            return None
        return place if hand.started.lineup[place].account == occupant.account else None


def evolve(table: TableState, event: TableEvent) -> TableState:
    """
    What an event makes of a table.

    Raises:
        CorruptHistory: the event cannot happen here.
    """
    return replay(table, (event,))


def replay(table: TableState, events: Iterable[TableEvent]) -> TableState:
    """
    The table after these events.

    The hand is copied once, however many they are: what comes between two of them nobody sees.

    Raises:
        CorruptHistory: an event cannot happen where it does.
    """
    hand, seating, is_ours = table.hand, table.seating, False
    for event in events:
        if not ev.is_of_a_hand(event):
            seating = seat_event(seating, event)
            continue
        if is_ours and hand is not None and not isinstance(event, ev.HandStarted):
            apply(hand, (event,))
        else:
            hand = evolve_hand(None if isinstance(event, ev.HandStarted) else hand, event)
            is_ours = True
        seating = _around(seating, event, hand)
    return replace(table, hand=hand, seating=seating)


def led_to(table: TableState, events: Iterable[ev.HandEvent], hand: HandState) -> TableState:
    """The table after events of the hand that runs, which are known to have led to this hand."""
    seating = table.seating
    for event in events:
        seating = _around(seating, event, hand)
    return replace(table, hand=hand, seating=seating)


def _around(seating: Seating, event: ev.HandEvent, hand: HandState) -> Seating:
    """What an event of a hand makes of the table around it, which is over if that ends it."""
    seating = hand_event(seating, event)
    if type(event) in _LAST:
        # A hand that was given up before its deal was proven is bound to as well.
        return replace(seating, head=head_of(hand) or seating.head)
    return seating


_LAST = frozenset({ev.HandEnded, ev.HandAborted})


Step = Callable[[TableState], Iterable[TableEvent]]


def chain(table: TableState, steps: Iterable[Step]) -> Iterator[TableEvent]:
    """The events of several steps, each of which sees what those before it have made."""
    events: tuple[TableEvent, ...] = ()
    for step in steps:
        table = replay(table, events)
        events = tuple(step(table))
        yield from events


def refuse(refusal: Refusal, sentence: str, **facts: str | int) -> IllegalAction:
    """Why a table refuses an action."""
    return IllegalAction(refusal, sentence, **facts)


def occupant_of(table: TableState, account: AccountId) -> Occupant:
    """
    Where an account sits.

    Raises:
        IllegalAction: it does not sit here.
    """
    occupant = table.seating.of(account)
    if occupant is None:
        raise refuse(Refusal.NOT_SEATED, "You have no seat at this table; sit down first.")
    return occupant
