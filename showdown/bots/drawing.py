"""
Which cards a sensible player throws, without odds: he keeps what he has and draws to it.
"""

from collections import Counter

from showdown.rules.cards import Card
from showdown.rules.hand_rank import Category
from showdown.rules.ranking import rank
from showdown.rules.wild import NO_WILD, Wild, is_wild

_PAT = frozenset({Category.STRAIGHT, Category.FLUSH, Category.FULL_HOUSE, Category.STRAIGHT_FLUSH})
_WINDOW = 5
"""Ranks of a straight."""


def discards(cards: tuple[Card, ...], wild: Wild = NO_WILD) -> tuple[Card, ...]:
    """
    The cards to throw from five: all that is not paired, or what spoils a draw.

    Wild cards are kept, with what is paired or else with the highest other card.

    >>> from showdown import parse_cards
    >>> discards(parse_cards("AhAdKc5s3h"))
    (Kc, 5s, 3h)
    >>> discards(parse_cards("AhTh6h4hKs")), discards(parse_cards("9c8d7h6sKs"))
    ((Ks,), (Ks,))
    >>> discards(parse_cards("AhKd9c5s2h"))
    (9c, 5s, 2h)
    >>> discards(parse_cards("AhKd9c5s2h"), Wild.DEUCES)
    (Kd, 9c, 5s)
    """
    if rank(cards, wild).category in _PAT:
        return ()
    natural = tuple(card for card in cards if not is_wild(card, wild))
    counted = Counter(card.rank for card in natural)
    if len(counted) < len(natural):
        return tuple(card for card in natural if counted[card.rank] == 1)
    if len(natural) < len(cards):
        return tuple(card for card in natural if card not in _highest(natural, 1))
    kept = four_to_a_flush(cards) or four_to_a_straight(cards) or _highest(cards, 2)
    return tuple(card for card in cards if card not in kept)


def four_to_a_flush(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The four cards of one suit, if there are four."""
    suit, count = Counter(card.suit for card in cards).most_common(1)[0]
    return tuple(card for card in cards if card.suit == suit) if count == 4 else ()


def four_to_a_straight(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Four ranks in a row that a card at either end completes."""
    for low in range(1, 9):  # from 3-4-5-6 to T-J-Q-K: both ends are open
        kept = tuple(card for card in cards if low <= card.rank < low + _WINDOW - 1)
        if len({card.rank for card in kept}) == _WINDOW - 1:
            return kept
    return ()


def _highest(cards: tuple[Card, ...], count: int) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=lambda card: -card.rank)[:count])
