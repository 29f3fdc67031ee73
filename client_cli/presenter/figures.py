"""
How cards and amounts are written.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from client_cli.languages import spoken
from client_cli.presenter.grammar import card_in_words, full_name, hand_name, hand_names
from showdown.history.record import display
from showdown.rules.cards import RANKS, Card
from showdown.rules.hand_rank import HandRank
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
    aloud: bool = False
    """Cards as words, for who hears them."""
    scale: int = 1
    sign: str = ""

    def card(self, card: Card) -> str:
        """One card, as in ``A♠``."""
        if self.aloud:
            return card_in_words(card)
        letters = self.ascii or card.is_joker
        return str(card) if letters else RANKS[card.rank] + SUIT_SIGNS[card.suit]

    def cards(self, cards: Iterable[Card]) -> str:
        """Cards in their order."""
        return (", " if self.aloud else " ").join(self.card(each) for each in cards)

    def numbered(self, cards: Iterable[Card]) -> str:
        """Cards with their places, by which they can be named."""
        between = ", " if self.aloud else "  "
        return between.join(f"{place} {self.card(each)}" for place, each in enumerate(cards, 1))

    def hand(self, rank: HandRank) -> str:
        """What a hand is called, as in ``pair of kings``."""
        return hand_name(rank)

    def full_hand(self, rank: HandRank) -> str:
        """What a hand is called, with all that breaks ties."""
        return full_name(rank, aloud=self.aloud)

    def hands(self, ranks: Sequence[HandRank]) -> tuple[str, ...]:
        """What hands are called that are shown together, told apart where they differ."""
        return hand_names(ranks, aloud=self.aloud)

    def chips(self, amount: Chips) -> str:
        """An amount that is not negative, written as the language that is spoken does."""
        return spoken().money(display(amount, self.scale), self.sign)

    def net(self, amount: Chips) -> str:
        """What somebody won or lost, as in ``+70``."""
        mark = "+" if amount > 0 else "-" if amount < 0 else ""
        return mark + self.chips(abs(amount))
