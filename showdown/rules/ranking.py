"""
Ranking five cards, or the best five of more: a sum, and a look into a table.
"""

from collections.abc import Sequence
from itertools import combinations

from showdown.errors import CardError
from showdown.rules.cards import HAND_SIZE, SUIT_SHIFT, Card
from showdown.rules.hand_rank import HandRank
from showdown.rules.rank_tables import RANK_MASK, Tables, tables_of
from showdown.rules.wild import BUG, DEUCES, NO_WILD, Wild

_NATURAL: Tables = []
"""The tables without wild cards, once a hand was ranked: importing this module stays cheap."""


def rank(
    cards: Sequence[Card],
    wild: Wild = NO_WILD,
    # Not keyword-only: CPython 3.11 calls such functions more slowly, and this one is called most.
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
        if wild is NO_WILD:
            key = a.key + b.key + c.key + d.key + e.key
            return _NATURAL[key >> SUIT_SHIFT][key & RANK_MASK]
        if wild == DEUCES:
            key = a.deuces_key + b.deuces_key + c.deuces_key + d.deuces_key + e.deuces_key
        else:
            key = a.key + b.key + c.key + d.key + e.key
        tables = tables_of(wild, double_ace, natural_beats_wild)
        return tables[key >> SUIT_SHIFT][key & RANK_MASK]
    except (LookupError, ValueError, AttributeError):
        if _NATURAL:
            raise wrong_cards(cards, wild) from None
    _NATURAL[:] = tables_of(NO_WILD)
    return rank(cards, wild, double_ace, natural_beats_wild)


def best(
    cards: Sequence[Card],
    wild: Wild = NO_WILD,
    double_ace: bool = False,
    natural_beats_wild: bool = False,
) -> HandRank:
    """
    The best rank of any five among five to seven cards.

    >>> from showdown import parse_cards
    >>> str(best(parse_cards("4c 4d 4h 4s Kc Ac 2d")))
    'four of a kind, fours'

    Raises:
        CardError: there are fewer than five or more than seven cards, or a joker where none is in
            the game.
    """
    spare = len(cards) - HAND_SIZE
    if not 0 <= spare <= 2:
        raise CardError(
            f"{len(cards)} cards were given; the best hand is picked from five to seven.",
            found=len(cards),
        )
    tables = tables_of(wild, double_ace, natural_beats_wild)
    keys = keys_of(cards, wild)
    total = sum(keys)
    try:
        return max(
            [
                tables[(key := total - left_out) >> SUIT_SHIFT][key & RANK_MASK]
                for left_out in map(sum, combinations(keys, spare))
            ]
        )
    except LookupError:
        raise wrong_cards(cards, wild) from None


def keys_of(cards: Sequence[Card], wild: Wild) -> list[int]:
    """What is added up in this game."""
    if wild is DEUCES:
        return [card.deuces_key for card in cards]
    return [card.key for card in cards]


def wrong_cards(cards: Sequence[object], wild: Wild) -> CardError:
    """What is wrong with a hand that has no value."""
    strangers = [card for card in cards if not isinstance(card, Card)]
    jokers = [card for card in cards if isinstance(card, Card) and card.is_joker]
    if strangers:
        found, wanted = repr(strangers[0]), "is no Card; parse_cards makes cards of a text"
    elif len(cards) != HAND_SIZE:
        found, wanted = f"{len(cards)} cards", "were given; a hand has five"
    elif jokers and wild == NO_WILD:
        found, wanted = str(jokers[0]), "is a joker; without wild cards there is none in the deck"
    elif len(jokers) > 1 and wild == BUG:
        found, wanted = str(jokers[1]), "is a second joker; with a bug there is one in the deck"
    else:
        found, wanted = " ".join(map(str, cards)), "are not five different cards"
    return CardError(f"{found} {wanted}.", found=found)
