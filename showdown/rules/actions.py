"""
What a seat asks, and what the dealer does.

The dealer is the server, the arena, the case runner or a replay. His actions bring time and
randomness into the hand; they are never accepted from the wire.
"""

from msgspec import Struct

from showdown.rules.cards import Card
from showdown.rules.fairness.telling import Opening
from showdown.rules.ruleset import Chips, Seat


class Fold(Struct, frozen=True, tag="fold"):
    """Give the hand up; allowed even when checking is free."""

    seat: Seat


class Check(Struct, frozen=True, tag="check"):
    """Stay in without putting chips in; possible when there is nothing to call."""

    seat: Seat


class Call(Struct, frozen=True, tag="call"):
    """Put in what there is to call, or the whole stack if that is less."""

    seat: Seat


class BetTo(Struct, frozen=True, tag="bet"):
    """Open the betting; ``to`` is the seat's total for this round."""

    seat: Seat
    to: Chips


class RaiseTo(Struct, frozen=True, tag="raise"):
    """Raise the bet; ``to`` is the seat's total for this round."""

    seat: Seat
    to: Chips


class Draw(Struct, frozen=True, tag="draw"):
    """Discard these cards and get as many; none is standing pat."""

    seat: Seat
    cards: tuple[Card, ...] = ()


class Deal(Struct, frozen=True, tag="deal"):
    """The dealer gives the order of the deck, top card first."""

    order: tuple[Card, ...]


class Reshuffle(Struct, frozen=True, tag="reshuffle"):
    """The dealer gives the order of the new stub (RULES 10.6)."""

    order: tuple[Card, ...]


class Open(Struct, frozen=True, tag="open"):
    """The dealer closes the window in which contributors open, with what came in time."""

    openings: tuple[Opening, ...] = ()


class Timeout(Struct, frozen=True, tag="timeout"):
    """A clock ran out: check if that is free, else fold; at the draw stand pat (RULES 15.1)."""

    seat: Seat


PlayerAction = Fold | Check | Call | BetTo | RaiseTo | Draw
DealerAction = Deal | Reshuffle | Open | Timeout
Action = PlayerAction | DealerAction
