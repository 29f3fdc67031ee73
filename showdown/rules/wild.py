"""
Hands with wild cards (RULES 4): the best of all that a hand can be read as.

A hand is read by what its natural cards are and how many stand for others, so there are few
thousand different ones; each is searched once, over ranks and not over cards, and remembered.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cache
from itertools import combinations, combinations_with_replacement

from showdown.rules.cards import RANKS, Card
from showdown.rules.classes import classify
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


DEUCE = RANKS.index("2")
_EVERY_RANK = range(len(RANKS))


def is_wild(card: Card, wild: Wild) -> bool:
    """
    Whether a card stands for others in this game.

    >>> is_wild(Card("2c"), Wild.DEUCES), is_wild(Card("2c"), Wild.BUG)
    (True, False)
    """
    return card.is_joker or (wild is Wild.DEUCES and card.rank == DEUCE)


def rank_wild(
    cards: Sequence[Card], wild: Wild, *, double_ace: bool, natural_beats_wild: bool
) -> HandRank:
    """Rank five cards of which some may be wild; see :func:`showdown.rules.ranking.rank`."""
    natural = [card for card in cards if not is_wild(card, wild)]
    ranks = tuple(sorted(card.rank for card in natural))
    suited = len({card.suit for card in natural}) <= 1
    value = _best_reading(ranks, len(cards) - len(natural), suited, wild is Wild.BUG, double_ace)
    if natural_beats_wild:
        return HandRank.of(value.category, value.ranks, naturals=len(natural))
    return value


@cache
def _best_reading(
    naturals: tuple[int, ...], wilds: int, suited: bool, bug: bool, double_ace: bool
) -> HandRank:
    """The highest value of a hand with these natural ranks, all of one suit or not."""
    free = _bug_readings(naturals, wilds) if bug else _free_readings(naturals, wilds)
    flush = _flush_readings(naturals, wilds, double_ace) if suited else iter(())
    return max((*free, *flush))


def _free_readings(naturals: tuple[int, ...], wilds: int) -> Iterator[HandRank]:
    """Wild cards as any ranks, suits apart; a rank may be there five times (RULES 4.2)."""
    for stand_ins in combinations_with_replacement(_EVERY_RANK, wilds):
        yield classify((*naturals, *stand_ins), flush=False)


def _bug_readings(naturals: tuple[int, ...], wilds: int) -> Iterator[HandRank]:
    """A bug as an ace, or as what makes a straight (RULES 4.5)."""
    yield classify((*naturals, *(ACE,) * wilds), flush=False)
    for value in _free_readings(naturals, wilds):
        if value.category is Category.STRAIGHT:
            yield value


def _flush_readings(naturals: tuple[int, ...], wilds: int, double_ace: bool) -> Iterator[HandRank]:
    """
    Wild cards as ranks that are missing from a flush (RULES 4.4).

    The highest missing ranks come out as the best; with ``double_ace`` each is an ace instead,
    except in a straight flush, which repeats no rank.
    """
    missing = [one for one in _EVERY_RANK if one not in naturals]
    for stand_ins in combinations(missing, wilds):
        value = classify((*naturals, *stand_ins), flush=True)
        if value.category is Category.STRAIGHT_FLUSH or not double_ace:
            yield value
    if double_ace:
        yield HandRank.of(Category.FLUSH, sorted((*naturals, *(ACE,) * wilds), reverse=True))
