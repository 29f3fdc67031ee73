"""
How often values are dealt: what the rules say, and what going through the hands says.
"""

from collections import Counter
from itertools import combinations

import pytest

from showdown import DECK, Category, Wild, rank_many
from showdown.rules.cards import JOKERS
from showdown.rules.census import Census
from showdown.rules.frequencies import frequencies
from showdown.rules.hand_rank import ROYAL_FLUSH

RULES_4_9 = {
    (Wild.BUG, 1): [1, 204, 828, 4368, 7804, 20532, 63360, 138600, 1215024, 1418964],
    (Wild.WILD, 1): [13, 204, 3120, 6552, 7804, 20532, 137280, 123552, 1268088, 1302540],
    (Wild.DEUCES, 0): [672, 2552, 31552, 12672, 14472, 62232, 355080, 95040, 1225008, 799680],
}
ROYALS = {Wild.BUG: 24, Wild.WILD: 24, Wild.DEUCES: 484}


@pytest.mark.parametrize(("wild", "jokers"), RULES_4_9)
def test_wild_decks_fall_as_the_rules_say(wild, jokers):
    dealt = frequencies(wild, jokers)
    by_category = Counter[Category]()
    for value, hands in dealt.items():
        by_category[value.category] += hands
    assert [by_category[each] for each in reversed(Category)] == RULES_4_9[wild, jokers]
    assert dealt[ROYAL_FLUSH] == ROYALS[wild]


def test_every_hand_of_the_deck_is_counted_at_its_value():
    assert frequencies() == Counter(rank_many(combinations(DECK, 5)))


@pytest.mark.parametrize("natural_beats_wild", [False, True])
@pytest.mark.parametrize("double_ace", [False, True])
@pytest.mark.parametrize(("wild", "jokers"), [*RULES_4_9, (Wild.WILD, 2), (Wild.DEUCES, 2)])
def test_the_census_counts_the_same(wild, jokers, double_ace, natural_beats_wild):
    options = {"double_ace": double_ace, "natural_beats_wild": natural_beats_wild}
    census = Census(int, wild, jokers=jokers, **options)
    dealt = frequencies(wild, jokers, **options)
    assert census.of_the_deck() == {int(value): hands for value, hands in dealt.items()}
    assert len(census.deck) == len(DECK) + len(JOKERS[:jokers])
