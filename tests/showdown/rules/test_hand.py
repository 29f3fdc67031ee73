"""
A hand is the fold of its events.
"""

import msgspec
import pytest

from showdown import (
    DECK,
    Call,
    Check,
    CorruptHistory,
    Draw,
    Fold,
    RaiseTo,
    Ruleset,
    evolve,
    replay,
    start_hand,
)
from showdown.rules import events as ev
from showdown.rules.hand import HandState
from showdown.rules.phases import Phase
from showdown.testing.watched import WatchedHand

BLINDS = Ruleset(sb=5, bb=10)
STACKS = {1: 200, 3: 200, 5: 60}


def hand_of(*actions) -> WatchedHand:
    """Button in seat 3; the order of the deal is 5, 1, 3."""
    hand = WatchedHand(BLINDS, STACKS, 3)
    for action in actions:
        hand.act(action)
    return hand


WHOLE = (
    RaiseTo(3, 30), Call(5), Fold(1), Draw(5, (DECK[0],)), Draw(3), Check(5), Check(3),
)  # fmt: skip


def test_a_hand_begins_with_its_start():
    with pytest.raises(CorruptHistory, match="A hand begins with HandStarted, not with AntePosted"):
        evolve(None, ev.AntePosted(seat=1, amount=1))
    with pytest.raises(CorruptHistory, match="There are no events"):
        replay([])


def test_positions_stand_in_the_order_of_the_deal():
    state = replay(start_hand(BLINDS, STACKS, 3))
    assert state.seats == (5, 1, 3)
    assert [state.position(seat) for seat in (5, 1, 3, 2)] == [0, 1, 2, None]
    assert (state.stacks, state.bets, state.pot) == ([55, 190, 200], [5, 10, 0], 15)


def test_a_copy_has_all_that_a_hand_has_and_none_of_its_lists():
    state = hand_of(*WHOLE[:4]).state
    twin = state.copy()
    assert twin == state
    for name in HandState.__slots__:
        mine, its = getattr(state, name), getattr(twin, name)
        assert (mine is its) is not isinstance(mine, list), name


def test_every_step_of_a_hand_can_be_replayed():
    hand = hand_of(*WHOLE)
    state = None
    for number, event in enumerate(hand.events, 1):
        state = evolve(state, event)
        assert replay(hand.events[:number]) == state
    assert state == hand.state
    assert state is not None
    assert state.ended


def test_events_and_state_are_read_back_from_what_was_written():
    hand = hand_of(*WHOLE)
    stored = msgspec.json.encode(hand.events)
    events = msgspec.json.decode(stored, type=list[ev.HandEvent])
    assert events == hand.events
    assert replay(events) == hand.state


def test_a_fold_leaves_the_chips_and_takes_the_seat_out():
    state = hand_of(RaiseTo(3, 30), Call(5), Fold(1)).state
    assert state.in_hand == (0, 2)
    assert state.paid == [30, 10, 30]
    assert state.pot == 70


def test_who_has_put_in_everything_is_all_in_until_he_folds():
    state = hand_of(Call(3), RaiseTo(5, 60)).state
    assert [state.is_all_in(place) for place in state.positions] == [True, False, False]


def test_the_draw_closes_the_first_round():
    before = hand_of(RaiseTo(3, 30), Call(5))
    assert (before.state.street, before.state.round.bet, before.state.aggressor) == (0, 30, 2)
    before.act(Fold(1))
    after = before.state
    assert (after.phase, after.street, after.draw_reached) == (Phase.DRAWING, 1, True)
    assert (after.bets, after.round.bet, after.aggressor) == ([0, 0, 0], 0, None)
    assert after.paid == [30, 10, 30]


def test_at_the_end_all_chips_are_in_the_stacks():
    state = hand_of(*WHOLE).state
    assert state.pot == 0
    assert sum(state.stacks) == sum(STACKS.values())
    assert (state.seat_to_act, state.phase) == (None, Phase.ENDED)


def test_an_aborted_hand_gives_every_chip_back():
    hand = hand_of(RaiseTo(3, 30), Call(5))
    stacks = tuple(ev.SeatStack(seat=seat, stack=stack) for seat, stack in STACKS.items())
    state = evolve(hand.state, ev.HandAborted(stacks=stacks, reason="a failed invariant"))
    assert dict(zip(state.seats, state.stacks, strict=True)) == STACKS
    assert (state.ended, state.pot) == (True, 0)


@pytest.mark.parametrize(
    "event",
    [
        ev.Reshuffled(order=()),
        ev.CardsDrawn(seat=5, cards=()),
        ev.HandMucked(seat=5),
        ev.BlindPosted(seat=5, kind=ev.BlindKind.SMALL, amount=5),
    ],
)
def test_an_event_that_cannot_happen_now_is_corrupt(event):
    with pytest.raises(CorruptHistory, match="cannot happen while the hand is betting"):
        evolve(hand_of().state, event)


def test_an_event_of_a_seat_that_was_not_dealt_in_is_corrupt():
    with pytest.raises(CorruptHistory, match="Acted names seat 2, which was not dealt in"):
        evolve(hand_of().state, ev.Acted(seat=2, move=ev.Move.FOLD))


def test_a_state_that_somebody_holds_stays_as_it_is():
    hand = hand_of()
    held, kept = hand.state, repr(hand.state)
    for action in WHOLE:
        hand.act(action)
    assert repr(held) == kept != repr(hand.state)
