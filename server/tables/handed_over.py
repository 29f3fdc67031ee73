"""
What goes with a table that its node lets go: how far its turn has come.

Nobody gains time by that, and nobody loses any: between the two nodes no clock runs.
"""

from msgspec import Struct

from showdown.rules.ruleset import HandId, Seat

LEAST_LEFT = 5.0
"""
So many seconds somebody has at least where his turn goes on: he may have to come back first, when
he was connected to the node that ends.
"""


class SeatSoFar(Struct, frozen=True, array_like=True):
    """How far the time of a seat has come."""

    seat: Seat
    elapsed_ms: int
    """Since its clock started."""
    lasts_ms: int
    """How long after that its time is over: base time, bank and what was given beyond."""
    graced: bool
    """Whether it has used base time and bank, and was given more."""


class TurnSoFar(Struct, frozen=True):
    """How far a turn has come."""

    hand: HandId
    turn: int
    base_ms: int
    seats: tuple[SeatSoFar, ...]


class HandedOver(Struct, frozen=True):
    """A table was let go in order, for a node that was named."""

    epoch: int = 0
    """In which it was let go."""
    turn: TurnSoFar | None = None
    """None where nobody was asked, and from a node of a release that does not say it."""

    def as_of(self, epoch: int) -> "HandedOver":
        """What counts of it in an epoch: how far a turn has come does in the very next one."""
        return self if epoch == self.epoch + 1 else HandedOver()
