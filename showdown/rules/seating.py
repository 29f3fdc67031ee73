"""
Who sits at a table, with what, and where button and blinds go (RULES 5, 6 and 7).

What happens between hands is decided here; hands know nothing of it. Money, time and randomness
come in as arguments of actions: what an account can pay, which key a new hand has.
"""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from showdown.errors import CorruptHistory
from showdown.rules import events as ev
from showdown.rules.ruleset import AccountId, Chips, Ruleset, Seat
from showdown.rules.start import deal_order, usual_blinds

BANK_REFILL_HANDS = 50
"""After so many hands a player's time bank is full again (RULES 15.3)."""

SITTING_OUT_SECONDS = 20 * 60
"""So long a seat is kept for a player who sits out (RULES 7.7)."""

BROKE_SECONDS = 120
"""So long it is kept for one who has no chips (RULES 5.3)."""

TIMEOUTS_ALLOWED = 2
"""So many timeouts in a row and a player sits out (RULES 15.1)."""


# Events: what happened at the table outside its hands.


class Seated(ev.Event, frozen=True, tag="seated"):
    """A player took a seat and is dealt in at the next hand."""

    seat: Seat
    account: AccountId
    name: str
    stack: Chips


class Left(ev.Event, frozen=True, tag="left"):
    """A player has gone and took his stack with him."""

    seat: Seat
    account: AccountId
    stack: Chips


class LeaveAsked(ev.Event, frozen=True, tag="leave_asked"):
    """A player leaves when the hand is over."""

    seat: Seat


class TopUpAsked(ev.Event, frozen=True, tag="top_up_asked"):
    """A player wants this total after the hand; shown to him alone."""

    seat: Seat
    to: Chips


class StackChanged(ev.Event, frozen=True, tag="stack_changed"):
    """A player's chips after a top-up; the same as before if it was void."""

    seat: Seat
    stack: Chips


class SatOut(ev.Event, frozen=True, tag="sat_out"):
    """A player is not dealt in from the next hand."""

    seat: Seat


class SatIn(ev.Event, frozen=True, tag="sat_in"):
    """A player is dealt in again from the next hand."""

    seat: Seat


class ButtonMoved(ev.Event, frozen=True, tag="button_moved"):
    """Where button and blinds are for the hand that begins."""

    button: Seat
    small_blind: Seat | None = None
    big_blind: Seat | None = None


SeatingEvent = Seated | Left | LeaveAsked | TopUpAsked | StackChanged | SatOut | SatIn | ButtonMoved


# State.


class Occupant(Struct, frozen=True, kw_only=True):
    """A player in a seat."""

    seat: Seat
    account: AccountId
    name: str
    stack: Chips
    sitting_out: bool = False
    leaving: bool = False
    top_up_to: Chips | None = None
    """The total he has asked for, to be had after the hand."""
    bank_ms: int = 0
    timeouts: int = 0
    """How many of his turns in a row the clock has taken."""
    hands: int = 0
    """In how many he was dealt in and which are over."""

    @property
    def is_ready(self) -> bool:
        """Whether he is dealt in at the next hand (RULES 0.5)."""
        return self.stack > 0 and not self.sitting_out and not self.leaving


class Seating(Struct, frozen=True, kw_only=True):
    """A table between two hands."""

    ruleset: Ruleset
    occupants: tuple[Occupant, ...] = ()
    """By seat."""
    last: ButtonMoved | None = None
    """Button and blinds of the last hand."""
    aborted: bool = False
    """The last hand was given up: the next has its button and blinds again (RULES 15.5)."""

    def at(self, seat: Seat) -> Occupant | None:
        """Who sits there."""
        return next((each for each in self.occupants if each.seat == seat), None)

    def of(self, account: AccountId) -> Occupant | None:
        """Where an account sits."""
        return next((each for each in self.occupants if each.account == account), None)

    @property
    def free_seats(self) -> tuple[Seat, ...]:
        """Seats nobody has, lowest first."""
        taken = {each.seat for each in self.occupants}
        return tuple(s for s in range(1, self.ruleset.max_seats + 1) if s not in taken)

    @property
    def ready(self) -> tuple[Occupant, ...]:
        """Who is dealt in at the next hand."""
        return tuple(each for each in self.occupants if each.is_ready)


def next_button(
    ruleset: Ruleset, ready: Sequence[Seat], last: ButtonMoved | None, drawn: Seat
) -> ButtonMoved:
    """
    Button and blinds of the next hand, nobody owing a blind (RULES 6.1 to 6.5).

    >>> rules, last = Ruleset(sb=5, bb=10), ButtonMoved(button=1, small_blind=2, big_blind=3)
    >>> next_button(rules, [1, 3, 4], last, drawn=1)
    ButtonMoved(button=3, small_blind=4, big_blind=1)
    >>> next_button(rules, [1, 3], last, drawn=1)
    ButtonMoved(button=3, small_blind=3, big_blind=1)

    Args:
        ready: the seats that are dealt in, at least two.
        last: those of the last hand; None at a table's first.
        drawn: the seat that has the button at a table's first hand.
    """
    if last is None:
        button = drawn
    elif len(ready) == 2 and last.big_blind is not None and last.big_blind in ready:
        button = last.big_blind  # nobody is big blind twice running (RULES 6.5)
    else:
        button = deal_order(ready, last.button)[0]
    return with_blinds(ruleset, ready, button)


def with_blinds(ruleset: Ruleset, ready: Sequence[Seat], button: Seat) -> ButtonMoved:
    """The blinds that follow from a button among those who are dealt in."""
    if not ruleset.has_blinds:
        return ButtonMoved(button=button)
    blinds = usual_blinds(deal_order(ready, button))
    return ButtonMoved(button=button, small_blind=blinds.small, big_blind=blinds.big)


# What events make of a table.


def seat_event(seating: Seating, event: SeatingEvent) -> Seating:
    """What an event of the table makes of it."""
    return _SEATERS[type(event)](seating, event)


def hand_event(seating: Seating, event: ev.HandEvent) -> Seating:
    """What an event of a hand makes of the table around it."""
    follow = _FOLLOWERS.get(type(event))
    return follow(seating, event) if follow else seating


def _change(seating: Seating, seat: Seat, **changes: Any) -> Seating:
    if seating.at(seat) is None:
        raise CorruptHistory(f"Nobody sits in seat {seat}.", found=seat)
    return replace(
        seating,
        occupants=tuple(
            replace(each, **changes) if each.seat == seat else each for each in seating.occupants
        ),
    )


def _seated(seating: Seating, event: Seated) -> Seating:
    newcomer = Occupant(
        seat=event.seat,
        account=event.account,
        name=event.name,
        stack=event.stack,
        bank_ms=full_bank(seating.ruleset),
    )
    occupants = sorted((*seating.occupants, newcomer), key=lambda each: each.seat)
    return replace(seating, occupants=tuple(occupants))


def full_bank(ruleset: Ruleset) -> int:
    """A whole time bank in milliseconds."""
    return round(ruleset.time_bank * 1000)


def _left(seating: Seating, event: Left) -> Seating:
    return replace(seating, occupants=tuple(e for e in seating.occupants if e.seat != event.seat))


def _button_moved(seating: Seating, event: ButtonMoved) -> Seating:
    return replace(seating, last=event)


_SEATERS: dict[type[ev.Event], Callable[[Seating, Any], Seating]] = {
    Seated: _seated,
    Left: _left,
    LeaveAsked: lambda seating, e: _change(seating, e.seat, leaving=True),
    TopUpAsked: lambda seating, e: _change(seating, e.seat, top_up_to=e.to),
    StackChanged: lambda seating, e: _change(seating, e.seat, stack=e.stack, top_up_to=None),
    SatOut: lambda seating, e: _change(seating, e.seat, sitting_out=True),
    SatIn: lambda seating, e: _change(seating, e.seat, sitting_out=False, timeouts=0),
    ButtonMoved: _button_moved,
}


def _timed(seating: Seating, event: ev.Acted | ev.Discarded) -> Seating:
    occupant = seating.at(event.seat)
    before = occupant.timeouts if occupant else 0
    if not event.timed_out and not before:
        return seating
    return _change(seating, event.seat, timeouts=before + 1 if event.timed_out else 0)


def _bank_spent(seating: Seating, event: ev.BankSpent) -> Seating:
    return _change(seating, event.seat, bank_ms=event.bank_ms)


def _hand_over(seating: Seating, event: ev.HandEnded | ev.HandAborted) -> Seating:
    for each in event.stacks:
        occupant = seating.at(each.seat)
        if occupant is None:
            raise CorruptHistory(f"Nobody sits in seat {each.seat}.", found=each.seat)
        hands = occupant.hands + 1
        full = hands % BANK_REFILL_HANDS == 0
        bank_ms = full_bank(seating.ruleset) if full else occupant.bank_ms
        seating = _change(seating, each.seat, stack=each.stack, hands=hands, bank_ms=bank_ms)
    return replace(seating, aborted=isinstance(event, ev.HandAborted))


_FOLLOWERS: dict[type[ev.Event], Callable[[Seating, Any], Seating]] = {
    ev.Acted: _timed,
    ev.Discarded: _timed,
    ev.BankSpent: _bank_spent,
    ev.HandEnded: _hand_over,
    ev.HandAborted: _hand_over,
}
