"""
Where ranking looks sums up: tables of prebuilt values, made when a game first needs them.

The keys of five cards add up to a number whose high part says how many wild cards there are and
whether the others are of one suit, and whose low part says what ranks these have. The high part
chooses a table and the low part the value in it.
"""

from functools import cache

from showdown.rules.cards import HAND_SIZE, JOKER_SUIT_KEY, SUIT_KEYS, SUIT_SHIFT
from showdown.rules.classes import Values
from showdown.rules.hand_rank import HandRank
from showdown.rules.wild import NO_WILD, Readings, Wild, readings

RANK_MASK = (1 << SUIT_SHIFT) - 1
"""The part of a sum that the ranks make."""

Tables = list[Values]
"""By the suit part of a sum, then by its rank part."""


@cache
def tables_of(wild: Wild, double_ace: bool = False, natural_beats_wild: bool = False) -> Tables:
    """
    The tables of a game.

    >>> from showdown.rules.cards import parse_cards
    >>> key = sum(card.key for card in parse_cards("7c 7d 7h Js Jd"))
    >>> str(tables_of(Wild.NONE)[key >> SUIT_SHIFT][key & RANK_MASK])
    'full house, sevens over jacks'
    """
    return [
        level[one_suit]
        for wilds, level in enumerate(levels_of(wild, double_ace, natural_beats_wild))
        for one_suit in suited_sums(HAND_SIZE - wilds)
    ]


def levels_of(wild: Wild, double_ace: bool, natural_beats_wild: bool) -> tuple[Readings, ...]:
    """The values of hands with no wild card, with one, with two ..., by sums of rank keys."""
    levels = readings(wild, double_ace=double_ace)
    if wild == NO_WILD or not natural_beats_wild:
        return levels
    return tuple(_counting(level, HAND_SIZE - wilds) for wilds, level in enumerate(levels))


def suited_sums(cards: int) -> list[bool]:
    """For each sum of suit keys whether so many cards that come to it are of one suit."""
    one_suit = {cards * key for key in SUIT_KEYS}
    return [suits in one_suit for suits in range(JOKER_SUIT_KEY)]


def by_key(values: Values) -> list[HandRank]:
    """The same as a list, which is read faster than a dictionary, with gaps where no hand is."""
    table = [HandRank(0)] * (max(values) + 1)
    for key, value in values.items():
        table[key] = value
    return table


def _counting(level: Readings, naturals: int) -> Readings:
    """The same values, of which equal ones differ by how many cards are natural (RULES 4.8)."""
    mixed, suited = (
        {key: HandRank(value | naturals) for key, value in values.items()} for values in level
    )
    return Readings(mixed, suited)
