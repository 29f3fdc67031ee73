"""
Ranking five cards, or the best five of more: a sum, and a look into one of two tables.
"""

from collections.abc import Sequence
from itertools import combinations

from showdown.errors import CardError
from showdown.rules.cards import HAND_SIZE, SUIT_SHIFT, Card
from showdown.rules.classes import mixed_values, suited_values
from showdown.rules.hand_rank import HandRank
from showdown.rules.rank_tables import RANK_MASK, by_key, tables_of
from showdown.rules.wild import BUG, DEUCES, NO_WILD, Wild

# Filled when the first hand is ranked, so that importing this module stays cheap.
_MIXED: list[HandRank] = []
"""What cards of more than one suit are worth, by the sum of their rank keys."""
_SUITED: list[HandRank] = []
"""What cards of one suit are worth."""


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
            if a.suit == b.suit == c.suit == d.suit == e.suit:
                return _SUITED[a.rank_key + b.rank_key + c.rank_key + d.rank_key + e.rank_key]
            return _MIXED[a.rank_key + b.rank_key + c.rank_key + d.rank_key + e.rank_key]
        if wild == DEUCES:
            key = a.deuces_key + b.deuces_key + c.deuces_key + d.deuces_key + e.deuces_key
        else:
            key = a.key + b.key + c.key + d.key + e.key
        tables = tables_of(wild, double_ace, natural_beats_wild)
        return tables[key >> SUIT_SHIFT][key & RANK_MASK]
    except (LookupError, ValueError, AttributeError):
        if _MIXED:
            raise wrong_cards(cards, wild) from None
    natural_tables()
    return rank(cards, wild, double_ace, natural_beats_wild)


def natural_tables() -> tuple[list[HandRank], list[HandRank]]:
    """The values of hands without wild cards by their rank keys: of several suits, of one suit."""
    if not _MIXED:
        # The one that is looked at comes last, and each is there at once: threads may meet here.
        _SUITED[:], _MIXED[:] = by_key(suited_values()), by_key(mixed_values())
    return _MIXED, _SUITED


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
        CardError: there are fewer than five or more than seven cards, or a joker that the game does
            not have.
    """
    spare = len(cards) - HAND_SIZE
    if not 0 <= spare <= 2:
        raise CardError(
            f"{len(cards)} cards were given; the best hand is picked from five to seven.",
            found=len(cards),
        )
    try:
        if wild == NO_WILD and not _may_be_suited(cards):
            mixed, _ = natural_tables()
            return max([mixed[key] for key in _sums([card.rank_key for card in cards], spare)])
        tables = tables_of(wild, double_ace, natural_beats_wild)
        sums = _sums(keys_of(cards, wild), spare)
        return max([tables[key >> SUIT_SHIFT][key & RANK_MASK] for key in sums])
    except (LookupError, AttributeError):
        raise wrong_cards(cards, wild) from None


def _may_be_suited(cards: Sequence[Card]) -> bool:
    """Whether five are of one suit: of at most seven, sorted by suit, they have the middle one."""
    suits = sorted([card.suit for card in cards])
    return suits.count(suits[len(suits) // 2]) >= HAND_SIZE


def _sums(keys: Sequence[int], spare: int) -> list[int]:
    """What five of the keys come to: their sum without so many of them."""
    total = sum(keys)
    if spare == 2:
        return [total - one - other for one, other in combinations(keys, 2)]
    return [total - one for one in keys] if spare else [total]


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
    elif jokers and wild == NO_WILD:
        found, wanted = str(jokers[0]), "is a joker; without wild cards there is none in the deck"
    elif len(jokers) > 1 and wild == BUG:
        found, wanted = str(jokers[1]), "is a second joker; with a bug there is one in the deck"
    elif len(cards) != HAND_SIZE:
        found, wanted = f"{len(cards)} cards", "were given; a hand has five"
    else:
        found, wanted = " ".join(map(str, cards)), "are not five different cards"
    return CardError(f"{found} {wanted}.", found=found)
