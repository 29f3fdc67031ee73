"""
What five ranks are worth: the definition behind every ranking (RULES 3 and 4.2).
"""

from collections import Counter
from collections.abc import Iterable

from showdown.rules.cards import HAND_SIZE, RANKS
from showdown.rules.hand_rank import ACE, Category, HandRank

FIVE = RANKS.index("5")
WHEEL = (ACE, 3, 2, 1, 0)

_SHAPES = {
    (5,): Category.FIVE_OF_A_KIND,
    (4, 1): Category.FOUR_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (3, 1, 1): Category.THREE_OF_A_KIND,
    (2, 2, 1): Category.TWO_PAIR,
    (2, 1, 1, 1): Category.ONE_PAIR,
}


def classify(ranks: Iterable[int], *, flush: bool) -> HandRank:
    """
    What five ranks are worth, all of one suit or not.

    >>> classify([12, 3, 2, 1, 0], flush=False)
    <HandRank: straight, five-high>

    Source: docs/rules.md, "Hand ranking".
    """
    counted = sorted(Counter(ranks).items(), key=lambda item: (-item[1], -item[0]))
    order = tuple(one for one, _ in counted)
    shape = tuple(count for _, count in counted)
    if shape in _SHAPES:
        return HandRank.of(_SHAPES[shape], order)
    straight = order == WHEEL or order[0] - order[-1] == HAND_SIZE - 1
    top = (FIVE if order == WHEEL else order[0],)
    if straight:
        return HandRank.of(Category.STRAIGHT_FLUSH if flush else Category.STRAIGHT, top)
    return HandRank.of(Category.FLUSH if flush else Category.HIGH_CARD, order)
