"""What is left of a turn's time, as a client counts it down."""

import pytest

from showdown.protocol.messages import TimeLeft
from showdown.protocol.time_left import clock_of, passed
from showdown.rules import seen
from showdown.rules.events import SeatBank, TurnKind


def left(base=0, bank=0, grace=0):
    return (TimeLeft(seat=2, base_ms=base, bank_ms=bank, grace_ms=grace),)


@pytest.mark.parametrize(
    ("before", "later", "after"),
    [
        (left(20_000, 60_000), 0, left(20_000, 60_000)),
        (left(20_000, 60_000), 5_000, left(15_000, 60_000)),
        (left(20_000, 60_000), 20_001, left(0, 59_999)),
        (left(20_000, 60_000), 100_000, left()),
        (left(1_000, 1_000, 30_000), 3_000, left(0, 0, 29_000)),
        ((), 1_000, ()),
    ],
)
def test_the_base_time_goes_first_then_the_bank_then_grace(before, later, after):
    assert passed(before, later) == after


def test_in_a_simultaneous_draw_everybody_has_the_same_time_and_his_own_bank():
    turn = seen.Turn(
        seat=2,
        turn=4,
        kind=TurnKind.DRAW,
        base_ms=30_000,
        bank_ms=60_000,
        others=(SeatBank(seat=5, bank_ms=1_000),),
    )
    assert clock_of(turn) == (
        TimeLeft(seat=2, base_ms=30_000, bank_ms=60_000),
        TimeLeft(seat=5, base_ms=30_000, bank_ms=1_000),
    )
