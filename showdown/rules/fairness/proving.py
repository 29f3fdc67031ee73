"""
The dealer's side of a proof: what is opened to one viewer, and nothing else.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from showdown.rules.cards import Card
from showdown.rules.fairness.deck import SealedDeck
from showdown.rules.fairness.pool import SealedPool, stub_leaves
from showdown.rules.fairness.record import DealtCard, PoolCard, ReceiptOf, View
from showdown.rules.fairness.serving import Place
from showdown.rules.fairness.texts import to_text
from showdown.rules.ruleset import Seat


class Prover:
    """Opens cards of one hand."""

    def __init__(self, deck: SealedDeck, pools: Mapping[int, SealedPool]) -> None:
        """
        Make one for a hand.

        Args:
            pools: those of the reshuffles that were used; it may grow.
        """
        self._deck = deck
        self._pools = pools

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
        seen = tuple(visible)
        opened = {
            part: [place.number for _, place in seen if place.part == part]
            for part in sorted({place.part for _, place in seen})
        }
        return View(
            seat=seat,
            cards=tuple(self._cards(seen, entropies)),
            nodes={part: self._nodes(part, opened[part], entropies) for part in opened},
            receipts=tuple(
                ReceiptOf(part, each.card, to_text(each.salt))
                for part, cards in receipts.items()
                for each in self._pools[part].receipts(cards)
            ),
            discards=tuple(discards),
        )

    def _cards(
        self, seen: Sequence[tuple[Seat, Place]], entropies: Sequence[bytes]
    ) -> Iterator[DealtCard | PoolCard]:
        for part in sorted({place.part for _, place in seen}):
            owners = [(seat, place.number) for seat, place in seen if place.part == part]
            numbers = [number for _, number in owners]
            if not part:
                dealt = self._deck.open(numbers, entropies[0])
                for (seat, _), each in zip(owners, dealt, strict=True):
                    yield DealtCard(seat, each.leaf, each.card, to_text(each.salt))
                continue
            drawn = self._pools[part].open(numbers, entropies[part])
            for (seat, _), card in zip(owners, drawn, strict=True):
                salt, cover = to_text(card.salt), to_text(card.cover)
                yield PoolCard(part, seat, card.leaf, card.card, salt, cover)

    def _nodes(
        self, part: int, numbers: Sequence[int], entropies: Sequence[bytes]
    ) -> tuple[str, ...]:
        if not part:
            path = self._deck.path(numbers)
        else:
            pool, entropy = self._pools[part], entropies[part]
            leaves = stub_leaves(len(pool.pool), entropy, part)
            path = pool.path([leaves[number] for number in numbers], entropy)
        return tuple(map(to_text, path.values()))
