"""
French, as players name hands: "full aux rois par les valets", "couleur à la dame".
"""

from typing import NamedTuple

from client_cli.presenter.grammar.naming import Grammar, naming
from showdown.rules.hand_rank import Category


class Forms(NamedTuple):
    """A rank as French sentences want it."""

    one: str
    many: str
    of_many: str
    up_to: str
    """The highest card of a straight or a flush."""


def _masculine(one: str, many: str) -> Forms:
    return Forms(one, many, f"de {many}", f"au {one}")


_NUMBERS = ("deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix")
_RANKS = (
    *(_masculine(number, number) for number in _NUMBERS),
    _masculine("valet", "valets"),
    Forms("dame", "dames", "de dames", "à la dame"),
    _masculine("roi", "rois"),
    Forms("as", "as", "d'as", "à l'as"),
)

_PATTERNS = {
    Category.HIGH_CARD: "carte haute, {0.one}",
    Category.ONE_PAIR: "paire {0.of_many}",
    Category.TWO_PAIR: "deux paires, {0.many} et {1.many}",
    Category.THREE_OF_A_KIND: "brelan {0.of_many}",
    Category.STRAIGHT: "suite {0.up_to}",
    Category.FLUSH: "couleur {0.up_to}",
    Category.FULL_HOUSE: "full aux {0.many} par les {1.many}",
    Category.FOUR_OF_A_KIND: "carré {0.of_many}",
    Category.STRAIGHT_FLUSH: "quinte flush {0.up_to}",
    Category.FIVE_OF_A_KIND: "cinq identiques, {0.many}",
}

FRENCH = Grammar(
    ranks=tuple(forms.one for forms in _RANKS),
    suits=("trèfle", "carreau", "cœur", "pique"),
    card="{rank} de {suit}",
    joker="joker",
    hand=naming(_PATTERNS, "quinte flush royale", _RANKS),
)
