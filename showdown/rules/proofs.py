"""
The proofs of a hand, for each of its viewers, followed event by event.

What a viewer gets follows from what the one projection lets him see: the openings of the cards that
are in it, and no others. A frame brings what is new; a record has the one proof of all of it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from showdown.rules import events as ev
from showdown.rules.cards import Card
from showdown.rules.drawing import most_cards
from showdown.rules.fairness.openings import Node, OpenedPool, Openings
from showdown.rules.fairness.pool import SealedPool
from showdown.rules.fairness.proving import Prover
from showdown.rules.fairness.record import Drew, Listed, Proof, Reshuffle, View
from showdown.rules.fairness.serving import Place
from showdown.rules.fairness.telling import Bound
from showdown.rules.fairness.texts import to_text
from showdown.rules.hand import HandState, apply, begun
from showdown.rules.proven import sealed_deck, sealed_pool
from showdown.rules.ruleset import ReshuffleMode, Seat
from showdown.rules.view import SPECTATOR, Viewer

VERSION = 1
"""Of the specification of the proof."""


class Told:
    """What one viewer was told of a hand; it grows with each of its :meth:`HandProofs.news`."""

    __slots__ = ("cards", "nodes", "pools", "receipts")

    def __init__(self) -> None:
        self.cards: set[tuple[Seat, Place]] = set()
        self.nodes: set[Node] = set()
        self.pools: set[int] = set()
        self.receipts: set[int] = set()


class HandProofs:
    """One hand as the dealer proves it."""

    def __init__(self, started: ev.HandStarted) -> None:
        """``started`` has the key of the hand; what seals the deal has yet to follow."""
        self._started = started
        self._state: HandState = begun(started)
        self._closed: list[ev.EntropyOpened | ev.PoolUnused] = []
        self._sealed: list[ev.PoolSealed] = []
        self._made: Prover | None = None
        self._used: dict[int, SealedPool] = {}
        self._opened: dict[int, OpenedPool] = {}
        self._held: dict[Seat, dict[Card, Place]] = {seat: {} for seat in self._state.seats}
        self._had: dict[Seat, dict[Card, Place]] = {seat: {} for seat in self._state.seats}
        """Also what a seat has thrown away."""
        self._shown: dict[Seat, dict[Card, Place]] = {}
        self._mucked: set[Seat] = set()
        self._stub: list[Place] = []
        self._draws: list[tuple[Seat, int]] = []
        self._folded: list[Seat] = []
        self._receipts: dict[Seat, tuple[int, tuple[Card, ...]]] = {}

    def follow(self, events: Iterable[ev.HandEvent]) -> None:
        """Take in what happened; of a hand that is not proven nothing is kept."""
        for event in events:
            # What seals a deal follows its start, before anything else.
            if self.are_there or isinstance(event, ev.DealSealed):
                self._note(event)
                apply(self._state, (event,))

    def _note(self, event: ev.HandEvent) -> None:
        note = _NOTES.get(type(event))
        if note is not None:
            note(self, event)

    def _acted(self, event: ev.Acted) -> None:
        if event.move is ev.Move.FOLD and not self._state.draw_reached:
            self._folded.append(event.seat)

    # Where cards are.

    def _dealt(self, event: ev.CardsDealt) -> None:
        number = 0
        for dealt in event.hands:
            for card in dealt.cards:
                self._get(dealt.seat, card, Place(0, number))
                number += 1
        self._stub = [Place(0, number + place) for place in range(len(event.stub))]

    def _get(self, seat: Seat, card: Card, place: Place) -> None:
        self._held[seat][card] = place
        self._had[seat][card] = place

    def _discarded(self, event: ev.Discarded) -> None:
        if event.cards and self._started.ruleset.burn and not self._state.has_burned:
            del self._stub[:1]
        for card in event.cards:
            del self._held[event.seat][card]
        self._draws.append((event.seat, len(event.cards)))

    def _reshuffled(self, event: ev.Reshuffled) -> None:
        sealed = self._state.sealed
        assert sealed is not None
        if self._started.ruleset.reshuffle is ReshuffleMode.MERGE:
            self._stub = []
        self._stub += [Place(sealed.part, number) for number in range(sealed.size)]
        self._used[sealed.part] = sealed_pool(self._state, sealed.part, event.order)
        for seat in self._state.seats:
            went_in = self._closed_cards(seat) & set(event.order)
            if went_in and seat not in self._receipts:
                cards = tuple(card for card in self._had[seat] if card in went_in)
                self._receipts[seat] = (sealed.part, cards)

    def _closed_cards(self, seat: Seat) -> set[Card]:
        """What a seat folded or threw away."""
        folded = seat in self._folded
        return {card for card in self._had[seat] if folded or card not in self._held[seat]}

    def _drawn(self, event: ev.CardsDrawn) -> None:
        for card in event.cards:
            self._get(event.seat, card, self._stub.pop(0))

    def _show(self, event: ev.HandShown | ev.OpenersShown) -> None:
        had = self._had[event.seat]
        self._shown.setdefault(event.seat, {}).update({card: had[card] for card in event.cards})

    # What a viewer gets.

    @property
    def are_there(self) -> bool:
        """Whether the hand is proven at all."""
        return self._state.committed is not None

    def news(self, viewer: Viewer, told: Told) -> Openings | None:
        """What is opened to a viewer beyond what he was told; it counts as told then."""
        seen = list(self._visible(viewer))
        fresh = [each for each in seen if each not in told.cards]
        pools = [part for part in self._used if part not in told.pools]
        receipts = self._receipts_of(viewer.hand_seat or 0)
        receipts = {part: each for part, each in receipts.items() if part not in told.receipts}
        if not fresh and not pools and not receipts:
            return None
        fresh.sort(key=lambda each: each[1].part)
        nodes = [node for node in self._paths(fresh, seen) if node not in told.nodes]
        told.cards.update(fresh)
        told.nodes.update(nodes)
        told.pools.update(pools)
        told.receipts.update(receipts)
        prover, entropies = self._prover(), self._state.entropies
        return Openings(
            cards=prover.cards(fresh, entropies),
            nodes=tuple(nodes),
            receipts=prover.receipts(receipts),
            pools=tuple(self._opened_pool(part) for part in pools),
        )

    def _paths(
        self, fresh: Iterable[tuple[Seat, Place]], seen: Sequence[tuple[Seat, Place]]
    ) -> Iterator[Node]:
        """What proves fresh cards, together with those that are opened already."""
        for part in dict.fromkeys(place.part for _, place in fresh):
            yield from self._prover().path(part, seen, self._state.entropies)

    def _receipts_of(self, seat: Seat) -> dict[int, tuple[Card, ...]]:
        part, cards = self._receipts.get(seat, (0, ()))
        return {part: cards} if cards else {}

    def proof(self, viewer: Viewer = SPECTATOR) -> Proof:
        """The proof of all that a viewer has seen so far."""
        seat = viewer.hand_seat or 0
        discards = [card for card in self._had.get(seat, ()) if card not in self._held[seat]]
        view = self._prover().view(
            seat,
            tuple(self._visible(viewer)),
            self._state.entropies,
            self._receipts_of(seat),
            discards,
        )
        return replace(self._public(), view=view)

    def _visible(self, viewer: Viewer) -> Iterator[tuple[Seat, Place]]:
        own = viewer.hand_seat
        for seat in self._state.seats:
            places = self._had[seat] if seat == own else self._shown.get(seat, {})
            if viewer.sees_mucked and seat in self._mucked and seat != own:
                places = {**places, **self._held[seat]}
            yield from ((seat, place) for place in places.values())

    def _prover(self) -> Prover:
        if self._made is None:
            self._made = Prover(sealed_deck(self._state), self._used)
        return self._made

    def _public(self) -> Proof:
        started, rules = self._started, self._started.ruleset
        committed = self._state.committed
        assert committed is not None
        return Proof(
            version=VERSION,
            table=committed.table,
            hand=str(started.hand),
            previous=committed.previous,
            deck_size=len(rules.deck),
            lineup=self._state.seats,
            contributors=self._listed(0, committed.contributors),
            root=committed.root,
            folded=tuple(self._folded),
            draws=tuple(Drew(*each) for each in self._draws),
            burn=rules.burn,
            most=most_cards(rules),
            draw_mode=rules.draw_mode,
            reshuffle=rules.reshuffle,
            reshuffles=tuple(self._reshuffle(each) for each in self._sealed),
            view=View(),
        )

    def _listed(self, part: int, bound: Iterable[Bound]) -> tuple[Listed, ...]:
        closed = self._closed[part] if part < len(self._closed) else None
        said = {} if closed is None else {each.seat: each.value for each in closed.openings}
        return tuple(Listed(each.seat, each.commitment, said.get(each.seat)) for each in bound)

    def _reshuffle(self, sealed: ev.PoolSealed) -> Reshuffle:
        part = sealed.part
        bound = [
            Bound(seat=each.seat, commitment=each.value) for each in self._closed[part - 1].openings
        ]
        prepared = Reshuffle(
            part=part,
            drawer=sealed.seat,
            size=sealed.size,
            pool_hash=sealed.pool_hash,
            arrangements=sealed.arrangements,
            contributors=self._listed(part, bound),
        )
        if part not in self._used:
            return prepared
        told = self._opened_pool(part)
        return replace(prepared, used=True, pool=told.pool, seeds=told.seeds, root=told.root)

    def _opened_pool(self, part: int) -> OpenedPool:
        """What everybody is told of a reshuffle that was used."""
        found = self._opened.get(part)
        if found is None:
            pool, entropy = self._used[part], self._state.entropies[part]
            found = self._opened[part] = OpenedPool(
                part=part,
                pool=tuple(map(to_text, pool.pool)),
                seeds=tuple(map(to_text, pool.opened_seeds(entropy))),
                root=to_text(pool.picked_root(entropy)),
            )
        return found


def proof_of(events: Sequence[ev.HandEvent], viewer: Viewer) -> Proof | None:
    """The proof of a hand for a viewer; None if it is not proven, or its key is gone."""
    started = events[0]
    assert isinstance(started, ev.HandStarted)
    if not started.hand_key or not any(isinstance(each, ev.DealSealed) for each in events):
        return None
    proofs = HandProofs(started)
    proofs.follow(events)
    return proofs.proof(viewer)


_NOTES: dict[type[ev.Event], Callable[[HandProofs, Any], None]] = {
    ev.EntropyOpened: lambda proofs, e: proofs._closed.append(e),
    ev.PoolUnused: lambda proofs, e: proofs._closed.append(e),
    ev.PoolSealed: lambda proofs, e: proofs._sealed.append(e),
    ev.CardsDealt: HandProofs._dealt,
    ev.Acted: HandProofs._acted,
    ev.Discarded: HandProofs._discarded,
    ev.Reshuffled: HandProofs._reshuffled,
    ev.CardsDrawn: HandProofs._drawn,
    ev.HandShown: HandProofs._show,
    ev.OpenersShown: HandProofs._show,
    ev.HandMucked: lambda proofs, e: proofs._mucked.add(e.seat),
}
"""What is noted of an event before it happens; of all others nothing."""
