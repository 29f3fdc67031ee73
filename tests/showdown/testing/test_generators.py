"""
Hands by chance come in all kinds, and the same seed makes the same hand.
"""

from collections import Counter
from random import Random

from showdown import Fold, legal_actions
from showdown.rules import events as ev
from showdown.testing.generators import any_action, any_hand, any_stacks, play_out
from showdown.testing.rulesets import any_ruleset


def played(seed):
    rng = Random(seed)
    hand = any_hand(rng)
    play_out(rng, hand)
    return hand


def test_a_seed_is_a_hand():
    assert played(7).events == played(7).events
    assert played(7).events != played(8).events


def test_hands_of_all_kinds_come_up():
    """If a change made some kind rare, laws would be tested on less than they seem to be."""
    seen = Counter[str]()
    for seed in range(500):
        hand = played(seed)
        started, ended = hand.started, hand.ended
        assert ended is not None
        seen[f"{len(hand.state.seats)} players"] += 1
        seen["reshuffled"] += bool(hand.state.reshuffles)
        seen["reshuffled with the stub on top"] += (
            bool(hand.state.reshuffles) and started.ruleset.reshuffle == "stub_first"
        )
        seen["side pots"] += len(ended.pots) > 1
        seen["no pot"] += not ended.pots
        seen["raked"] += ended.rake > 0
        seen["all-in"] += any(isinstance(e, ev.Acted) and e.all_in for e in hand.events)
        seen["posts"] += bool(started.posts)
        seen["nobody posts the small blind"] += (
            started.big_blind is not None and started.small_blind is None
        )
        seen["a button where nobody is dealt in"] += started.button not in hand.state.seats
        seen["a carry"] += bool(started.carried)
        seen["a contributor without chips"] += any(not dealt.stack for dealt in started.lineup)
        seen["a forfeited part"] += bool(started.forfeited)
        seen["no further ante"] += not started.takes_ante
        seen["burned"] += hand.state.has_burned
        seen.update({type(event).__name__ for event in hand.events})
    assert seen.keys() >= {f"{count} players" for count in range(2, 9)}
    for often, kind in (
        (40, "reshuffled"), (10, "reshuffled with the stub on top"), (100, "side pots"),
        (80, "raked"), (150, "all-in"), (5, "posts"), (10, "nobody posts the small blind"),
        (10, "a button where nobody is dealt in"), (30, "a carry"), (10, "a forfeited part"),
        (20, "a contributor without chips"), (20, "no further ante"), (50, "burned"),
        (80, "HandMucked"), (80, "BetReturned"), (100, "AntePosted"), (200, "BlindPosted"),
        (60, "DrawChosen"), (20, "CarriedOver"), (12, "OpenersShown"), (2, "no pot"),
    ):  # fmt: skip
        assert seen[kind] > often, (kind, seen[kind])


def test_stacks_go_down_to_a_single_chip():
    rng = Random(1)
    rules = any_ruleset(rng)
    stacks = [chips for _ in range(200) for chips in any_stacks(rng, rules).values()]
    assert min(stacks) == rules.unit
    assert max(stacks) > 50 * rules.min_bet
    assert all(chips % rules.unit == 0 for chips in stacks)


def test_a_seat_that_folds_without_need_comes_up():
    rng = Random(1)
    silly = 0
    for _ in range(300):
        hand = any_hand(rng)
        while not hand.state.ended:
            legal = legal_actions(hand.state)
            action = any_action(rng, hand.state, folds=0.3)
            silly += isinstance(action, Fold) and legal is not None and legal.check
            hand.act(action)
    assert silly > 50
