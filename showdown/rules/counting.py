"""
Counting what hands become with the standard library: equal sums of keys are looked up once.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Protocol

from showdown.rules.cards import HAND_SIZE, SUIT_SHIFT, Card
from showdown.rules.hand_rank import HandRank
from showdown.rules.rank_tables import RANK_MASK, Tables
from showdown.rules.ranking import keys_of
from showdown.rules.wild import Wild

Cards = Sequence[Card]
Counts = list[int]
"""How many hands fall into each group."""


class Counting(Protocol):
    """Counts hands by group; the two ways of doing it give the same."""

    def completed(self, kept: Sequence[Cards], others: Cards) -> list[Counts]:
        """The hands that each of ``kept`` becomes with as many of the others as it lacks."""

    def containing(self, cards: Sequence[Cards]) -> list[Counts]:
        """All hands of the deck that contain these cards; each of ``cards`` has as many."""


class PlainCounting:
    """With the standard library."""

    def __init__(
        self, deck: Cards, wild: Wild, tables: Tables, group_of: Mapping[HandRank, int]
    ) -> None:
        self._deck = deck
        self._wild = wild
        self._tables = tables
        self._group_of = group_of
        self._groups = max(group_of.values()) + 1

    def completed(self, kept: Sequence[Cards], others: Cards) -> list[Counts]:
        """See :class:`Counting`."""
        sums = sums_of(keys_of(others, self._wild), HAND_SIZE - min(map(len, kept)))
        counted = [Counter(level) for level in sums]
        return [self._count(cards, counted[HAND_SIZE - len(cards)]) for cards in kept]

    def containing(self, cards: Sequence[Cards]) -> list[Counts]:
        """See :class:`Counting`."""
        return [
            self.completed([each], [card for card in self._deck if card not in each])[0]
            for each in cards
        ]

    def _count(self, kept: Cards, sums: Mapping[int, int]) -> Counts:
        counts = [0] * self._groups
        tables, group_of, own = self._tables, self._group_of, sum(keys_of(kept, self._wild))
        for rest, times in sums.items():
            key = own + rest
            counts[group_of[tables[key >> SUIT_SHIFT][key & RANK_MASK]]] += times
        return counts


def sums_of(keys: Sequence[int], most: int) -> list[list[int]]:
    """
    What any none, one, two ... of the keys come to.

    >>> sums_of([1, 10, 100], 2)
    [[0], [1, 10, 100], [11, 101, 110]]
    """
    sums: list[list[int]] = [[0], *([] for _ in range(most))]
    for key in keys:
        for size in range(most, 0, -1):
            sums[size] += [key + other for other in sums[size - 1]]
    return sums
