"""
The course of a hand as a table.
"""

from typing import get_args

import pytest

from showdown import CorruptHistory
from showdown.rules import events as ev
from showdown.rules.phases import TRANSITIONS, Phase, diagram, phase_after

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
    bet, draw = (
        ev.Turn(seat=1, turn=1, kind=kind, base_ms=0, bank_ms=0)
        for kind in (ev.TurnKind.BET, ev.TurnKind.DRAW)
    )
    assert phase_after(Phase.SERVING, bet) is Phase.BETTING
    assert phase_after(Phase.SERVING, draw) is Phase.DRAWING


def test_an_event_out_of_its_phase_is_corrupt_and_the_error_says_what_may_follow():
    with pytest.raises(CorruptHistory, match="Reshuffled cannot happen while the hand is betting"):
        phase_after(Phase.BETTING, ev.Reshuffled(order=()))
    with pytest.raises(CorruptHistory) as refused:
        phase_after(Phase.DEALING, ev.HandMucked(seat=1))
    assert refused.value.wanted == "AntePosted, BlindPosted, CardsDealt, HandAborted"


def test_the_diagram_shows_every_phase_and_every_event_but_the_abort():
    drawn = diagram()
    assert all(f"\n    {phase}" in drawn for phase in Phase)
    missing = {event.__name__ for event in EVENTS if event.__name__ not in drawn}
    assert missing == {"Turn", "HandAborted"}
    assert "turn to bet" in drawn
    assert "turn to draw" in drawn
