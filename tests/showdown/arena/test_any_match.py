"""Matches of any kind: every ruleset, two to six bots, duplicate or not."""

from random import Random

import pytest

from showdown.arena import Plan, Seatings
from showdown.arena.dealing import Piles
from showdown.arena.keeping import retold
from showdown.arena.luck import PARTS
from showdown.arena.match import HandInPlay
from showdown.rules import events as ev
from showdown.rules.hand import replay
from showdown.testing.rulesets import any_ruleset
from tests.showdown.arena.players import Gambler, Learner, Maniac, named, pieces

BOTS = ("caller", "random", "tight", named(Gambler), named(Learner), named(Maniac))


def any_plan(rng: Random) -> Plan:
    """A short match of any kind."""
    rules = any_ruleset(rng)
    bots = tuple(rng.choices(BOTS, k=rng.randint(2, 6)))
    seats = rng.randint(2, len(bots))
    units = rng.choice((1, 3, 20, 200)) * max(rules.min_bet, rules.ante) // rules.unit
    plan = Plan(
        bots=bots,
        hands=10**9,
        seed=rng.getrandbits(60),
        ruleset=rules,
        stack=max(1, units) * rules.unit,
        duplicate=rng.random() < 0.6,
        seats=seats,
        seatings=Seatings.ALL if seats < 4 and rng.random() < 0.3 else Seatings.ROTATIONS,
    )
    return Plan(
        **{name: getattr(plan, name) for name in plan.__struct_fields__}
        | {"hands": 3 * plan.hands_per_round}
    )


@pytest.mark.soak(slice=15)
def test_whatever_is_played_adds_up_and_can_be_told_and_played_again(rounds):
    for rng in rounds:
        plan = any_plan(rng)
        fit = Piles.fit(plan.ruleset, plan.seats)
        dealt: dict[int, tuple] = {}
        hands: list[HandInPlay] = []

        def look(_unit, hand, plan=plan, fit=fit, dealt=dealt, hands=hands):
            hands.append(hand)
            state = hand.state
            assert replay(retold(hand, {})).stacks == state.stacks
            assert (hand.piles is not None) is (plan.duplicate and fit)
            assert dealt.setdefault(state.hand, state.dealt) == state.dealt
            held = [card for cards in (*state.cards, *state.discards) for card in cards]
            assert state.reshuffles or len(set(held)) == len(held)

        for piece in pieces(plan, look):
            for faults in piece.seats:
                assert not faults.first_fault
            for round_, nets in enumerate(zip(*piece.nets, strict=True)):
                raked = -sum(nets)
                assert raked >= 0
                if round_ in piece.luck:
                    assert abs(sum(piece.luck[round_]) + raked * PARTS) <= len(nets)
        assert len(hands) == 3 * plan.hands_per_round
        raking = [each for hand in hands for each in hand.events if isinstance(each, ev.Raked)]
        assert not raking or plan.ruleset.rake
