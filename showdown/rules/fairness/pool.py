"""
A reshuffle with hidden links: cards committed anew, and sixteen orders of which fifteen are opened.

A public permutation of old places would tell who got whose discard. So each eligible card becomes a
token with a fresh salt, tokens are sorted, and the new order is one of sixteen that were prepared
before the players opened. The fifteen others are opened and keep the server honest.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from showdown.rules.cards import Card
from showdown.rules.deal import shuffle, stream
from showdown.rules.fairness.hashing import digest, joined, leaf, salts, seeds, token
from showdown.rules.fairness.tree import Range, Tree, root_of

ARRANGEMENTS = 16
"""Prepared orders."""


class OpenedDraw(NamedTuple):
    """A card of a reshuffled stub as it is opened to who may see it."""

    leaf: int
    card: Card
    salt: bytes
    """Of its token."""
    cover: bytes
    """Of its leaf."""


class Receipt(NamedTuple):
    """What tells a holder that a card of his went into the pool, and nothing of where it went."""

    card: Card
    salt: bytes


class SealedPool:
    """All that the dealer commits to before a reshuffle, rebuilt from the key of the hand."""

    def __init__(
        self,
        hand_key: bytes,
        hand: bytes,
        part: int,
        eligible: Iterable[Card],
        numbers: Mapping[Card, int],
    ) -> None:
        """
        Commit to a pool and its orders.

        Args:
            hand_key: 32 secret bytes.
            hand: the tag of the hand.
            part: which reshuffle of the hand, from 1.
            eligible: the cards that go in.
            numbers: the number of each card of the game.
        """
        self._hand, self._part = hand, part
        # A salt belongs to a card's number, so it is the same in whatever order cards come.
        salt_of = salts(len(numbers), hand_key, "tokens", part)
        self._salts = {card: salt_of[numbers[card]] for card in eligible}
        tokens = {
            token(hand, part, numbers[card], salt): card for card, salt in self._salts.items()
        }
        self.pool = tuple(sorted(tokens))
        """The tokens, ascending."""
        self._cards = tuple(tokens[each] for each in self.pool)
        self._seeds = seeds(ARRANGEMENTS, hand_key, "seeds", part)

    @cached_property
    def roots(self) -> tuple[bytes, ...]:
        """Of all prepared orders."""
        return tuple(
            arrangement_root(self._hand, self._part, self.pool, seed) for seed in self._seeds
        )

    @property
    def arrangements(self) -> bytes:
        """What the prepared orders are told by."""
        return digest(*self.roots)

    @property
    def pool_hash(self) -> bytes:
        """What the pool is told by until it is used."""
        return digest(joined(self.pool))

    def opened_seeds(self, entropy: bytes) -> tuple[bytes, ...]:
        """The seeds of the orders that were not picked."""
        picked = pick(entropy, self._part)
        return tuple(seed for k, seed in enumerate(self._seeds) if k != picked)

    def picked_root(self, entropy: bytes) -> bytes:
        """The root of the order that was picked."""
        return self.roots[pick(entropy, self._part)]

    def new_stub(self, entropy: bytes) -> tuple[Card, ...]:
        """The reshuffled cards, top card first."""
        order = self._order(entropy)
        return tuple(
            self._cards[order[each]] for each in stub_leaves(self._size, entropy, self._part)
        )

    def open(self, places: Iterable[int], entropy: bytes) -> tuple[OpenedDraw, ...]:
        """Open cards of the new stub, by their place in it from 0."""
        places = tuple(places)
        if not places:
            return ()
        order, covers = self._order(entropy), self._covers(entropy)
        leaves = stub_leaves(self._size, entropy, self._part)
        return tuple(self._opened(leaves[place], order, covers) for place in places)

    def path(self, opened: Collection[int], entropy: bytes) -> dict[Range, bytes]:
        """The digests that prove all leaves opened to a viewer, by range."""
        seed = self._seeds[pick(entropy, self._part)]
        return Tree(_leaves(self._hand, self._part, self.pool, seed)).path(opened)

    def receipts(self, cards: Iterable[Card]) -> tuple[Receipt, ...]:
        """What the holder of cards that went in is told."""
        return tuple(Receipt(card, self._salts[card]) for card in cards)

    @property
    def _size(self) -> int:
        return len(self.pool)

    def _order(self, entropy: bytes) -> list[int]:
        return shuffle(self._size, self._seeds[pick(entropy, self._part)], "order", self._part)

    def _covers(self, entropy: bytes) -> list[bytes]:
        return salts(self._size, self._seeds[pick(entropy, self._part)], "cover", self._part)

    def _opened(self, number: int, order: Sequence[int], covers: Sequence[bytes]) -> OpenedDraw:
        card = self._cards[order[number]]
        return OpenedDraw(number, card, self._salts[card], covers[number])


def arrangement_root(hand: bytes, part: int, pool: Sequence[bytes], seed: bytes) -> bytes:
    """The root of the order that a seed gives a pool."""
    return root_of(_leaves(hand, part, pool, seed))


def _leaves(hand: bytes, part: int, pool: Sequence[bytes], seed: bytes) -> list[bytes]:
    order = shuffle(len(pool), seed, "order", part)
    covers = salts(len(pool), seed, "cover", part)
    return [
        leaf(hand, part, number, pool[order[number]], covers[number]) for number in range(len(pool))
    ]


def pick(entropy: bytes, part: int) -> int:
    """Which of the prepared orders the players' entropy takes."""
    return next(stream(entropy, "pick", part))[0] % ARRANGEMENTS


def stub_leaves(size: int, entropy: bytes, part: int) -> list[int]:
    """The leaf of each place of the new stub, top first."""
    return shuffle(size, entropy, "pool", part)
