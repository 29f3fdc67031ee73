"""
Ranking five cards, or the best five of more.

Without wild cards :func:`rank` adds up five numbers and looks the sum up; the tables are made of
:func:`~showdown.rules.classes.classify` when the module is loaded.
"""

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement

from showdown.errors import CardError
from showdown.rules.cards import HAND_SIZE, RANK_KEYS, RANKS, SUIT_KEYS, SUIT_SHIFT, Card
from showdown.rules.classes import classify
from showdown.rules.hand_rank import ACE, HandRank
from showdown.rules.wild import Wild, rank_wild

KING = RANKS.index("K")


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


def rank(
    cards: Sequence[Card],
    wild: Wild = Wild.NONE,
    *,
    double_ace: bool = False,
    natural_beats_wild: bool = False,
) -> HandRank:
    """
    Rank five different cards; bigger is better.

    >>> from showdown import parse_cards
    >>> str(rank(parse_cards("7c 7d 7h Js Jd")))
    'full house, sevens over jacks'
    >>> str(rank(parse_cards("Kc Kd Kh Ks X1"), Wild.WILD))
    'five of a kind, kings'

    Args:
        wild: which cards stand for others.
        double_ace: every wild card in a flush is an ace (RULES 4.4).
        natural_beats_wild: of equal hands the one with fewer wild cards is better (RULES 4.8).

    Raises:
        CardError: there are not five cards, or a joker where none is in the game. That the cards
            differ is the caller's promise, which :func:`~showdown.rules.cards.parse_cards` keeps.

    Source: docs/rules.md, "Hand ranking" and "Wild cards".
    """
    try:
        a, b, c, d, e = cards
    except ValueError:
        raise CardError(
            f"{len(cards)} cards were given; a hand has five.", found=len(cards), wanted=HAND_SIZE
        ) from None
    if wild is not Wild.NONE:
        return rank_wild(cards, wild, double_ace=double_ace, natural_beats_wild=natural_beats_wild)
    key = a.key + b.key + c.key + d.key + e.key
    try:
        return _TABLES[key >> SUIT_SHIFT][key & _RANK_MASK]
    except IndexError:
        joker = next(card for card in cards if card.is_joker)
        raise CardError(
            f"{joker} is a joker; without wild cards there is none in the deck.", found=str(joker)
        ) from None


def best(
    cards: Sequence[Card],
    wild: Wild = Wild.NONE,
    *,
    double_ace: bool = False,
    natural_beats_wild: bool = False,
) -> HandRank:
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
    return max(
        rank(five, wild, double_ace=double_ace, natural_beats_wild=natural_beats_wild)
        for five in combinations(cards, HAND_SIZE)
    )
