"""
What a language needs to name cards and hands.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from showdown.rules.hand_rank import ROYAL_FLUSH, Category, HandRank


class Grammar(Struct, frozen=True, kw_only=True):
    """A language's words for cards, and its way to name hands."""

    ranks: Sequence[str]
    """From two to ace, one card of each."""
    suits: Sequence[str]
    """By number, as they stand in the name of a card."""
    card: str
    """How a rank and a suit make one."""
    joker: str
    hand: Callable[[HandRank], str]


def naming(
    patterns: Mapping[Category, str], royal: str, forms: Sequence[Any]
) -> Callable[[HandRank], str]:
    """
    A way to name hands: by category a pattern, in which a number stands for a rank.

    Args:
        forms: by rank, the forms that patterns take of it, as attributes.
    """

    def name(rank: HandRank) -> str:
        if rank.plain == ROYAL_FLUSH:
            return royal
        return patterns[rank.category].format(*(forms[each] for each in rank.ranks))

    return name
