"""Turns that run out, and players who are cut off."""

import pytest

from showdown import Call, Check, Draw, Ruleset, Timeout
from showdown.rules.ruleset import DrawMode
from showdown.rules.seat_events import GraceGiven, SatOut
from showdown.rules.table import GiveGrace, Play, SitIn, SitOut
from tests.showdown.rules.room import ADA, BOB, CYD, Room


def slept_twice():
    """A hand after the draw; the seat first to act has let its last two turns run out."""
    room = Room(ADA, BOB)
    room.start()
    room.play(Call(room.asked))
    sleeper = room.asked
    room.play(Timeout(sleeper))
    assert room.asked == sleeper
    told = room.play(Timeout(sleeper))
    room.play(Draw(room.asked))
    assert room.asked == sleeper
    return room, sleeper, told


def test_the_second_timeout_in_a_row_is_told_at_once():
    room, sleeper, told = slept_twice()
    assert [event for event in told if isinstance(event, SatOut)] == [SatOut(seat=sleeper)]
    assert room.sitting(sleeper).sitting_out


def test_in_a_simultaneous_draw_it_is_told_when_all_have_chosen():
    room = Room(ADA, BOB, ruleset=Ruleset(sb=5, bb=10, draw_mode=DrawMode.SIMULTANEOUS))
    room.start()
    caller = room.asked
    room.play(Call(caller))
    sleeper = room.asked
    room.play(Timeout(sleeper))
    assert SatOut(seat=sleeper) not in room.play(Timeout(sleeper))
    assert SatOut(seat=sleeper) in room.play(Draw(caller))


def test_who_acts_again_in_the_same_hand_sits_out_all_the_same():
    room, sleeper, _ = slept_twice()
    room.play(Check(sleeper))
    room.play_out()
    assert room.sitting(sleeper).sitting_out


def test_who_sits_in_again_in_the_same_hand_is_dealt_the_next_one():
    room, sleeper, _ = slept_twice()
    room.do(SitIn(account=room.sitting(sleeper).account))
    room.play(Check(sleeper))
    room.play_out()
    assert not room.sitting(sleeper).sitting_out
    room.start()
    assert sleeper in room.dealt_in


def test_who_is_cut_off_sits_out_after_his_first_timeout():
    room = Room(ADA, BOB, CYD)
    room.start()
    seat = room.asked
    told = room.do(Play(action=Timeout(seat), away=True))
    assert SatOut(seat=seat) in told
    room.play_out()
    assert room.sitting(seat).sitting_out


def test_who_sits_out_or_leaves_already_is_not_told_so_again():
    room = Room(ADA, BOB, CYD)
    room.start()
    seat = room.asked
    room.do(SitOut(account=room.sitting(seat).account))
    told = room.do(Play(action=Timeout(seat), away=True))
    assert not any(isinstance(event, SatOut) for event in told)


def test_since_when_somebody_sits_out_is_remembered():
    room = Room(ADA, BOB, CYD)
    room.now_s = 1000
    room.start()
    seat = room.asked
    room.do(Play(action=Timeout(seat), away=True))
    assert room.sitting(seat).out_since_s == 1000
    room.do(SitIn(account=room.sitting(seat).account))
    assert room.sitting(seat).out_since_s == 0


# Grace.


def test_grace_is_given_once_a_hand():
    room = Room(ADA, BOB)
    room.start()
    seat = room.asked
    assert room.do(GiveGrace(seat=seat)) == (GraceGiven(seat=seat, grace_ms=30_000),)
    assert room.do(GiveGrace(seat=seat)) == ()
    room.fold_to_one()
    room.start()
    seat = room.asked
    assert room.do(GiveGrace(seat=seat))


def test_without_chips_in_the_pot_there_is_no_grace():
    room = Room(ADA, BOB, CYD)
    room.start()
    assert not room.hand.paid[room.hand.asked[0]]
    assert room.do(GiveGrace(seat=room.asked)) == ()


@pytest.mark.parametrize("seat", [1, 2, 5])
def test_who_is_not_asked_needs_none(seat):
    room = Room(ADA, BOB)
    assert room.do(GiveGrace(seat=seat)) == ()
    room.start()
    if seat != room.asked:
        assert room.do(GiveGrace(seat=seat)) == ()


def test_a_table_without_grace_gives_none():
    room = Room(ADA, BOB, ruleset=Ruleset(sb=5, bb=10, disconnect_grace=0))
    room.start()
    assert room.do(GiveGrace(seat=room.asked)) == ()
