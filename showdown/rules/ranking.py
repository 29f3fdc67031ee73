"""
The ranking of five-card hands (RULES 3), as values that compare.

:func:`classify` says what a hand is worth in the words of the rules. It runs once per distinct
value, when the module is loaded: :func:`rank` adds up five numbers and looks the sum up.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import IntEnum
from itertools import combinations, combinations_with_replacement

from showdown.errors import CardError
from showdown.rules.cards import (
    HAND_SIZE,
    RANK_KEYS,
    RANKS,
    SUIT_KEYS,
    SUIT_SHIFT,
    Card,
)

RANK_WORDS = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "jack", "queen", "king", "ace",
)  # fmt: skip

ACE, FIVE, KING = RANKS.index("A"), RANKS.index("5"), RANKS.index("K")
WHEEL = (ACE, 3, 2, 1, 0)


class Category(IntEnum):
    """What kind of hand it is, from the weakest (RULES 3.1)."""

    HIGH_CARD = 0
    ONE_PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    FIVE_OF_A_KIND = 9


TIE_BREAKERS = {
    Category.HIGH_CARD: 5,
    Category.ONE_PAIR: 4,
    Category.TWO_PAIR: 3,
    Category.THREE_OF_A_KIND: 3,
    Category.STRAIGHT: 1,
    Category.FLUSH: 5,
    Category.FULL_HOUSE: 2,
    Category.FOUR_OF_A_KIND: 2,
    Category.STRAIGHT_FLUSH: 1,
    Category.FIVE_OF_A_KIND: 1,
}
"""How many ranks decide between two hands of a category."""

NAMES = {
    Category.HIGH_CARD: "high card, {0}",
    Category.ONE_PAIR: "pair of {0}s",
    Category.TWO_PAIR: "two pair, {0}s and {1}s",
    Category.THREE_OF_A_KIND: "three of a kind, {0}s",
    Category.STRAIGHT: "straight, {0}-high",
    Category.FLUSH: "flush, {0}-high",
    Category.FULL_HOUSE: "full house, {0}s over {1}s",
    Category.FOUR_OF_A_KIND: "four of a kind, {0}s",
    Category.STRAIGHT_FLUSH: "straight flush, {0}-high",
    Category.FIVE_OF_A_KIND: "five of a kind, {0}s",
}
"""Display names, in which a number stands for the word of that tie-breaking rank."""

_CATEGORY_SHIFT = 4 * HAND_SIZE


class HandRank(int):
    """
    What a hand is worth: bigger is better, equal is equal.

    >>> from showdown import parse_cards
    >>> high, pair, flush = (
    ...     rank(parse_cards(c)) for c in ("AhKd9c5s2h", "2c2d5h8sTd", "2h4h6h8hTh")
    ... )
    >>> high < pair < flush
    True
    >>> str(pair), pair.category, pair.ranks
    ('pair of twos', <Category.ONE_PAIR: 1>, (0, 8, 6, 3))

    The number holds the category and the tie-breaking ranks, four bits each, so that comparing
    numbers is the lexicographic comparison of RULES 3.1.
    """

    __slots__ = ()

    @classmethod
    def of(cls, category: Category, ranks: Sequence[int]) -> "HandRank":
        """Build a value from its category and its tie-breaking ranks, most important first."""
        packed = int(category)
        for place in range(HAND_SIZE):
            packed = packed << 4 | (ranks[place] if place < len(ranks) else 0)
        return cls(packed)

    @property
    def category(self) -> Category:
        """The kind of hand."""
        return Category(self >> _CATEGORY_SHIFT)

    @property
    def ranks(self) -> tuple[int, ...]:
        """The ranks that break ties inside the category, most important first."""
        wanted = TIE_BREAKERS[self.category]
        return tuple(self >> 4 * (HAND_SIZE - 1 - place) & 15 for place in range(wanted))

    @property
    def kickers(self) -> str:
        """The tie-breaking ranks that the display name does not contain, as in ``K-5-3``."""
        named = NAMES[self.category].count("{")
        return "-".join(RANKS[one] for one in self.ranks[named:])

    @property
    def full_name(self) -> str:
        """The display name with all that breaks ties, as in ``pair of aces (K-5-3)``."""
        return f"{self} ({self.kickers})" if self.kickers else str(self)

    def __str__(self) -> str:
        if self == ROYAL_FLUSH:
            return "royal flush"
        words = [RANK_WORDS[one] for one in self.ranks]
        return NAMES[self.category].format(*words).replace("sixs", "sixes")

    def __repr__(self) -> str:
        return f"<HandRank: {self.full_name}>"


ROYAL_FLUSH = HandRank.of(Category.STRAIGHT_FLUSH, (ACE,))

_SHAPES = {
    (4, 1): Category.FOUR_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (3, 1, 1): Category.THREE_OF_A_KIND,
    (2, 2, 1): Category.TWO_PAIR,
    (2, 1, 1, 1): Category.ONE_PAIR,
}


def classify(ranks: Iterable[int], *, flush: bool) -> HandRank:
    """
    What five ranks are worth, all of one suit or not: the definition behind :func:`rank`.

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


def _tables() -> list[list[HandRank]]:
    """One list of values by the sum of rank keys for each sum of suit keys."""
    size = 4 * RANK_KEYS[ACE] + RANK_KEYS[KING] + 1
    nothing = HandRank(0)
    mixed, suited = [nothing] * size, [nothing] * size
    for ranks in combinations_with_replacement(range(len(RANKS)), HAND_SIZE):
        key = sum(RANK_KEYS[one] for one in ranks)
        distinct = len(set(ranks))
        if distinct > 1:  # no rank is in a deck five times
            mixed[key] = classify(ranks, flush=False)
        if distinct == HAND_SIZE:
            suited[key] = classify(ranks, flush=True)
    one_suit = {HAND_SIZE * key for key in SUIT_KEYS}
    return [suited if sum_ in one_suit else mixed for sum_ in range(HAND_SIZE * SUIT_KEYS[-1] + 1)]


_TABLES = _tables()
_RANK_MASK = (1 << SUIT_SHIFT) - 1


def rank(cards: Sequence[Card]) -> HandRank:
    """
    Rank five different cards; bigger is better.

    >>> from showdown import parse_cards
    >>> str(rank(parse_cards("7c 7d 7h Js Jd")))
    'full house, sevens over jacks'

    Raises:
        CardError: there are not five cards. That they differ is the caller's promise, which
            :func:`~showdown.rules.cards.parse_cards` keeps.

    Source: docs/rules.md, "Hand ranking".
    """
    try:
        a, b, c, d, e = cards
    except ValueError:
        raise CardError(
            f"{len(cards)} cards were given; a hand has five.", found=len(cards), wanted=HAND_SIZE
        ) from None
    key = a.key + b.key + c.key + d.key + e.key
    return _TABLES[key >> SUIT_SHIFT][key & _RANK_MASK]


def best(cards: Sequence[Card]) -> HandRank:
    """
    The best rank of any five among five to seven cards.

    >>> from showdown import parse_cards
    >>> str(best(parse_cards("4c 4d 4h 4s Kc Ac 2d")))
    'four of a kind, fours'

    Raises:
        CardError: there are fewer than five or more than seven cards.
    """
    if not HAND_SIZE <= len(cards) <= 7:
        raise CardError(
            f"{len(cards)} cards were given; the best hand is picked from five to seven.",
            found=len(cards),
        )
    return max(rank(five) for five in combinations(cards, HAND_SIZE))


def display_names(ranks: Sequence[HandRank]) -> tuple[str, ...]:
    """
    The names of hands that are shown together, told apart where they differ (RULES 3.5).

    >>> from showdown import parse_cards
    >>> display_names([rank(parse_cards(c)) for c in ("AhAdKc5s3h", "AsAcKd5d2h", "KhKsQd4s3c")])
    ('pair of aces (K-5-3)', 'pair of aces (K-5-2)', 'pair of kings')
    """
    names = {value: str(value) for value in ranks}
    shared = Counter(names.values())
    return tuple(value.full_name if shared[names[value]] > 1 else names[value] for value in ranks)
