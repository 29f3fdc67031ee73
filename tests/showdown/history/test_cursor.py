"""
Replay: forward, back, to a phase, to the end.
"""

from random import Random

import pytest
from msgspec.structs import replace

from showdown import CorruptHistory, parse_cards
from showdown.errors import ShowdownError
from showdown.history import Cursor, HandRecord, from_pokerstars
from showdown.rules import events as ev
from showdown.rules import seen
from showdown.rules.hand import replay
from showdown.rules.phases import Phase
from showdown.rules.ruleset import TableId
from showdown.rules.view import SPECTATOR, Viewer
from showdown.testing.generators import any_hand, play_out
from tests.showdown.history.hands import TWO_PAIR, WALK, record_of


@pytest.fixture
def cursor() -> Cursor:
    return Cursor(record_of(from_pokerstars(TWO_PAIR)))


def test_it_begins_where_only_the_players_are_known(cursor):
    assert cursor.place == 1
    assert isinstance(cursor.event, ev.HandStarted)
    assert cursor.state.pot == 0
    assert not cursor.at_end


def test_forward_and_back_end_where_they_began(cursor):
    assert cursor.forward(7)
    there = cursor.state
    assert cursor.forward(5)
    assert cursor.back(5)
    assert cursor.state is there
    assert cursor.place == 8


def test_there_is_nothing_before_the_start_and_after_the_end(cursor):
    assert not cursor.back()
    assert cursor.to_end()
    assert cursor.at_end
    assert not cursor.forward()
    assert cursor.state.ended
    assert cursor.to_start()
    assert cursor.place == 1


def test_a_step_too_far_goes_as_far_as_there_is_something(cursor):
    assert cursor.forward(1000)
    assert cursor.place == len(cursor)
    assert cursor.back(1000)
    assert cursor.place == 1


def test_it_goes_to_the_first_place_of_a_phase_from_anywhere(cursor):
    cursor.to_end()
    assert cursor.to_phase(Phase.DRAWING)
    assert isinstance(cursor.event, ev.Turn)
    assert cursor.state.seat_to_act == 4
    assert cursor.to_phase(Phase.BETTING)
    assert isinstance(cursor.event, ev.CardsDealt)
    assert cursor.to_phase(Phase.BETTING, street=1)
    assert cursor.state.street == 1
    assert cursor.state.bets == [0, 0, 0]


def test_a_phase_that_never_came_moves_nothing():
    cursor = Cursor(record_of(from_pokerstars(WALK)))
    cursor.forward(3)
    assert not cursor.to_phase(Phase.DRAWING)
    assert cursor.place == 4


def test_it_goes_from_decision_to_decision(cursor):
    asked = []
    while cursor.to_next_decision():
        asked.append((cursor.event.kind, cursor.event.seat))
    assert asked == [
        (ev.TurnKind.BET, 1),
        (ev.TurnKind.BET, 2),
        (ev.TurnKind.BET, 4),
        (ev.TurnKind.DRAW, 4),
        (ev.TurnKind.DRAW, 1),
        (ev.TurnKind.BET, 4),
        (ev.TurnKind.BET, 1),
        (ev.TurnKind.BET, 4),
    ]
    assert len(cursor.decisions) == len(asked)
    assert cursor.to_last_decision()
    assert cursor.event.seat == 1


def test_it_goes_to_the_decisions_of_a_seat(cursor):
    places = []
    while cursor.to_next_decision(seat=1):
        places.append(cursor.place)
    assert [cursor.record.events[place - 1].kind for place in places] == [
        ev.TurnKind.BET,
        ev.TurnKind.DRAW,
        ev.TurnKind.BET,
    ]
    assert cursor.to_last_decision(seat=1)
    assert cursor.place == places[-2]
    assert not cursor.to_next_decision(seat=3)
    assert cursor.place == places[-2]


def test_it_goes_to_a_turn_by_its_number(cursor):
    turns = [cursor.record.events[place - 1].turn for place in cursor.decisions]
    assert cursor.to_decision(turns[3])
    assert (cursor.event.kind, cursor.state.seat_to_act) == (ev.TurnKind.DRAW, 4)
    assert not cursor.to_decision(99)
    assert cursor.event.turn == turns[3]


def test_every_state_is_what_the_events_up_to_there_make():
    rng = Random(11)
    hand = any_hand(rng)
    play_out(rng, hand)
    cursor = Cursor(HandRecord(table=TableId("a"), events=tuple(hand.events)))
    for place in rng.sample(range(1, len(cursor) + 1), len(cursor)):
        cursor.go_to(place)
        assert cursor.state == replay(hand.events[:place])


def test_a_spectator_sees_no_cards_before_they_are_shown(cursor):
    cursor.to_phase(Phase.DRAWING)
    assert [seat.cards for seat in cursor.view().seats] == [None, None, None]
    assert [seat.count for seat in cursor.view().seats] == [5, 5, 5]
    cursor.to_end()
    shown = {seat.seat: seat.cards for seat in cursor.view(SPECTATOR).seats}
    assert shown == {1: parse_cards("AhAdKcKd3s"), 2: None, 4: None}


def test_a_player_sees_his_own_cards_and_chips_as_at_the_table(cursor):
    mine = Viewer(hand_seat=1)
    cursor.to_phase(Phase.DRAWING)
    view = cursor.view(mine)
    assert view.own is not None
    assert set(view.own.cards or ()) == set(parse_cards("AhAd9c5s2h"))
    assert (view.own.name, view.own.stack, view.pot) == ("P1", 480, 45)
    assert [seat.folded for seat in view.seats] == [False, True, False]


def test_the_last_event_is_projected_too(cursor):
    cursor.to_phase(Phase.SERVING)
    discarded = cursor.seen()
    assert isinstance(discarded, seen.Discarded)
    assert (discarded.seat, discarded.count, discarded.cards) == (4, 1, None)
    own = cursor.seen(Viewer(hand_seat=4))
    assert isinstance(own, seen.Discarded)
    assert own.cards is not None


def test_events_that_do_not_follow_from_one_another_are_corrupt(cursor):
    events = cursor.record.events
    broken = Cursor(replace(cursor.record, events=(*events[:3], *events[9:])))
    broken.to_end()
    with pytest.raises(CorruptHistory):
        _ = broken.state
    assert issubclass(CorruptHistory, ShowdownError)
