"""
The proof of a hand as a viewer hears it: from the events that travel, and the openings beside them.

It trusts nobody: what it has heard it checks as often as cards are opened to it.
"""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from showdown.rules import seen
from showdown.rules.cards import Card
from showdown.rules.drawing import most_cards
from showdown.rules.events import Move
from showdown.rules.fairness.openings import Nodes, Openings, named_nodes, nodes_of
from showdown.rules.fairness.record import Drew, Listed, Proof, Reshuffle, View
from showdown.rules.fairness.telling import Bound, Opening
from showdown.rules.fairness.tree import Range
from showdown.rules.proofs import VERSION
from showdown.rules.ruleset import Seat
from showdown.rules.table_view import SeatView

_WithCards = (
    seen.HandDealt
    | seen.CardsDrawn
    | seen.HandShown
    | seen.HandMucked
    | seen.OpenersShown
    | SeatView
)


class HeardProof:
    """One hand as its proof reaches a viewer; without a ``proof`` the hand is not proven."""

    def __init__(self, proof: Proof | None = None) -> None:
        """``proof`` is what was heard of the hand before, by somebody who comes later."""
        self.proof = proof
        self._nodes: Nodes = {} if proof is None else nodes_of(proof)
        self._started: seen.HandStarted | None = None
        self._before_draw = proof is None or not proof.draws
        self._told: set[tuple[Seat, Card]] = set()
        """Cards that the viewer was told, each of which has to be opened to him."""

    @property
    def unproven(self) -> tuple[Card, ...]:
        """Cards that the viewer was told and that were not opened to him."""
        opened = () if self.proof is None else self.proof.view.cards
        missing = self._told - {(each.seat, each.card) for each in opened}
        return tuple(sorted((card for _, card in missing), key=lambda each: each.value))

    def tell(self, told: _WithCards) -> None:
        """Take in cards of a seat, which have to be opened to the viewer."""
        self._told.update((told.seat, card) for card in told.cards or ())

    def follow(self, events: Iterable[seen.SeenEvent | seen.Hidden], you: Seat | None) -> None:
        """Take in what happened; ``you`` is where the viewer was dealt in."""
        for event in events:
            if isinstance(event, seen.HandStarted):
                self.__init__()  # type: ignore[misc]
                self._started = event
            elif isinstance(event, seen.DealSealed):
                self._sealed(event, you)
            elif self.proof is not None:
                hear = _HEARD.get(type(event))
                if hear is not None:
                    hear(self, event)

    def take(self, openings: Openings | None) -> bool:
        """Take in what was opened; whether cards were, so that there is something to check."""
        proof = self.proof
        if openings is None or proof is None:
            return False
        for each in openings.nodes:
            self._nodes[each.part, Range(each.first, each.end)] = each.digest
        told = {each.part: each for each in openings.pools}
        reshuffles = tuple(
            replace(
                each,
                used=True,
                pool=told[each.part].pool,
                seeds=told[each.part].seeds,
                root=told[each.part].root,
            )
            if each.part in told
            else each
            for each in proof.reshuffles
        )
        view = proof.view
        view = replace(
            view,
            cards=tuple(dict.fromkeys((*view.cards, *openings.cards))),
            # What a snapshot brought may come a second time, too.
            receipts=tuple(dict.fromkeys((*view.receipts, *openings.receipts))),
        )
        proof = replace(proof, reshuffles=reshuffles, view=view)
        parts = {getattr(each, "part", 0) for each in view.cards}
        nodes = named_nodes(self._nodes, proof, parts)
        self.proof = replace(proof, view=replace(view, nodes=nodes))
        return bool(openings.cards)

    def _sealed(self, event: seen.DealSealed, you: Seat | None) -> None:
        started = self._started
        if started is None:
            return
        rules = started.ruleset
        self.proof = Proof(
            version=VERSION,
            table=event.table,
            hand=str(started.hand),
            previous=event.previous,
            deck_size=len(rules.deck),
            lineup=tuple(player.seat for player in started.players),
            contributors=_listed(event.contributors),
            root=event.root,
            burn=rules.burn,
            most=most_cards(rules),
            draw_mode=rules.draw_mode,
            reshuffle=rules.reshuffle,
            view=View(seat=you or 0),
        )

    def _change(self, **changes: Any) -> None:
        assert self.proof is not None
        self.proof = replace(self.proof, **changes)

    def _entropy_opened(self, event: seen.EntropyOpened | seen.PoolUnused) -> None:
        proof, part = self.proof, event.part
        assert proof is not None
        if part == 0:
            self._change(contributors=_with_openings(proof.contributors, event.openings))
        else:
            self._change(
                reshuffles=tuple(
                    replace(each, contributors=_with_openings(each.contributors, event.openings))
                    if each.part == part
                    else each
                    for each in proof.reshuffles
                )
            )

    def _pool_sealed(self, event: seen.PoolSealed) -> None:
        proof = self.proof
        assert proof is not None
        before = proof.reshuffles[-1].contributors if proof.reshuffles else proof.contributors
        prepared = Reshuffle(
            part=event.part,
            drawer=event.seat,
            size=event.size,
            pool_hash=event.pool_hash,
            arrangements=event.arrangements,
            contributors=tuple(
                Listed(each.seat, each.opening) for each in before if each.opening is not None
            ),
        )
        self._change(reshuffles=(*proof.reshuffles, prepared))

    def _acted(self, event: seen.Acted) -> None:
        assert self.proof is not None
        if event.move is Move.FOLD and self._before_draw:
            self._change(folded=(*self.proof.folded, event.seat))

    def _dealt(self, event: seen.CardsDealt) -> None:
        for each in event.hands:
            self.tell(each)

    def _turn(self, event: seen.Turn) -> None:
        if event.kind == "draw":
            self._before_draw = False

    def _discarded(self, event: seen.Discarded) -> None:
        proof = self.proof
        assert proof is not None
        self._before_draw = False
        self._change(draws=(*proof.draws, Drew(event.seat, event.count)))
        if event.seat == proof.view.seat and event.cards:
            thrown = (*proof.view.discards, *event.cards)
            self._change(view=replace(proof.view, discards=thrown))


_HEARD: dict[type, Callable[[HeardProof, Any], None]] = {
    seen.EntropyOpened: HeardProof._entropy_opened,
    seen.PoolUnused: HeardProof._entropy_opened,
    seen.PoolSealed: HeardProof._pool_sealed,
    seen.Acted: HeardProof._acted,
    seen.Turn: HeardProof._turn,
    seen.Discarded: HeardProof._discarded,
    seen.CardsDealt: HeardProof._dealt,
    seen.CardsDrawn: HeardProof.tell,
    seen.HandShown: HeardProof.tell,
    seen.HandMucked: HeardProof.tell,
    seen.OpenersShown: HeardProof.tell,
}


def _listed(bound: Iterable[Bound]) -> tuple[Listed, ...]:
    return tuple(Listed(each.seat, each.commitment) for each in bound)


def _with_openings(listed: Iterable[Listed], openings: Iterable[Opening]) -> tuple[Listed, ...]:
    said = {each.seat: each.value for each in openings}
    return tuple(replace(each, opening=said.get(each.seat)) for each in listed)
