"""That the strong bot beats the others of the house, in matches long enough to be sure."""

import pytest

from showdown import Game, Ruleset
from showdown.arena.plan import Plan
from showdown.arena.runner import run_match
from showdown.bots import HOUSE_BOTS

OTHERS = [name for name in HOUSE_BOTS if name != "strong"]
MATCHES = [
    (Ruleset(game=Game.FIXED_LIMIT, sb=1, bb=2), 16_000),
    (Ruleset(sb=1, bb=2), 40_000),
]
"""What is played, and how many hands, half of them in each seat with the same cards."""


def named(value):
    return str(value.game) if isinstance(value, Ruleset) else str(value)


@pytest.mark.soak
@pytest.mark.parametrize(("rules", "hands"), MATCHES, ids=named)
@pytest.mark.parametrize("other", OTHERS)
def test_it_beats_each_other_bot_of_the_house_beyond_chance(rules, hands, other):
    plan = Plan(bots=("strong", other), hands=hands, seed=1, ruleset=rules, duplicate=True)
    result = run_match(plan, processes=2).result
    (pair,) = result.pairs
    assert pair.raw.estimate.mean > 0
    assert pair.raw.is_significant
    assert [each.faults.total for each in result.standings] == [0, 0]
