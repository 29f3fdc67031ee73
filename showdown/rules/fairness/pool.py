"""
A reshuffle with hidden links: cards committed anew, and sixteen orders of which fifteen are opened.

A public permutation of old places would tell who got whose discard. So each eligible card becomes a
token with a fresh salt, tokens are sorted, and the new order is one of sixteen that were prepared
before the players opened. The fifteen others are opened and keep the server honest.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from showdown.rules.cards import Card
from showdown.rules.deal import shuffle, stream
from showdown.rules.fairness.hashing import digest, joined, leaves, salts, seeds, token
from showdown.rules.fairness.tree import Tree, root_of

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


class _Picked(NamedTuple):
    """The order that the players' entropy takes, and what it has."""

    entropy: bytes
    order: Sequence[int]
    covers: Sequence[bytes]
    leaves: Sequence[int]
    """Of each place of the new stub."""
    tree: Tree


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
        self._last: _Picked | None = None

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
        picked = self._picked(entropy)
        return tuple(self._cards[picked.order[each]] for each in picked.leaves)

    def open(self, place: int, entropy: bytes) -> OpenedDraw:
        """Open a card of the new stub, by its place in it from 0."""
        picked = self._picked(entropy)
        number = picked.leaves[place]
        card = self._cards[picked.order[number]]
        return OpenedDraw(number, card, self._salts[card], picked.covers[number])

    def leaves(self, places: Iterable[int], entropy: bytes) -> list[int]:
        """Where places of the new stub lie in the tree."""
        picked = self._picked(entropy)
        return [picked.leaves[place] for place in places]

    def tree(self, entropy: bytes) -> Tree:
        """The tree that was picked; its digests prove the leaves that are opened."""
        return self._picked(entropy).tree

    def receipts(self, cards: Iterable[Card]) -> tuple[Receipt, ...]:
        """What the holder of cards that went in is told."""
        return tuple(Receipt(card, self._salts[card]) for card in cards)

    def _picked(self, entropy: bytes) -> _Picked:
        """What the entropy makes of the pool; worked out once, since each viewer asks for it."""
        if self._last is None or self._last.entropy != entropy:
            size, part = len(self.pool), self._part
            seed = self._seeds[pick(entropy, part)]
            self._last = _Picked(
                entropy,
                shuffle(size, seed, "order", part),
                salts(size, seed, "cover", part),
                stub_leaves(size, entropy, part),
                Tree(_leaves(self._hand, part, self.pool, seed)),
            )
        return self._last


def arrangement_root(hand: bytes, part: int, pool: Sequence[bytes], seed: bytes) -> bytes:
    """The root of the order that a seed gives a pool."""
    return root_of(_leaves(hand, part, pool, seed))


def _leaves(hand: bytes, part: int, pool: Sequence[bytes], seed: bytes) -> list[bytes]:
    order = shuffle(len(pool), seed, "order", part)
    covers = salts(len(pool), seed, "cover", part)
    return leaves(hand, part, [pool[place] for place in order], covers)


def pick(entropy: bytes, part: int) -> int:
    """Which of the prepared orders the players' entropy takes."""
    return next(stream(entropy, "pick", part))[0] % ARRANGEMENTS


def stub_leaves(size: int, entropy: bytes, part: int) -> list[int]:
    """The leaf of each place of the new stub, top first."""
    return shuffle(size, entropy, "pool", part)
