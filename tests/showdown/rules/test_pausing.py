"""A host who pauses his table stops no hand, and lets no other begin."""

import pytest

from showdown import IllegalAction
from showdown.rules.seat_events import Paused, Resumed
from showdown.rules.table import GoOn, Pause, can_start
from tests.showdown.rules.room import ADA, BOB, Room


def test_at_a_paused_table_no_hand_begins_until_it_goes_on():
    room = Room(ADA, BOB)
    assert room.do(Pause()) == (Paused(),)
    assert not can_start(room.state)
    with pytest.raises(IllegalAction):
        room.start()
    assert room.do(GoOn()) == (Resumed(),)
    assert can_start(room.state)


def test_a_hand_that_runs_is_played_to_its_end():
    room = Room(ADA, BOB)
    room.start()
    room.do(Pause())
    room.fold_to_one()
    assert room.state.running is None
    assert not can_start(room.state)


def test_pausing_twice_is_pausing_once():
    room = Room(ADA, BOB)
    room.do(Pause())
    assert room.do(Pause()) == ()
    room.do(GoOn())
    assert room.do(GoOn()) == ()
