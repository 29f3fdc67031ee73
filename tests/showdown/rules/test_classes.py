"""
The 7,462 values, by what the keys of their ranks add up to.
"""

from itertools import combinations, combinations_with_replacement

from showdown.rules.cards import RANK_KEYS, RANKS
from showdown.rules.classes import mixed_values, suited_values
from showdown.rules.hand_rank import Category

ALL_RANKS = range(len(RANKS))


def key_of(ranks: tuple[int, ...]) -> int:
    return sum(RANK_KEYS[one] for one in ranks)


def test_every_five_ranks_that_a_deck_can_deal_have_a_value_and_no_others():
    dealt = {
        key_of(ranks)
        for ranks in combinations_with_replacement(ALL_RANKS, 5)
        if len(set(ranks)) > 1
    }
    assert mixed_values().keys() == dealt
    assert len(dealt) == 6175


def test_cards_of_one_suit_are_of_five_ranks():
    assert suited_values().keys() == {key_of(ranks) for ranks in combinations(ALL_RANKS, 5)}


def test_the_values_are_7462_and_those_of_one_suit_are_others():
    mixed, suited = set(mixed_values().values()), set(suited_values().values())
    assert len(mixed | suited) == 7462
    assert not mixed & suited
    assert {value.category for value in suited} == {Category.FLUSH, Category.STRAIGHT_FLUSH}


def test_a_value_holds_the_ranks_that_it_was_made_of():
    mixed = mixed_values()
    for ranks, category, order in [
        ((3, 3, 3, 9, 9), Category.FULL_HOUSE, (3, 9)),
        ((3, 3, 9, 9, 12), Category.TWO_PAIR, (9, 3, 12)),
        ((12, 0, 1, 2, 3), Category.STRAIGHT, (3,)),
        ((11, 12, 0, 1, 2), Category.HIGH_CARD, (12, 11, 2, 1, 0)),
    ]:
        value = mixed[key_of(ranks)]
        assert (value.category, value.ranks) == (category, order)
