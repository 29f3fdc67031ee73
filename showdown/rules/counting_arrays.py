"""
Counting what hands become, with numpy; imported only where it is installed.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.rules.cards import HAND_SIZE
from showdown.rules.counting import Cards, Counts
from showdown.rules.hand_rank import HandRank
from showdown.rules.ranking_arrays import AT_ONCE, ArrayRanks

Sums = NDArray[np.int32]


class _Rest(NamedTuple):
    """What a hand may have besides some cards of which all is known: any so many of the deck."""

    sums: Sums
    holds: NDArray[np.bool_]
    """For each card number which of these it is among."""


class ArrayCounting:
    """With arrays; see :class:`showdown.rules.counting.Counting`."""

    def __init__(self, deck: Cards, ranks: ArrayRanks, group_of: Mapping[HandRank, int]) -> None:
        self._deck = np.array([card.index for card in deck])
        self._ranks = ranks
        self._groups = max(group_of.values()) + 1
        # By number of a hand; that of no hand, 0, has a group of its own behind all others.
        self._group_of = np.array(
            [self._groups, *(group_of[value] for value in ranks.values)], np.uint16
        )
        self._rests: dict[int, _Rest] = {}

    def completed(self, kept: Sequence[Cards], others: Cards) -> list[Counts]:
        """See :meth:`showdown.rules.counting.Counting.completed`."""
        keys = self._ranks.keys[[card.index for card in others]]
        sums = _sums_of(keys, HAND_SIZE - min(map(len, kept)))
        return [self._count(cards, sums[HAND_SIZE - len(cards)]) for cards in kept]

    def containing(self, cards: Sequence[Cards]) -> list[Counts]:
        """See :meth:`showdown.rules.counting.Counting.containing`."""
        rest = self._rest(HAND_SIZE - len(cards[0]))
        indices = np.array([[card.index for card in each] for each in cards])
        rows = max(1, AT_ONCE // len(rest.sums))
        return [
            counts
            for first in range(0, len(cards), rows)
            for counts in self._containing(indices[first : first + rows], rest)
        ]

    def _containing(self, indices: NDArray[np.int64], rest: _Rest) -> list[Counts]:
        own = self._ranks.keys[indices].sum(axis=1, dtype=np.int32)
        sums = (own[:, None] + rest.sums).ravel()
        groups = self._group_of.take(self._ranks.look_up(sums)).reshape(len(indices), -1)
        groups[rest.holds[indices].any(axis=1)] = self._groups
        places = self._groups + 1
        cells = groups + (np.arange(len(indices)) * places)[:, None]
        counted = np.bincount(cells.ravel(), minlength=len(indices) * places)
        counts: list[Counts] = counted.reshape(-1, places)[:, :-1].tolist()
        return counts

    def _rest(self, size: int) -> _Rest:
        if size not in self._rests:
            chosen = np.array([*combinations(self._deck.tolist(), size)], np.intp)
            holds = np.zeros((self._deck.max() + 1, len(chosen)), np.bool_)
            for column in chosen.T:
                holds[column, np.arange(len(chosen))] = True
            sums = self._ranks.keys[chosen].sum(axis=1, dtype=np.int32)
            self._rests[size] = _Rest(sums, holds)
        return self._rests[size]

    def _count(self, kept: Cards, sums: Sums) -> Counts:
        own = np.int32(sum(int(self._ranks.keys[card.index]) for card in kept))
        counted = np.zeros(self._groups + 1, np.int64)
        for start in range(0, len(sums), AT_ONCE):
            numbers = self._ranks.look_up(own + sums[start : start + AT_ONCE])
            counted += np.bincount(self._group_of.take(numbers), minlength=self._groups + 1)
        counts: Counts = counted[:-1].tolist()
        return counts


def _sums_of(keys: Sums, most: int) -> list[Sums]:
    """What any none, one, two ... of the keys come to, as in ``sums_of``."""
    sums = [np.zeros(comb(len(keys), size), np.int32) for size in range(most + 1)]
    for known, key in enumerate(keys):
        for size in range(most, 0, -1):
            old, more = comb(known, size), comb(known, size - 1)
            np.add(sums[size - 1][:more], key, out=sums[size][old : old + more])
    return sums
