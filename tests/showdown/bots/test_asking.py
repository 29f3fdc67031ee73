"""The view of a hand in this process is the request that would travel."""

import random

from msgspec.structs import replace

from showdown.bots import Decision
from showdown.bots.asking import decision_for
from showdown.protocol.asking import action_request
from showdown.testing.generators import any_action, any_hand

KNOWN = (
    "seat", "cards", "rank", "is_draw", "to_call", "pot", "pots", "pot_odds", "stacks", "stack",
    "opponents", "legal", "amounts", "seconds_left", "budget", "latency", "history", "started",
    "hand", "ruleset", "drew",
)  # fmt: skip


def known(view):
    return {name: getattr(view, name) for name in KNOWN}


def asked_of(hand, events):
    request = action_request(hand.state, events)
    assert request is not None
    return request


def test_a_bot_is_shown_the_same_here_and_over_the_wire(seed):
    rng = random.Random(f"{seed} views")
    for _ in range(60):
        hand = any_hand(rng)
        while not hand.state.ended:
            events = list(hand.events)
            view = decision_for(hand.state, events)
            asked = asked_of(hand, events)
            assert known(view) == known(Decision(asked))
            assert view.request == replace(asked, padding="")
            hand.act(any_action(rng, hand.state))


def test_a_view_that_a_bot_keeps_stays_as_it_was(seed):
    rng = random.Random(f"{seed} kept views")
    for _ in range(20):
        hand, kept = any_hand(rng), []
        events: list = []
        while not hand.state.ended:
            events += hand.events[len(events) :]
            kept.append((decision_for(hand.state, events), asked_of(hand, events)))
            hand.act(any_action(rng, hand.state))
        events += hand.events[len(events) :]
        for view, asked in kept:
            assert known(view) == known(Decision(asked))
