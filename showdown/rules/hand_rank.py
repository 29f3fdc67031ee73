"""
What a hand is worth, as a value that compares, and what it is called (RULES 3).
"""

from collections import Counter
from collections.abc import Sequence
from enum import IntEnum

from showdown.rules.cards import HAND_SIZE, RANKS

RANK_WORDS = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "jack", "queen", "king", "ace",
)  # fmt: skip

ACE = RANKS.index("A")


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

    @property
    def title(self) -> str:
        """
        What it is called.

        >>> Category.FULL_HOUSE.title
        'full house'
        """
        return self.name.lower().replace("_", " ")


def category_named(text: str) -> Category | None:
    """
    The category that somebody calls so, with spaces, hyphens or underscores; None if there is none.

    >>> category_named("Full-House"), category_named("pair"), category_named("chess")
    (<Category.FULL_HOUSE: 6>, <Category.ONE_PAIR: 1>, None)
    """
    plain = " ".join(text.replace("-", " ").replace("_", " ").lower().split())
    return _BY_TITLE.get(plain)


_BY_TITLE = {category.title: category for category in Category} | {"pair": Category.ONE_PAIR}


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

_CATEGORIES = tuple(Category)
_NATURAL_BITS = 3
_CATEGORY_SHIFT = 4 * HAND_SIZE + _NATURAL_BITS


class HandRank(int):
    """
    What a hand is worth: bigger is better, equal is equal.

    >>> from showdown import parse_cards, rank
    >>> high, pair, flush = (
    ...     rank(parse_cards(c)) for c in ("AhKd9c5s2h", "2c2d5h8sTd", "2h4h6h8hTh")
    ... )
    >>> high < pair < flush
    True
    >>> str(pair), pair.category, pair.ranks
    ('pair of twos', <Category.ONE_PAIR: 1>, (0, 8, 6, 3))

    The number holds the category, the tie-breaking ranks, four bits each, and where a table counts
    them the natural cards, so that comparing numbers is the lexicographic comparison of RULES 3.1.
    """

    __slots__ = ()

    @classmethod
    def of(cls, category: Category, ranks: Sequence[int] = (), naturals: int = 0) -> "HandRank":
        """
        Build a value from its category and its tie-breaking ranks, most important first.

        Args:
            naturals: how many cards are not wild, where that breaks ties (RULES 4.8).
        """
        packed = category << _CATEGORY_SHIFT
        for place, one in enumerate(ranks, 1):
            packed |= one << cls.shift(place)
        return cls(packed | naturals)

    @staticmethod
    def shift(place: int) -> int:
        """How far left the rank stands that is the first, second ... to break ties."""
        return 4 * (HAND_SIZE - place) + _NATURAL_BITS

    @property
    def category(self) -> Category:
        """The kind of hand."""
        return _CATEGORIES[self >> _CATEGORY_SHIFT]

    @property
    def ranks(self) -> tuple[int, ...]:
        """The ranks that break ties inside the category, most important first."""
        places = range(1, TIE_BREAKERS[self.category] + 1)
        return tuple(self >> self.shift(place) & 15 for place in places)

    @property
    def naturals(self) -> int:
        """How many of the cards are not wild, where that breaks ties; else 0."""
        return self & (1 << _NATURAL_BITS) - 1

    @property
    def plain(self) -> "HandRank":
        """The value without the count of natural cards."""
        return HandRank(self >> _NATURAL_BITS << _NATURAL_BITS)

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
        if self.plain == ROYAL_FLUSH:
            return "royal flush"
        words = [RANK_WORDS[one] for one in self.ranks]
        return NAMES[self.category].format(*words).replace("sixs", "sixes")

    def __repr__(self) -> str:
        return f"<HandRank: {self.full_name}>"


ROYAL_FLUSH = HandRank.of(Category.STRAIGHT_FLUSH, (ACE,))


def display_names(ranks: Sequence[HandRank]) -> tuple[str, ...]:
    """
    The names of hands that are shown together, told apart where they differ (RULES 3.5).

    >>> from showdown import parse_cards, rank
    >>> display_names([rank(parse_cards(c)) for c in ("AhAdKc5s3h", "AsAcKd5d2h", "KhKsQd4s3c")])
    ('pair of aces (K-5-3)', 'pair of aces (K-5-2)', 'pair of kings')
    """
    names = {value: str(value) for value in ranks}
    shared = Counter(names.values())
    return tuple(value.full_name if shared[names[value]] > 1 else names[value] for value in ranks)
