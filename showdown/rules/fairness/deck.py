"""
The dealer's deck: hidden numbers under a root, and the openings of single cards.

Leaf i holds a hidden number, not a card; which card it is the players' entropy decides later. The
leaves of a seat are neighbours: leaf 5p + r is the r-th card of the p-th seat in deal order, then
come those of the stub.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from showdown.rules.cards import HAND_SIZE, Card
from showdown.rules.deal import shuffle
from showdown.rules.fairness.hashing import leaves, salts, u8
from showdown.rules.fairness.sealing import card_names
from showdown.rules.fairness.tree import Tree


class OpenedLeaf(NamedTuple):
    """A leaf of the deal as it is opened to who may see its card."""

    leaf: int
    card: Card
    salt: bytes


class SealedDeck:
    """All that the dealer commits to, rebuilt at any time from the key of the hand."""

    def __init__(self, hand_key: bytes, hand: bytes, deck: Sequence[Card]) -> None:
        """
        Commit to a deck.

        Args:
            hand_key: 32 secret bytes.
            hand: the tag of the hand.
            deck: the cards of the game by number.
        """
        self._deck = deck
        self._values = shuffle(len(deck), hand_key, "deck", 0)
        self._salts = salts(len(deck), hand_key, "salts", 0)
        self._hand = hand
        self._named: tuple[bytes, tuple[Card, ...]] | None = None
        """The cards, for who asks again."""

    @property
    def size(self) -> int:
        """How many cards it has."""
        return len(self._deck)

    @cached_property
    def tree(self) -> Tree:
        """Over all leaves; its digests prove those that are opened."""
        return Tree(leaves(self._hand, 0, map(u8, self._values), self._salts))

    @property
    def root(self) -> bytes:
        """What is told before anybody opens."""
        return self.tree.root

    def cards(self, entropy: bytes) -> tuple[Card, ...]:
        """The card of each leaf, once the players' entropy is known."""
        if self._named is None or self._named[0] != entropy:
            names = card_names(len(self._deck), entropy)
            self._named = entropy, tuple(self._deck[names[value]] for value in self._values)
        return self._named[1]

    def open(self, leaf: int, entropy: bytes) -> OpenedLeaf:
        """Open a leaf for somebody who may see its card."""
        return OpenedLeaf(leaf, self.cards(entropy)[leaf], self._salts[leaf])


def deal_order(cards_by_leaf: Sequence[Card], players: int) -> tuple[Card, ...]:
    """The deck as it is dealt, one card to each in turn, then the stub."""
    dealt = tuple(
        cards_by_leaf[HAND_SIZE * place + turn]
        for turn in range(HAND_SIZE)
        for place in range(players)
    )
    return dealt + tuple(cards_by_leaf[HAND_SIZE * players :])


def dealt_leaves(place: int) -> range:
    """The leaves of a position in deal order, counted from 0."""
    return range(HAND_SIZE * place, HAND_SIZE * (place + 1))
