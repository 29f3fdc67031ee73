"""
A hand that deals by itself and is counted while it is played.
"""

import pytest

from showdown import DECK, Call, Check, Draw, Fold, IllegalAction, Ruleset
from showdown.rules import events as ev
from showdown.rules.ruleset import Openers
from showdown.rules.start import Blinds, Carry
from showdown.rules.wild import Wild
from showdown.testing.invariants import InvariantBroken
from showdown.testing.watched import WatchedHand

ANTES = Ruleset(ante=1, min_bet=2)


def test_it_is_dealt_from_the_deck_that_was_given():
    hand = WatchedHand(ANTES, {1: 50, 2: 50}, 2, deck=DECK[::-1])
    assert hand.state.cards[0] == DECK[::-1][0:10:2]
    assert [type(event) for event in hand.events] == [
        ev.HandStarted, ev.AntePosted, ev.AntePosted, ev.CardsDealt, ev.Turn,
    ]  # fmt: skip


def test_a_stub_that_runs_out_is_made_anew_in_the_order_that_was_given():
    asked: list[int] = []

    def reverse(eligible):
        asked.append(len(eligible))
        return eligible[::-1]

    hand = WatchedHand(ANTES, dict.fromkeys(range(1, 7), 50), 6, new_stub=reverse)
    for seat in range(1, 7):
        hand.act(Check(seat))
    for place, seat in enumerate(range(1, 6)):
        told = hand.act(Draw(seat, hand.state.cards[place]))
    assert asked == [22]
    assert [type(event) for event in told] == [
        ev.Discarded, ev.Reshuffled, ev.CardsDrawn, ev.Turn,
    ]  # fmt: skip
    indices = [card.index for card in hand.state.cards[4]]
    assert indices == sorted(indices, reverse=True)


def test_an_action_gives_the_events_that_came_of_it_and_keeps_them():
    hand = WatchedHand(Ruleset(sb=5, bb=10), {1: 50, 2: 50}, 1)
    before = list(hand.events)
    told = hand.act(Call(1))
    assert hand.events == [*before, *told]
    assert hand.ended is None
    hand.act(Fold(2))
    assert hand.ended is hand.events[-1]


def test_the_deck_is_that_of_the_game_unless_another_is_given():
    rules = Ruleset(ante=1, min_bet=2, wild=Wild.WILD, jokers=2)
    hand = WatchedHand(rules, {1: 50, 2: 50}, 2)
    assert hand.state.stub[-2:] == rules.deck[-2:]


def test_who_posts_the_blinds_may_be_given():
    hand = WatchedHand(
        Ruleset(sb=5, bb=10), {1: 50, 2: 50, 3: 50}, 1, blinds=Blinds(small=None, big=3)
    )
    posted = [event for event in hand.events if isinstance(event, ev.BlindPosted)]
    assert [(event.seat, event.amount) for event in posted] == [(3, 10)]


def test_a_carry_is_in_the_pot():
    rules = Ruleset(ante=1, min_bet=2, jacks=Openers.JACKS)
    carry = Carry(shares={1: 3, 2: 3}, forfeited=(3,), passed_out=3)
    assert WatchedHand(rules, {1: 50, 2: 50}, 2, carry=carry).state.pot == 9


def test_a_refusal_leaves_it_as_it_was():
    hand = WatchedHand(ANTES, {1: 50, 2: 50}, 2)
    state, events = hand.state, list(hand.events)
    with pytest.raises(IllegalAction):
        hand.act(Call(1))
    assert hand.state is state
    assert hand.events == events


def test_a_state_that_did_not_come_of_its_events_is_found():
    hand = WatchedHand(ANTES, {1: 50, 2: 50}, 2)
    hand.state.stacks = [50, 50]
    with pytest.raises(InvariantBroken, match="the stacks are"):
        hand.act(Check(1))
