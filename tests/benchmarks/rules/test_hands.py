"""
The hand that engines are measured by is the same hand at each of them.
"""

import random

import pytest

from benchmarks.rules.hands import (
    DRAWN,
    SEATS,
    STACK,
    ours,
    play,
    pokerfast,
    pokerkit,
    pokerkit_deck,
    pokerkit_game,
)
from showdown import DECK, rank, replay
from showdown.rules import events as ev


def shuffled(seed: int) -> tuple:
    deck = list(DECK)
    random.Random(seed).shuffle(deck)
    return tuple(deck)


def test_six_players_call_draw_three_and_show_down():
    events, state = play(shuffled(3))
    assert state.ended
    assert sum(state.stacks) == SEATS * STACK
    moves = [event.move for event in events if isinstance(event, ev.Acted)]
    assert moves == [ev.Move.CALL] * 5 + [ev.Move.CHECK] * 7
    thrown = [event.cards for event in events if isinstance(event, ev.Discarded)]
    assert [len(cards) for cards in thrown] == [DRAWN] * SEATS
    hands = [rank(cards) for cards in state.cards]
    won = [stack > STACK for stack in state.stacks]
    assert won == [value == max(hands) for value in hands]


def test_the_events_are_recorded_and_lead_to_the_same_state():
    events, state = play(shuffled(4))
    assert replay(events) == state


def test_our_runner_plays_as_many_hands_as_it_is_asked_for(monkeypatch):
    played = set()

    def recorded(deck):
        played.add(deck)
        return play(deck)

    monkeypatch.setattr("benchmarks.rules.hands.play", recorded)
    ours().work(3)
    assert len(played) == 3


def test_pokerkit_ends_the_same_hands_with_the_same_stacks():
    pytest.importorskip("pokerkit")
    hand = pokerkit_game()
    for _ in range(50):
        theirs = hand()
        assert play(pokerkit_deck(theirs))[1].stacks == list(theirs.stacks)
    pokerkit().work(2)


def test_pokerfast_plays_six_seats_and_loses_no_chip():
    pytest.importorskip("pokerfast")
    pokerfast().work(3)
