"""
How often each value is dealt, by what hands are made of and not by going through them.
"""

from collections import Counter
from math import comb, prod

from showdown.rules.cards import HAND_SIZE
from showdown.rules.hand_rank import HandRank
from showdown.rules.rank_tables import levels_of
from showdown.rules.wild import DEUCE, DEUCES, NO_WILD, Wild, naturals

SUITS = 4


def frequencies(
    wild: Wild = NO_WILD,
    jokers: int = 0,
    double_ace: bool = False,
    natural_beats_wild: bool = False,
) -> Counter[HandRank]:
    """
    Of all hands of a deck how many have each value.

    >>> dealt = frequencies()
    >>> dealt.total(), len(dealt), dealt[max(dealt)]
    (2598960, 7462, 4)

    Source: docs/rules.md, "Hand ranking" and "Wild cards", which have the totals.
    """
    wild_cards = jokers + SUITS * (wild == DEUCES)
    counts: Counter[HandRank] = Counter()
    for wilds, level in enumerate(levels_of(wild, double_ace, natural_beats_wild)):
        ways = comb(wild_cards, wilds)
        for ranks, key in naturals(HAND_SIZE - wilds) if ways else ():
            if wild == DEUCES and DEUCE in ranks:
                continue
            every = prod(comb(SUITS, times) for times in Counter(ranks).values())
            different = len(set(ranks)) == len(ranks)
            suited = SUITS if different and ranks else int(different)
            if suited:
                counts[level.suited[key]] += ways * suited
            if every > suited:
                counts[level.mixed[key]] += ways * (every - suited)
    return counts
