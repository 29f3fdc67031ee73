"""
The dealer of the arena: every card and every bot's chance, from the seed and the deal's number.

The button stays at the last seat and the bots move, so a deal is cards for seats. In a duplicate
match it is the same in every seating, replacement cards too: where the deck allows it each seat has
a pile of its own, so that what one draws takes nothing from another. Five seats always have one;
with six the stub is common, and its order alone is fixed.
"""

import hashlib
from random import Random

from showdown.rules.cards import HAND_SIZE, Card
from showdown.rules.deal import deck_order, pool_order
from showdown.rules.drawing import most_cards
from showdown.rules.hand import HandState
from showdown.rules.ruleset import DrawMode, Ruleset

_NUMBERS = 2**53
"""What any language can hold exactly."""


class SeededDeal:
    """
    One deal, the same whenever it is made from the same seed and number.

    >>> rules = Ruleset(sb=1, bb=2)
    >>> SeededDeal(7, 1, rules).order == SeededDeal(7, 1, rules).order
    True
    >>> SeededDeal(7, 1, rules).order == SeededDeal(7, 2, rules).order
    False
    """

    __slots__ = ("chances", "key", "order")

    def __init__(self, seed: int, number: int, rules: Ruleset) -> None:
        self.key = hashlib.sha256(f"showdown/arena/1 {seed} {number}".encode("ascii")).digest()
        self.order = deck_order(self.key, rules.deck)
        """The deck, top card first."""
        digest = hashlib.sha512(self.key + b"bot").digest()
        self.chances = tuple(
            [int.from_bytes(digest[at : at + 8], "big") % _NUMBERS for at in range(0, 64, 8)]
        )
        """What the bot at each position is seeded with for the hand."""

    def new_stub(self, eligible: tuple[Card, ...], part: int) -> tuple[Card, ...]:
        """The cards of a reshuffle in their new order; the first is part 1."""
        return pool_order(self.key, eligible, part)

    def sampler(self) -> Random:
        """Where samples of what could have been drawn come from: apart from what was."""
        return Random(int.from_bytes(hashlib.sha256(self.key + b"luck").digest(), "big"))


class Piles:
    """
    Replacement cards of each seat's own.

    >>> Piles.fit(Ruleset(sb=1, bb=2), 5), Piles.fit(Ruleset(sb=1, bb=2), 6)
    (True, False)
    """

    def __init__(self, rules: Ruleset, seats: int, order: tuple[Card, ...]) -> None:
        self._size = _pile(rules)
        self._first = HAND_SIZE * seats
        self._order = order
        self._to_burn = order[self._first + seats * self._size :][:1]

    @staticmethod
    def fit(rules: Ruleset, seats: int) -> bool:
        """Whether the deck has a pile for each of so many seats, and a card to burn."""
        needed = seats * (HAND_SIZE + _pile(rules)) + rules.burn
        return needed <= len(rules.deck)

    def serve_from(self, state: HandState, place: int, thrown: tuple[Card, ...]) -> None:
        """
        Before a position discards: let its own pile be the stub.

        Nobody has seen any card of the stub, so what is in it is the dealer's to say; where all
        have chosen to throw at once, it is what each of them needs of his pile.
        """
        if len(state.asked) > 1:
            return
        stub = self._pile(place)
        if state.ruleset.draw_mode is DrawMode.SIMULTANEOUS:
            choices = {**dict(enumerate(state.choices)), place: thrown}
            needs = [(each, len(choices[each] or ())) for each in state.in_hand]
            stub = tuple([card for each, count in needs for card in self._pile(each)[:count]])
        if state.ruleset.burn and not state.has_burned:
            stub = self._to_burn + stub
        state.stub = stub

    def _pile(self, place: int) -> tuple[Card, ...]:
        first = self._first + place * self._size
        return self._order[first : first + self._size]


def _pile(rules: Ruleset) -> int:
    """The most cards that a seat can draw."""
    return min(most_cards(rules), HAND_SIZE)
