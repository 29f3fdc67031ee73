"""
Hands that the strong bot takes for the same: before the draw, and after it.

Before the draw a hand is its category with the ranks that matter, what straight or flush it draws
to, and a high kicker; after the draw its category with the first ranks that decide. What it throws
if it draws so many cards is fixed, so that a decision at the draw is a number of cards.
"""

from collections import Counter
from functools import cache
from itertools import combinations

from showdown.bots.drawing import four_to_a_flush, four_to_a_straight
from showdown.rules.cards import Card
from showdown.rules.hand_rank import ACE, Category, HandRank
from showdown.rules.rank_tables import levels_of
from showdown.rules.ranking import rank
from showdown.rules.wild import NO_WILD

Bucket = tuple[int, ...]
"""Names a bucket; of hands after the draw the greater wins."""

MOST_DRAWN = 3
"""More cards are never drawn, and count as so many when somebody else draws them."""

NOTHING, INSIDE, OPEN, FLUSH, BOTH = range(5)
"""What four cards draw to: one rank of a straight, two of them, a flush, straight and flush."""

KING = ACE - 1

_RANKS_AFTER = {
    Category.HIGH_CARD: 2,
    Category.ONE_PAIR: 2,
    Category.TWO_PAIR: 2,
    Category.THREE_OF_A_KIND: 1,
    Category.STRAIGHT: 1,
    Category.FLUSH: 1,
    Category.FULL_HOUSE: 1,
}
"""How many ranks tell hands of a category apart; four of a kind and better are one bucket."""


def bucket_after(value: HandRank) -> Bucket:
    """
    The bucket of a hand after the draw.

    >>> from showdown import parse_cards
    >>> bucket_after(rank(parse_cards("KhKd9c5s2h")))
    (1, 11, 7)
    """
    category = min(value.category, Category.FOUR_OF_A_KIND)
    return (int(category), *value.ranks[: _RANKS_AFTER.get(category, 0)])


def bucket_before(cards: tuple[Card, ...]) -> Bucket:
    """
    The bucket of a hand before the draw.

    >>> from showdown import parse_cards
    >>> bucket_before(parse_cards("KhKdAc5s2h")), bucket_before(parse_cards("9h8h7h5hKd"))
    ((1, 11, 2, 0), (0, 4, 11))
    """
    value = rank(cards)
    category = value.category
    if category > Category.ONE_PAIR:
        return bucket_after(value)
    if category is Category.ONE_PAIR:
        pair, kicker = value.ranks[:2]
        return (int(category), pair, max(0, kicker - KING + 1), _drawing(cards))
    drawing = _drawing(cards)
    highest = value.ranks[: 1 if drawing else 2]
    return (int(category), drawing, *highest)


@cache
def buckets_after() -> tuple[Bucket, ...]:
    """All buckets after the draw, the weakest first."""
    (natural,) = levels_of(NO_WILD, double_ace=False, natural_beats_wild=False)
    values = {value for table in natural for value in table.values()}
    return tuple(sorted({bucket_after(value) for value in values}))


def thrown(cards: tuple[Card, ...], count: int) -> tuple[Card, ...]:
    """
    What goes if so many cards are drawn.

    Four cards to a straight or flush are kept, else what is paired, else the highest.

    >>> from showdown import parse_cards
    >>> hand = parse_cards("KhKdAc5s2h")
    >>> [thrown(hand, count) for count in range(4)]
    [(), (2h,), (5s, 2h), (Ac, 5s, 2h)]
    """
    if count == 1 and (kept := _four_to(cards)):
        return tuple(card for card in cards if card not in kept)
    many = Counter(card.rank for card in cards)
    by_worth = sorted(cards, key=lambda card: (many[card.rank], card.rank))
    return tuple(card for card in cards if card in by_worth[:count])


def _four_to(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The four cards that draw to a flush or a straight, if that is what such a hand may do."""
    category = rank(cards).category
    if category > Category.ONE_PAIR:
        return ()
    kept = four_to_a_flush(cards) or _four_to_a_straight(cards)
    return kept if kept or category else _four_to_an_inside_straight(cards)


def _four_to_a_straight(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Four ranks in a row, also where one of them is paired."""
    return four_to_a_straight(tuple({card.rank: card for card in cards}.values()))


def _four_to_an_inside_straight(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Four ranks that one rank completes; of several the highest."""
    found = [four for four in combinations(cards, 4) if _is_inside(four)]
    return max(found, key=lambda four: sum(card.rank for card in four), default=())


def _is_inside(four: tuple[Card, ...]) -> bool:
    ranks = {card.rank for card in four}
    low_ace = {-1 if each == ACE else each for each in ranks}
    return len(ranks) == 4 and any(max(each) - min(each) <= 4 for each in (ranks, low_ace))


def _drawing(cards: tuple[Card, ...]) -> int:
    if kept := four_to_a_flush(cards):
        return BOTH if _is_inside(kept) else FLUSH
    if _four_to_a_straight(cards):
        return OPEN
    return INSIDE if _four_to(cards) else NOTHING
