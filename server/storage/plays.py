"""
How each player played a hand, as one number, so that many hands are counted without their records.

The lowest bits each say one thing that he did; above them is how many cards he drew, one more than
that, so that 0 is that he did not come to the draw.
"""

from server.ports import FinishedHand
from showdown.history.record import HandRecord
from showdown.history.statistics import Play, big_blind, play_of
from showdown.rules import events as ev
from showdown.rules.ruleset import Chips, Seat

GIVEN_UP = -1
"""Of everybody in a hand that was given up; it counts for nobody."""
CLOSED = -2
"""Where the record does not open any more."""

_BITS = ("asked", "voluntary", "could_be_first", "first_in", "showdown", "won")
"""The lowest first; what is stored has them in this order for ever."""


def as_number(play: Play) -> int:
    """
    What somebody did in a hand, as a number.

    >>> bin(as_number(Play(asked=True, voluntary=True, drew=3, showdown=True)))
    '0b100010011'
    """
    bits = sum(1 << place for place, name in enumerate(_BITS) if getattr(play, name))
    return bits | (0 if play.drew is None else play.drew + 1) << len(_BITS)


def from_number(number: int) -> Play:
    """
    What somebody did in a hand, without what it was for him.

    >>> from_number(0b100010011)
    Play(net=0, won=False, asked=True, voluntary=True, could_be_first=False, first_in=False, \
drew=3, showdown=True)
    """
    drew, bits = number >> len(_BITS), number & (1 << len(_BITS)) - 1
    did = {name: bool(bits >> place & 1) for place, name in enumerate(_BITS)}
    return Play(**did, drew=drew - 1 if drew else None)


class Plays:
    """How everybody played a hand, and its unit."""

    def __init__(self, record: HandRecord) -> None:
        """Raises :class:`CorruptHistory` if the record breaks off."""
        self.big_blind: Chips = big_blind(record.ruleset)
        given_up = isinstance(record.ended, ev.HandAborted)
        self._numbers = (
            {} if given_up else {seat: as_number(play) for seat, play in play_of(record).items()}
        )

    def of(self, seat: Seat) -> int:
        """A seat's number."""
        return self._numbers.get(seat, GIVEN_UP)


def plays_in(hand: FinishedHand) -> Plays:
    """
    How everybody played a hand of ours.

    Raises:
        CorruptHistory: its record breaks off.
    """
    return Plays(HandRecord(table=hand.table, events=hand.events))
