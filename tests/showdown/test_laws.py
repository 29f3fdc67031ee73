"""
What holds in every hand, whoever plays it and however badly: see :mod:`tests.showdown.laws`.
"""

from random import Random

import pytest
from hypothesis import given
from msgspec.structs import replace

from showdown.rules import events as ev
from showdown.rules.phases import Phase
from showdown.rules.ruleset import DrawMode
from showdown.testing.generators import any_action, any_hand, any_stacks, play_out, shuffled
from showdown.testing.rulesets import any_ruleset
from showdown.testing.watched import WatchedHand
from tests.showdown.chance import chance, hands
from tests.showdown.laws import check_laws


@hands
@given(chance)
def test_any_hand_keeps_the_laws(rng):
    hand = any_hand(rng)
    play_out(rng, hand)
    check_laws(hand)


@pytest.mark.soak(slice=300)
def test_any_hand_keeps_the_laws_for_as_long_as_it_is_let(rounds):
    for rng in rounds:
        hand = any_hand(rng)
        play_out(rng, hand)
        check_laws(hand)


# ---- choosing at once ----------------------------------------------------------------------------


def by_order(eligible):
    """A new stub that depends on nothing but the cards that go into it."""
    return tuple(Random("".join(map(str, eligible))).sample(eligible, len(eligible)))


def played_both_ways(rng: Random) -> tuple[WatchedHand, WatchedHand]:
    """The same choices in a draw that goes round the table and in one where all choose at once."""
    rules = any_ruleset(rng)
    stacks = any_stacks(rng, rules)
    button, deck = rng.choice(sorted(stacks)), shuffled(rng, rules.deck)
    in_turn, at_once = (
        WatchedHand(replace(rules, draw_mode=mode), stacks, button, deck=deck, new_stub=by_order)
        for mode in DrawMode
    )
    while in_turn.state.phase is Phase.BETTING:
        action = any_action(rng, in_turn.state, folds=0.15)
        for hand in (in_turn, at_once):
            hand.act(action)
    choices = []
    while in_turn.state.phase is Phase.DRAWING:
        choices.append(any_action(rng, in_turn.state))
        in_turn.act(choices[-1])
    rng.shuffle(choices)
    for choice in choices:
        at_once.act(choice)
    while not in_turn.state.ended:
        action = any_action(rng, in_turn.state)
        for hand in (in_turn, at_once):
            hand.act(action)
    return in_turn, at_once


def without_questions(events):
    return [event for event in events if not isinstance(event, ev.Turn | ev.DrawChosen)]


def check_that_choosing_at_once_changes_nothing(rng: Random) -> None:
    in_turn, at_once = played_both_ways(rng)
    assert at_once.ended is not None
    ours, theirs = without_questions(in_turn.events), without_questions(at_once.events)
    assert ours[1:] == theirs[1:]
    assert at_once.state.stacks == in_turn.state.stacks


@hands
@given(chance)
def test_the_same_choices_bring_the_same_cards_in_turn_and_at_once(rng):
    check_that_choosing_at_once_changes_nothing(rng)


@pytest.mark.soak(slice=50)
def test_the_same_choices_bring_the_same_cards_however_often(rounds):
    for rng in rounds:
        check_that_choosing_at_once_changes_nothing(rng)
