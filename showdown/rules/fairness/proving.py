"""
The dealer's side of a proof: what is opened to one viewer, and nothing else.
"""

from collections.abc import Iterable, Mapping, Sequence

from showdown.rules.cards import Card
from showdown.rules.fairness.deck import SealedDeck
from showdown.rules.fairness.openings import Node
from showdown.rules.fairness.pool import SealedPool
from showdown.rules.fairness.record import DealtCard, PoolCard, ReceiptOf, View
from showdown.rules.fairness.serving import Place
from showdown.rules.fairness.texts import to_text
from showdown.rules.fairness.tree import Range, closed_ranges, ranges_closed_since
from showdown.rules.ruleset import Seat

Opened = DealtCard | PoolCard


class Prover:
    """Opens cards of one hand; what is opened to several viewers is written once."""

    def __init__(self, deck: SealedDeck, pools: Mapping[int, SealedPool]) -> None:
        """
        Make one for a hand.

        Args:
            pools: those of the reshuffles that were used; it may grow.
        """
        self._deck = deck
        self._pools = pools
        self._cards: dict[tuple[Seat, Place], Opened] = {}
        self._nodes: dict[tuple[int, Range], Node] = {}

    def leaf(self, place: Place, entropies: Sequence[bytes]) -> int:
        """Where a card lies in the tree of its part."""
        if not place.part:
            return place.number
        return self._pools[place.part].leaves((place.number,), entropies[place.part])[0]

    def path_since(
        self, part: int, before: int, now: int, entropies: Sequence[bytes]
    ) -> list[Node]:
        """What proves opened leaves beside what proved those before; both are written as bits."""
        size = len(self._pools[part].pool) if part else self._deck.size
        known = self._nodes.get
        return [
            known((part, over)) or self._node(part, over, entropies)
            for over in ranges_closed_since(size, before, now)
        ]

    def view(
        self,
        seat: Seat,
        visible: Iterable[tuple[Seat, Place]],
        entropies: Sequence[bytes],
        receipts: Mapping[int, Iterable[Card]],
        discards: Sequence[Card],
    ) -> View:
        """
        What is opened to one viewer.

        Args:
            seat: his own; 0 for somebody who looks on.
            visible: who got the cards that he may see, and where they came from.
            entropies: that of the deal, then those of the reshuffles that were prepared.
            receipts: his cards that went into each reshuffle for the first time.
            discards: what he threw away.
        """
        seen = sorted(visible, key=lambda each: each[1].part)
        parts = dict.fromkeys(place.part for _, place in seen)
        return View(
            seat=seat,
            cards=self.cards(seen, entropies),
            nodes={
                part: tuple(each.digest for each in self.path(part, seen, entropies))
                for part in parts
            },
            receipts=self.receipts(receipts),
            discards=tuple(discards),
        )

    def cards(
        self, seen: Iterable[tuple[Seat, Place]], entropies: Sequence[bytes]
    ) -> tuple[Opened, ...]:
        """Open cards, each with who got it and where it came from."""
        return tuple([self._card(each, entropies) for each in seen])

    def path(
        self, part: int, seen: Iterable[tuple[Seat, Place]], entropies: Sequence[bytes]
    ) -> list[Node]:
        """What proves all cards of a part that are opened to a viewer, from left to right."""
        numbers = [place.number for _, place in seen if place.part == part]
        if part:
            size = len(self._pools[part].pool)
            leaves = self._pools[part].leaves(numbers, entropies[part])
        else:
            size, leaves = self._deck.size, numbers
        return [self._node(part, over, entropies) for over in closed_ranges(size, leaves)]

    def _node(self, part: int, over: Range, entropies: Sequence[bytes]) -> Node:
        found = self._nodes.get((part, over))
        if found is None:
            tree = self._pools[part].tree(entropies[part]) if part else self._deck.tree
            digest = to_text(tree.digest(over))
            found = self._nodes[part, over] = Node(part, *over, digest)
        return found

    def receipts(self, went_in: Mapping[int, Iterable[Card]]) -> tuple[ReceiptOf, ...]:
        """What tells a viewer that his cards went into reshuffles."""
        return tuple(
            ReceiptOf(part, each.card, to_text(each.salt))
            for part, cards in went_in.items()
            for each in self._pools[part].receipts(cards)
        )

    def _card(self, got: tuple[Seat, Place], entropies: Sequence[bytes]) -> Opened:
        found = self._cards.get(got)
        if found is None:
            found = self._cards[got] = self._opened(*got, entropies)
        return found

    def _opened(self, seat: Seat, place: Place, entropies: Sequence[bytes]) -> Opened:
        part, number = place
        if not part:
            leaf, card, its_salt = self._deck.open(number, entropies[0])
            return DealtCard(seat, leaf, card, to_text(its_salt))
        drawn = self._pools[part].open(number, entropies[part])
        salt, cover = to_text(drawn.salt), to_text(drawn.cover)
        return PoolCard(part, seat, drawn.leaf, drawn.card, salt, cover)
