"""
All 7,462 values that five cards of one deck can have, by what the keys of their ranks add up to.

This is the definition behind every ranking (RULES 3). Values are enumerated and hands are not
classified, which takes a few milliseconds where classifying would take fifty.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from showdown.rules.cards import HAND_SIZE, RANK_KEYS, RANKS
from showdown.rules.hand_rank import ACE, Category, HandRank

FIVE = RANKS.index("5")
STRAIGHTS = {
    frozenset((ACE, 0, 1, 2, 3)): FIVE,
    **{frozenset(range(top - 4, top + 1)): top for top in range(FIVE + 1, ACE + 1)},
}
"""The ranks of each straight and its top: the ace is high, or low in 5-4-3-2-A alone."""


class Shape(NamedTuple):
    """A hand of groups: so many ranks that are there so many times, then the others."""

    category: Category
    times: int
    groups: int
    others_times: int
    others: int


SHAPES = (
    Shape(Category.FOUR_OF_A_KIND, 4, 1, 1, 1),
    Shape(Category.FULL_HOUSE, 3, 1, 2, 1),
    Shape(Category.THREE_OF_A_KIND, 3, 1, 1, 2),
    Shape(Category.TWO_PAIR, 2, 2, 1, 1),
    Shape(Category.ONE_PAIR, 2, 1, 1, 3),
)

Values = dict[int, HandRank]
"""Values by the sum of five rank keys."""


def mixed_values() -> Values:
    """
    What hands of more than one suit are worth.

    >>> len(mixed_values())
    6175

    Source: docs/rules.md, "Hand ranking".
    """
    values = {key: value for shape in SHAPES for key, value in _grouped(shape)}
    values.update(_distinct(Category.HIGH_CARD, Category.STRAIGHT))
    return values


def suited_values() -> Values:
    """
    What hands of one suit are worth; their ranks are all different.

    >>> len(suited_values())
    1287
    """
    return dict(_distinct(Category.FLUSH, Category.STRAIGHT_FLUSH))


class _Ranks(NamedTuple):
    """Different ranks, high to low, ready to be put together with others."""

    packed: int
    """As :class:`HandRank` holds them, four bits each."""
    key: int
    """The sum of their keys."""
    bits: int
    """One bit for each, to see whether two sets meet."""


def _ranks(count: int) -> list[_Ranks]:
    sets = []
    for chosen in combinations(range(ACE, -1, -1), count):
        packed = key = bits = 0
        for one in chosen:
            packed = packed << 4 | one
            key += RANK_KEYS[one]
            bits |= 1 << one
        sets.append(_Ranks(packed, key, bits))
    return sets


def _grouped(shape: Shape) -> Iterator[tuple[int, HandRank]]:
    category, times, groups, others_times, others = shape
    head = HandRank.of(category)
    left, right = HandRank.shift(groups), HandRank.shift(groups + others)
    rest = _ranks(others)
    for grouped, grouped_key, bits in _ranks(groups):
        base = head + (grouped << left)
        base_key = times * grouped_key
        for packed, key, other_bits in rest:
            if not bits & other_bits:
                yield base_key + others_times * key, HandRank(base + (packed << right))


def _distinct(category: Category, straight: Category) -> Iterator[tuple[int, HandRank]]:
    """Five different ranks: in order they are of the one category, else of the other."""
    head, right = HandRank.of(category), HandRank.shift(HAND_SIZE)
    for packed, key, _ in _ranks(HAND_SIZE):
        yield key, HandRank(head + (packed << right))
    for ranks, top in STRAIGHTS.items():
        yield sum(RANK_KEYS[one] for one in ranks), HandRank.of(straight, (top,))
