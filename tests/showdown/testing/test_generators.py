"""
Hands by chance come in all kinds, and the same seed makes the same hand.
"""

from collections import Counter
from random import Random

from showdown import Fold, Game, legal_actions
from showdown.rules import events as ev
from showdown.rules.ruleset import AnteType
from showdown.testing.generators import any_action, any_hand, any_ruleset, any_stacks, play_out


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
    for seed in range(400):
        hand = played(seed)
        ended = hand.ended
        assert ended is not None
        seen[hand.started.ruleset.game] += 1
        seen[f"{len(hand.state.seats)} players"] += 1
        seen["reshuffled"] += bool(hand.state.reshuffles)
        seen["side pots"] += len(ended.pots) > 1
        seen["no pot"] += not ended.pots
        seen["raked"] += ended.rake > 0
        seen["all-in"] += any(isinstance(e, ev.Acted) and e.all_in for e in hand.events)
        seen["posts"] += bool(hand.started.posts)
        seen.update({type(event).__name__ for event in hand.events})
    assert seen.keys() >= {*Game, *(f"{count} players" for count in range(2, 9))}
    assert min(seen[game] for game in Game) > 80
    for often, kind in (
        (40, "reshuffled"), (100, "side pots"), (80, "raked"), (150, "all-in"), (5, "posts"),
        (100, "HandMucked"), (80, "BetReturned"), (100, "AntePosted"), (200, "BlindPosted"),
    ):  # fmt: skip
        assert seen[kind] > often, (kind, seen[kind])


def test_rulesets_of_all_kinds_come_up():
    rulesets = [any_ruleset(Random(seed)) for seed in range(200)]
    assert {rules.unit for rules in rulesets} == {1, 5, 25}
    assert {rules.has_blinds for rules in rulesets} == {True, False}
    assert {rules.ante_type for rules in rulesets} == set(AnteType)
    assert any(rules.has_blinds and not rules.sb for rules in rulesets)
    assert any(rules.has_blinds and rules.ante for rules in rulesets)


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
