"""That the strong bot beats the others of the house, in matches long enough to be sure."""

import pytest

from showdown import Game, Ruleset
from showdown.arena.plan import Plan
from showdown.arena.runner import run_match
from showdown.bots import HOUSE_BOTS

OTHERS = [name for name in HOUSE_BOTS if name != "strong"]
RULES = [Ruleset(game=Game.FIXED_LIMIT, sb=1, bb=2), Ruleset(sb=1, bb=2)]
HANDS = 16_000
"""Half of them in each seat with the same cards."""


def named(rules):
    return rules.game


@pytest.mark.soak
@pytest.mark.parametrize("rules", RULES, ids=named)
@pytest.mark.parametrize("other", OTHERS)
def test_it_beats_each_other_bot_of_the_house_beyond_chance(rules, other, seed):
    plan = Plan(bots=("strong", other), hands=HANDS, seed=seed, ruleset=rules, duplicate=True)
    result = run_match(plan).result
    (pair,) = result.pairs
    assert pair.raw.estimate.mean > 0
    assert pair.raw.is_significant
    assert [each.faults.total for each in result.standings] == [0, 0]
