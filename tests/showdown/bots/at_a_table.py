"""Bots at a table without a server: whole hands, with the invariants watched."""

import random
from collections.abc import Mapping

from showdown import DECK, Ruleset
from showdown.bots import Bot, Decision
from showdown.bots.asking import decision_for
from showdown.testing.watched import WatchedHand


def play_hand(
    ruleset: Ruleset,
    stacks: Mapping[int, int],
    bots: Mapping[int, Bot],
    *,
    deck=DECK,
    button: int = 1,
) -> WatchedHand:
    """A hand of these bots from the deal to the end."""
    hand = WatchedHand(ruleset, stacks, button, deck=deck)
    while (view := decision_for(hand.state, hand.events)) is not None:
        move = bots[view.seat].decide(view)
        hand.act(view.checked(move).by(view.seat))
    assert hand.ended is not None
    return hand


def shuffled(rng: random.Random, ruleset: Ruleset | None = None):
    """A deck of a test."""
    deck = DECK if ruleset is None else ruleset.deck
    return tuple(rng.sample(deck, len(deck)))


def view_of(hand: WatchedHand) -> Decision:
    """What the seat to act is shown."""
    view = decision_for(hand.state, hand.events)
    assert view is not None
    return view
