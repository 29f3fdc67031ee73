"""
Ranking numpy arrays of card numbers; imported only where there are such arrays.

The sum and the tables of :mod:`showdown.rules.rank_tables` once more, for whole columns. The keys
of two neighbouring cards come out of a table of pairs, which their two bytes index as one number.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from showdown.errors import CardError
from showdown.rules.cards import DECK, HAND_SIZE, JOKER_SUIT_KEY, JOKERS, SUIT_SHIFT
from showdown.rules.hand_rank import HandRank
from showdown.rules.rank_tables import RANK_MASK, levels_of, suited_sums
from showdown.rules.ranking import keys_of, wrong_cards
from showdown.rules.wild import NO_WILD, Wild

ALL = DECK + JOKERS
BYTES = 256
AT_ONCE = 1 << 14
"""So many hands are ranked at a time that what is known of them stays in the processor's cache."""

Hands = NDArray[np.uint8]
Numbers = NDArray[np.uint16]


class ArrayRanks:
    """What hands of a game are worth, as numbers: 1 is the worst hand there is, 0 is no hand."""

    def __init__(self, wild: Wild, double_ace: bool, natural_beats_wild: bool) -> None:
        levels = levels_of(wild, double_ace, natural_beats_wild)
        tables = [values for level in levels for values in level]
        self.wild = wild
        self.values: tuple[HandRank, ...] = tuple(sorted({v for t in tables for v in t.values()}))
        """The value of number n is ``values[n - 1]``."""
        self.keys = np.zeros(BYTES, np.int32)
        """What is added up, by card number."""
        self.keys[: len(ALL)] = keys_of(ALL, wild)
        self._pairs = (self.keys[:, None] + self.keys).ravel()
        ends = np.cumsum([max(values) + 1 for values in tables])
        starts = [0, *ends[:-1]]
        self._numbers = np.zeros(ends[-1] + 1, np.uint16)
        """The tables one after the other, and one number more, which is no hand's."""
        number = {value: place for place, value in enumerate(self.values, 1)}
        for start, values in zip(starts, tables, strict=True):
            self._numbers[start + np.array([*values])] = [number[one] for one in values.values()]
        self._starts = np.full((HAND_SIZE + 1) * JOKER_SUIT_KEY, ends[-1], np.int32)
        """Where the table of a sum of suit keys starts; at the end where no hand has that sum."""
        for wilds in range(len(levels)):
            first = wilds * JOKER_SUIT_KEY
            self._starts[first : first + JOKER_SUIT_KEY] = [
                starts[2 * wilds + one_suit] for one_suit in suited_sums(HAND_SIZE - wilds)
            ]

    def look_up(self, sums: NDArray[np.int32]) -> Numbers:
        """The numbers of hands whose keys add up to these sums, which are overwritten."""
        places = self._starts.take(sums >> SUIT_SHIFT)
        sums &= RANK_MASK
        places += sums
        return self._numbers.take(places, mode="clip")

    def rank(self, hands: Hands) -> Numbers:
        """The numbers of hands that were checked."""
        numbers = np.empty(len(hands), np.uint16)
        for start in range(0, len(hands), AT_ONCE):
            some = np.ascontiguousarray(hands[start : start + AT_ONCE])
            pairs = some[:, :4].view(np.uint16)
            sums = self._pairs.take(pairs[:, 0])
            sums += self._pairs.take(pairs[:, 1])
            sums += self.keys.take(some[:, 4])
            numbers[start : start + AT_ONCE] = self.look_up(sums)
        return numbers


@cache
def array_ranks(
    wild: Wild, double_ace: bool = False, natural_beats_wild: bool = False
) -> ArrayRanks:
    """The numbers of a game, made when it first needs them."""
    return ArrayRanks(Wild(wild), double_ace, natural_beats_wild)


def rank_array(
    hands: object, wild: Wild, double_ace: bool = False, natural_beats_wild: bool = False
) -> Numbers:
    """Rank the rows of an array; see :func:`showdown.rules.ranking_many.rank_many`."""
    ranks = array_ranks(wild, double_ace, natural_beats_wild)
    checked = _checked(hands, ranks.wild)
    numbers = ranks.rank(checked)
    if not numbers.all():
        row = int(np.argmin(numbers))
        error = wrong_cards([ALL[card] for card in checked[row]], ranks.wild)
        raise CardError(f"Row {row}: {error.sentence}", found=error.found)
    return numbers


def _checked(hands: object, wild: Wild) -> Hands:
    """The array, if it can hold hands and all its numbers are cards of this game."""
    if not isinstance(hands, np.ndarray):
        raise CardError(
            f"{type(hands).__name__} is no numpy array and no list of hands.",
            found=type(hands).__name__,
        )
    if hands.dtype != np.uint8:
        raise CardError(
            f"The array's dtype is {hands.dtype}; card numbers are uint8.", found=str(hands.dtype)
        )
    if hands.ndim != 2 or hands.shape[1] != HAND_SIZE:
        raise CardError(
            f"The array's shape is {hands.shape}; hands are rows of five cards, (n, 5).",
            found=str(hands.shape),
        )
    cards = len(DECK) if wild == NO_WILD else len(ALL)
    if hands.size and (highest := int(hands.max())) >= cards:
        row = int(np.argmax((hands >= cards).any(axis=1)))
        kind = "" if wild == NO_WILD else ", jokers included"
        raise CardError(
            f"Row {row}: {highest} is no card; cards are numbered from 0 to {cards - 1}{kind}.",
            found=highest,
        )
    return hands
