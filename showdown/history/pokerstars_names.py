"""
What PokerStars calls a hand, so that a text's words can be compared with its cards.
"""

from showdown.rules.hand_rank import RANK_WORDS, ROYAL_FLUSH, Category, HandRank

_WORDS = tuple(word.capitalize() for word in RANK_WORDS)
_RUN = 5

_FORMS = {
    Category.HIGH_CARD: "high card {0}",
    Category.ONE_PAIR: "a pair of {0}s",
    Category.TWO_PAIR: "two pair, {0}s and {1}s",
    Category.THREE_OF_A_KIND: "three of a kind, {0}s",
    Category.STRAIGHT: "a straight, {low} to {0}",
    Category.FLUSH: "a flush, {0} high",
    Category.FULL_HOUSE: "a full house, {0}s full of {1}s",
    Category.FOUR_OF_A_KIND: "four of a kind, {0}s",
    Category.STRAIGHT_FLUSH: "a straight flush, {low} to {0}",
}
"""A number stands for the word of that tie-breaking rank, ``low`` for the lowest of a straight."""


def name_of(value: HandRank) -> str:
    """
    The words for a hand.

    >>> from showdown import parse_cards, rank
    >>> name_of(rank(parse_cards("9c6s8d7h5s"))), name_of(rank(parse_cards("6c6dJsJh2c")))
    ('a straight, Five to Nine', 'two pair, Jacks and Sixes')
    """
    if value == ROYAL_FLUSH:
        return "a royal flush"
    words = [_WORDS[one] for one in value.ranks]
    # Counted below the two, the place of the ace comes round by itself: Ace to Five.
    low = _WORDS[value.ranks[0] - _RUN + 1]
    return _FORMS[value.category].format(*words, low=low).replace("Sixs", "Sixes")


def agrees(said: str, value: HandRank) -> bool:
    """
    Whether a text's words fit a hand; newer texts add a kicker after a dash.

    >>> from showdown import parse_cards, rank
    >>> aces = rank(parse_cards("AcAdKs7h2c"))
    >>> agrees("a pair of Aces - King kicker", aces), agrees("a pair of Kings", aces)
    (True, False)
    """
    return said.partition(" - ")[0].strip().lower() == name_of(value).lower()
