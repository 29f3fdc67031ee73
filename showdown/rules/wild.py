"""
Wild cards (RULES 4): which cards stand for others, and the best that a hand can be read as.

A fully wild card is as good as the best natural card in its place. So what four cards and a wild
one are worth is the best of thirteen hands without it, what three and two are the best of thirteen
with one, and so on: five small tables, each made of the one before, and no search in any hand.
"""

from collections.abc import Iterator
from enum import StrEnum
from itertools import combinations_with_replacement
from typing import NamedTuple

from showdown.rules.cards import HAND_SIZE, RANK_KEYS, RANKS, Card
from showdown.rules.classes import Values, mixed_values, suited_values
from showdown.rules.hand_rank import ACE, Category, HandRank


class Wild(StrEnum):
    """Which cards stand for others."""

    NONE = "none"
    BUG = "bug"
    """One joker: an ace, or what completes a straight, a flush or a straight flush."""
    WILD = "wild"
    """Jokers stand for anything."""
    DEUCES = "deuces"
    """All twos, and jokers if there are any, stand for anything."""


# Naming a member by its class runs code of the enum module on Python 3.11.
NO_WILD, BUG, WILD, DEUCES = Wild

DEUCE = RANKS.index("2")


def is_wild(card: Card, wild: Wild) -> bool:
    """
    Whether a card stands for others in this game.

    >>> is_wild(Card("2c"), Wild.DEUCES), is_wild(Card("2c"), Wild.BUG)
    (True, False)
    """
    return card.is_joker or (wild == DEUCES and card.rank == DEUCE)


class Readings(NamedTuple):
    """What hands with some number of wild cards are worth, by the rank keys of the others."""

    mixed: Values
    """Where the natural cards are not of one suit."""
    suited: Values
    """Where they are."""


def readings(wild: Wild, *, double_ace: bool = False) -> tuple[Readings, ...]:
    """
    The best readings of hands with no wild card, with one, with two ...

    >>> str(readings(Wild.WILD)[1].mixed[4 * RANK_KEYS[ACE]])
    'five of a kind, aces'
    >>> len(readings(Wild.NONE)), len(readings(Wild.BUG)), len(readings(Wild.DEUCES))
    (1, 2, 6)

    Source: docs/rules.md, "Wild cards".
    """
    natural = Readings(mixed_values(), suited_values())
    if wild == NO_WILD:
        return (natural,)
    if wild == BUG:
        return natural, _with_bug(natural, double_ace)
    levels = [natural]
    groups, flushes = natural
    for wilds in range(1, HAND_SIZE + 1):
        hands = list(naturals(HAND_SIZE - wilds))
        groups = {key: _best(groups, key, ranks) for ranks, key in hands}
        flushes = _flushes(flushes, hands)
        levels.append(_level(groups, flushes, wilds, double_ace))
    return tuple(levels)


_Hands = list[tuple[tuple[int, ...], int]]


def naturals(count: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """
    The ranks of so many natural cards, with the sum of their keys; each sum comes once.

    >>> len(list(naturals(4)))
    1820
    """
    for ranks in combinations_with_replacement(range(len(RANKS)), count):
        yield ranks, sum(RANK_KEYS[one] for one in ranks)


def _missing(ranks: tuple[int, ...]) -> Iterator[int]:
    return (one for one in range(len(RANKS)) if one not in ranks)


def _best(fewer: Values, key: int, ranks: tuple[int, ...]) -> HandRank:
    """The best that a natural card in place of one of the wild cards can make (RULES 4.1)."""
    if len(set(ranks)) <= 1:
        return _five_of(ranks)
    return max(fewer[key + one] for one in RANK_KEYS)


def _five_of(ranks: tuple[int, ...]) -> HandRank:
    """A rank may be there five times; no natural hand has that (RULES 4.2)."""
    return HandRank.of(Category.FIVE_OF_A_KIND, (ranks or (ACE,))[:1])


def _with_bug(natural: Readings, double_ace: bool) -> Readings:
    """One card that is an ace, or what makes a straight or a flush (RULES 4.5)."""
    hands = list(naturals(HAND_SIZE - 1))
    groups = {key: _bug_reading(natural.mixed, key, ranks) for ranks, key in hands}
    return _level(groups, _flushes(natural.suited, hands), 1, double_ace)


def _bug_reading(mixed: Values, key: int, ranks: tuple[int, ...]) -> HandRank:
    if set(ranks) == {ACE}:
        return _five_of(ranks)
    straights = (mixed[key + RANK_KEYS[one]] for one in _missing(ranks))
    as_ace = mixed[key + RANK_KEYS[ACE]]
    return max((as_ace, *(one for one in straights if one.category is Category.STRAIGHT)))


def _flushes(fewer: Values, hands: _Hands) -> Values:
    """Flushes and straight flushes, in which no rank is there twice (RULES 4.4)."""
    return {
        key: max(fewer[key + RANK_KEYS[one]] for one in _missing(ranks))
        for ranks, key in hands
        if len(set(ranks)) == len(ranks)
    }


def _level(groups: Values, flushes: Values, wilds: int, double_ace: bool) -> Readings:
    """Cards of one suit are worth the better of a flush and of what they are without it."""
    if double_ace:
        flushes = dict(_with_aces(flushes, wilds))
    return Readings(groups, {key: max(groups[key], value) for key, value in flushes.items()})


def _with_aces(flushes: Values, wilds: int) -> Iterator[tuple[int, HandRank]]:
    """Every wild card of a flush as an ace, but for straight flushes (RULES 4.4)."""
    for ranks, key in naturals(HAND_SIZE - wilds):
        value = flushes.get(key)
        if value is None:
            continue
        if value.category is Category.FLUSH:
            value = HandRank.of(Category.FLUSH, (*(ACE,) * wilds, *reversed(ranks)))
        yield key, value
