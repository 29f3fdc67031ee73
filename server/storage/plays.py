"""
How each player played a hand, as one number, so that many hands are counted without their records.

The lowest bits each say one thing that he did; above them is how many cards he drew, one more than
that, so that 0 is that he did not come to the draw.
"""

from sqlalchemy import ColumnElement

from server.ports import FinishedHand
from server.storage.models import ResultRow
from showdown.history.record import HandRecord
from showdown.history.statistics import Play, big_blind, play_of
from showdown.rules import events as ev
from showdown.rules.cards import HAND_SIZE
from showdown.rules.ruleset import Chips, Seat

GIVEN_UP = -1
"""Of everybody in a hand that was given up; it counts for nobody."""

CLOSED = -2
"""Where the record does not open any more."""

ASKED, VOLUNTARY, COULD_BE_FIRST, FIRST_IN, SHOWDOWN = (1 << bit for bit in range(5))
_DREW_AT = 5


def as_number(play: Play) -> int:
    """
    What somebody did in a hand, as a number.

    >>> bin(as_number(Play(asked=True, voluntary=True, drew=3, showdown=True)))
    '0b10010011'
    """
    bits = (
        ASKED * play.asked
        | VOLUNTARY * play.voluntary
        | COULD_BE_FIRST * play.could_be_first
        | FIRST_IN * play.first_in
        | SHOWDOWN * play.showdown
    )
    return bits | (0 if play.drew is None else play.drew + 1) << _DREW_AT


def has(row: type[ResultRow], *bits: int) -> ColumnElement[bool]:
    """Whether somebody did all of this, as a condition on rows that are counted."""
    wanted = sum(bits)
    return row.play.bitwise_and(wanted) == wanted


def drew(row: type[ResultRow], count: int) -> ColumnElement[bool]:
    """Whether somebody drew so many cards."""
    first = (count + 1) << _DREW_AT
    return row.play.between(first, first + (1 << _DREW_AT) - 1)


def came_to_the_draw(row: type[ResultRow]) -> ColumnElement[bool]:
    """Whether somebody drew cards, or none."""
    return row.play.between(1 << _DREW_AT, ((HAND_SIZE + 2) << _DREW_AT) - 1)


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
