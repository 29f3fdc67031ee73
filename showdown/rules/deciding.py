"""
Which cards of a hand make it what it is, and which of the rest decided.
"""

from collections.abc import Iterable, Sequence

from showdown.rules.cards import Card
from showdown.rules.hand_rank import NAMES, Category, HandRank
from showdown.rules.wild import NO_WILD, Wild, is_wild

_WHOLE = frozenset(
    {
        Category.STRAIGHT,
        Category.FLUSH,
        Category.FULL_HOUSE,
        Category.STRAIGHT_FLUSH,
        Category.FIVE_OF_A_KIND,
    }
)
"""Hands that all five cards make."""


def deciding_cards(
    cards: Sequence[Card],
    rank: HandRank,
    beaten: Iterable[HandRank] = (),
    wild: Wild = NO_WILD,
) -> tuple[Card, ...]:
    """
    The cards of a hand by which it wins: those that make it, and the kicker that it took.

    >>> from showdown import parse_cards, rank
    >>> hand, other = parse_cards("KsKd9c5s2h"), rank(parse_cards("KhKc8d5d2c"))
    >>> deciding_cards(hand, rank(hand))
    (Ks, Kd)
    >>> deciding_cards(hand, rank(hand), [other])
    (Ks, Kd, 9c)

    Args:
        cards: the hand.
        rank: what it is worth.
        beaten: what those are worth who were compared with it.
        wild: which cards stand for others; they are always among those that make it.
    """
    if rank.category in _WHOLE:
        return tuple(cards)
    named = NAMES[rank.category].count("{")
    wanted = {*rank.ranks[:named], *_kicker(rank, beaten, named)}
    return tuple(card for card in cards if is_wild(card, wild) or card.rank in wanted)


def _kicker(rank: HandRank, beaten: Iterable[HandRank], named: int) -> tuple[int, ...]:
    """The first rank behind those that the hand is named after that the best rival has lower."""
    rivals = [each for each in beaten if each.category == rank.category and each < rank]
    if not rivals:
        return ()
    pairs = zip(rank.ranks, max(rivals).ranks, strict=True)
    differs = next((place for place, (own, other) in enumerate(pairs) if own != other), 0)
    return () if differs < named else (rank.ranks[differs],)
