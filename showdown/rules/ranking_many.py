"""
Ranking hands by the thousand: lists of cards, or numpy arrays of card numbers where numpy is there.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, overload

from showdown.errors import CardError
from showdown.rules.cards import SUIT_SHIFT, Card
from showdown.rules.hand_rank import HandRank
from showdown.rules.rank_tables import RANK_MASK, Tables, tables_of
from showdown.rules.ranking import natural_tables, rank
from showdown.rules.wild import DEUCES, NO_WILD, Wild

if TYPE_CHECKING:
    from numpy import uint8, uint16
    from numpy.typing import NDArray


@overload
def rank_many(
    hands: "NDArray[uint8]",
    wild: Wild = ...,
    double_ace: bool = ...,
    natural_beats_wild: bool = ...,
) -> "NDArray[uint16]": ...


@overload
def rank_many(
    hands: Iterable[Sequence[Card]],
    wild: Wild = ...,
    double_ace: bool = ...,
    natural_beats_wild: bool = ...,
) -> list[HandRank]: ...


def rank_many(
    hands: "Iterable[Sequence[Card]] | NDArray[uint8]",
    wild: Wild = NO_WILD,
    double_ace: bool = False,
    natural_beats_wild: bool = False,
) -> "list[HandRank] | NDArray[uint16]":
    """
    Rank many hands of five different cards; bigger is better, equal is equal.

    >>> from showdown import parse_cards
    >>> [str(value) for value in rank_many([parse_cards("AhAd9c5s2h"), parse_cards("2c2d5h8sTd")])]
    ['pair of aces', 'pair of twos']

    Args:
        hands: lists or tuples of five cards; or a numpy array of shape (n, 5) and dtype uint8, in
            which a card is ``rank x 4 + suit`` (ranks from 2, suits c d h s; :attr:`Card.index`)
            and jokers are 52 and 53.
        wild, double_ace, natural_beats_wild: as for :func:`~showdown.rules.ranking.rank`.

    Returns:
        Their :class:`HandRank`; for an array a uint16 array of numbers that compare in the same way
        among hands of the same game, and say nothing else.

    Raises:
        CardError: a hand has not five cards, or a card is not in the game; the array has another
            shape or dtype. That the cards of a hand differ is the caller's promise.

    Source: docs/rules.md, "Hand ranking" and "Wild cards".
    """
    if hasattr(hands, "dtype"):
        from showdown.rules.ranking_arrays import rank_array

        return rank_array(hands, wild, double_ace, natural_beats_wild)
    if not isinstance(hands, Sequence):
        hands = list(hands)
    try:
        if wild == NO_WILD:
            return _natural(hands)
        tables = tables_of(wild, double_ace, natural_beats_wild)
        return _with_deuces(hands, tables) if wild == DEUCES else _with_jokers(hands, tables)
    except (LookupError, ValueError, AttributeError, TypeError):
        raise _first_wrong(hands, wild) from None


def _natural(hands: Sequence[Sequence[Card]]) -> list[HandRank]:
    mixed, suited = natural_tables()
    return [
        (suited if a.suit == b.suit == c.suit == d.suit == e.suit else mixed)[
            a.rank_key + b.rank_key + c.rank_key + d.rank_key + e.rank_key
        ]
        for a, b, c, d, e in hands
    ]


def _with_jokers(hands: Sequence[Sequence[Card]], tables: Tables) -> list[HandRank]:
    shift, mask = SUIT_SHIFT, RANK_MASK
    return [
        tables[(key := a.key + b.key + c.key + d.key + e.key) >> shift][key & mask]
        for a, b, c, d, e in hands
    ]


def _with_deuces(hands: Sequence[Sequence[Card]], tables: Tables) -> list[HandRank]:
    shift, mask = SUIT_SHIFT, RANK_MASK
    return [
        tables[
            (key := a.deuces_key + b.deuces_key + c.deuces_key + d.deuces_key + e.deuces_key)
            >> shift
        ][key & mask]
        for a, b, c, d, e in hands
    ]


def _first_wrong(hands: Sequence[Sequence[Card]], wild: Wild) -> CardError:
    """A sentence about the first hand that cannot be ranked."""
    for number, hand in enumerate(hands, 1):
        try:
            rank(hand, wild)
        except CardError as error:
            return CardError(f"Hand {number}: {error.sentence}", found=error.found)
        except TypeError:
            return CardError(f"Hand {number} is {hand!r}, not five cards.", found=repr(hand))
    raise AssertionError("every hand can be ranked")
