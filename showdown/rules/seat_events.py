"""
What happens at a table outside its hands, as frozen values.

Like the events of a hand they are the truth: a table is the fold of them all
(:mod:`showdown.rules.seating`).
"""

from showdown.rules.events import Event, Share
from showdown.rules.fairness.texts import DigestText
from showdown.rules.ruleset import AccountId, Chips, Seat


class Seated(Event, frozen=True, tag="seated"):
    """A player took a seat; in a game with blinds he owes the big blind."""

    seat: Seat
    account: AccountId
    name: str
    stack: Chips
    bank_ms: int | None = None
    """What he had left of his time bank when he got up here not long ago; None is a full one."""


class Left(Event, frozen=True, tag="left"):
    """A player has gone and took his stack with him."""

    seat: Seat
    account: AccountId
    stack: Chips
    at_s: int = 0
    """When, in seconds on the clock of who asked; what is remembered of it grows old by that."""


class LeaveAsked(Event, frozen=True, tag="leave_asked"):
    """A player leaves when the hand is over."""

    seat: Seat


class TopUpAsked(Event, frozen=True, tag="top_up_asked"):
    """A player wants this total after the hand; shown to him alone."""

    seat: Seat
    to: Chips


class StackChanged(Event, frozen=True, tag="stack_changed"):
    """A player's chips after a top-up; the same as before if it was void."""

    seat: Seat
    stack: Chips


class SatOut(Event, frozen=True, tag="sat_out"):
    """A player is not dealt in from the next hand."""

    seat: Seat
    at_s: int = 0
    """Since when, in seconds on the clock of who asked; his seat is not kept for ever."""


class SatIn(Event, frozen=True, tag="sat_in"):
    """A player is dealt in again from the next hand."""

    seat: Seat


class GraceGiven(Event, frozen=True, tag="grace_given"):
    """A player who is cut off has so much more time for his turn, once in the hand."""

    seat: Seat
    grace_ms: int


class PostAsked(Event, frozen=True, tag="post_asked"):
    """A player pays what entering costs as soon as he may, and does not wait."""

    seat: Seat


class AnchorSet(Event, frozen=True, tag="anchor_set"):
    """A player has begun a chain of openings; it counts from the next hand on."""

    seat: Seat
    anchor: DigestText


class ButtonMoved(Event, frozen=True, tag="button_moved"):
    """Where button and blinds are for the hand that begins."""

    button: Seat
    small_blind: Seat | None = None
    big_blind: Seat | None = None
    dead_small: bool = False
    """Nobody posts the small blind of that seat."""


class DebtsChanged(Event, frozen=True, tag="debts_changed"):
    """Which blinds a player owes now, and how many big blinds in a row he has missed."""

    seat: Seat
    owes_bb: bool = False
    owes_sb: bool = False
    missed: int = 0


class CarryMatched(Event, frozen=True, tag="carry_matched"):
    """A player has paid as much into the carry as the others, and plays for it with them."""

    seat: Seat
    amount: Chips


class CarryForfeited(Event, frozen=True, tag="carry_forfeited"):
    """A player gave up his part of the carry; his chips stay in it."""

    seat: Seat
    amount: Chips


class CarryPaid(Event, frozen=True, tag="carry_paid"):
    """The last player who was in the carry got all of it."""

    seat: Seat
    amount: Chips


class CarryRestored(Event, frozen=True, tag="carry_restored"):
    """A hand was given up that was played for a carry: it is as before."""

    shares: tuple[Share, ...]
    forfeited: tuple[Chips, ...] = ()


class Paused(Event, frozen=True, tag="paused"):
    """The host pauses the table: no hand begins; one that runs is played to its end."""


class Resumed(Event, frozen=True, tag="resumed"):
    """The host lets hands begin again."""


SeatingEvent = (
    Seated
    | Left
    | LeaveAsked
    | TopUpAsked
    | StackChanged
    | SatOut
    | SatIn
    | GraceGiven
    | PostAsked
    | AnchorSet
    | ButtonMoved
    | DebtsChanged
    | CarryMatched
    | CarryForfeited
    | CarryPaid
    | CarryRestored
    | Paused
    | Resumed
)
