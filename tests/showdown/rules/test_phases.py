"""
The course of a hand as a table.
"""

from typing import get_args

import pytest

from showdown import CorruptHistory, Ruleset, evolve, replay, start_hand
from showdown.rules import events as ev
from showdown.rules.phases import TRANSITIONS, Phase, diagram

EVENTS = set(get_args(ev.HandEvent))


def test_every_phase_has_its_row_and_every_event_its_place():
    assert set(TRANSITIONS) == set(Phase)
    placed = {trigger for row in TRANSITIONS.values() for trigger in row}
    assert placed == EVENTS - {ev.HandStarted, ev.Turn} | set(ev.TurnKind)


def test_a_hand_can_be_given_up_at_any_time_and_after_the_end_only_be_shown():
    for phase, row in TRANSITIONS.items():
        assert (ev.HandAborted in row) is (phase is not Phase.ENDED)
    assert TRANSITIONS[Phase.ENDED] == {ev.HandShown: Phase.ENDED}


def test_the_kind_of_turn_says_where_the_hand_goes():
    after_serving = TRANSITIONS[Phase.SERVING]
    assert after_serving[ev.TurnKind.BET] is Phase.BETTING
    assert after_serving[ev.TurnKind.DRAW] is Phase.DRAWING


def test_an_event_out_of_its_phase_is_corrupt_and_the_error_says_what_may_follow():
    state = replay(start_hand(Ruleset(sb=5, bb=10), {1: 200, 2: 200}, button=1))
    with pytest.raises(CorruptHistory, match="Turn cannot happen while the hand is dealing"):
        evolve(state, ev.Turn(seat=1, turn=1, kind=ev.TurnKind.BET, base_ms=0, bank_ms=0))
    with pytest.raises(CorruptHistory) as refused:
        evolve(state, ev.HandMucked(seat=1))
    assert (
        refused.value.wanted
        == "AntePosted, BlindPosted, CardsDealt, DealSealed, EntropyOpened, HandAborted"
    )


def test_the_diagram_shows_every_phase_and_every_event_but_the_abort():
    drawn = diagram()
    assert all(f"\n    {phase}" in drawn for phase in Phase)
    missing = {event.__name__ for event in EVENTS if event.__name__ not in drawn}
    assert missing == {"Turn", "HandAborted"}
    assert "turn to bet" in drawn
    assert "turn to draw" in drawn
