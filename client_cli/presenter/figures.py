"""
How cards and amounts are written.
"""

from collections.abc import Iterable

from msgspec import Struct

from showdown.history.record import display
from showdown.rules.cards import RANKS, Card
from showdown.rules.ruleset import Chips

SUIT_SIGNS = "♣♦♥♠"
"""By the number of the suit."""

SIGNS = {"USD": "$", "EUR": "€", "GBP": "£"}
"""What stands before an amount of a currency."""


class Figures(Struct, frozen=True, kw_only=True):
    """
    Cards with signs or letters; amounts as chips, or as money of some currency.

    >>> from showdown import parse_cards
    >>> Figures(ascii=True).cards(parse_cards("AsTd")), Figures(scale=100, sign="$").chips(105)
    ('As Td', '$1.05')
    """

    ascii: bool = False
    """Suits as letters, for terminals and fonts without their signs."""
    scale: int = 1
    sign: str = ""

    def card(self, card: Card) -> str:
        """One card, as in ``A♠``."""
        letters = self.ascii or card.is_joker
        return str(card) if letters else RANKS[card.rank] + SUIT_SIGNS[card.suit]

    def cards(self, cards: Iterable[Card]) -> str:
        """Cards in their order."""
        return " ".join(self.card(each) for each in cards)

    def numbered(self, cards: Iterable[Card]) -> str:
        """Cards with their places, by which they can be named."""
        return "  ".join(f"{place} {self.card(each)}" for place, each in enumerate(cards, start=1))

    def chips(self, amount: Chips) -> str:
        """An amount that is not negative."""
        return self.sign + display(amount, self.scale)

    def net(self, amount: Chips) -> str:
        """What somebody won or lost, as in ``+70``."""
        mark = "+" if amount > 0 else "-" if amount < 0 else ""
        return mark + self.chips(abs(amount))
