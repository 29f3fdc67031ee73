"""
The proofs of a hand, for each of its viewers, followed event by event.

What a viewer gets follows from what the one projection lets him see: the openings of the cards that
are in it, and no others. A frame brings what is new; a record has the one proof of all of it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from showdown.rules import events as ev
from showdown.rules.cards import DECK, JOKERS, Card
from showdown.rules.drawing import most_cards
from showdown.rules.fairness.openings import Node, OpenedPool, Openings
from showdown.rules.fairness.pool import SealedPool
from showdown.rules.fairness.proving import Prover
from showdown.rules.fairness.record import DealtCard, Drew, Listed, PoolCard, Proof, Reshuffle, View
from showdown.rules.fairness.serving import Place
from showdown.rules.fairness.telling import Bound
from showdown.rules.fairness.texts import to_text
from showdown.rules.fairness.tree import leaves_of
from showdown.rules.hand import SEALING, HandState, begun
from showdown.rules.proven import sealed_deck, sealed_pool
from showdown.rules.ruleset import ReshuffleMode, Seat
from showdown.rules.view import SPECTATOR, Viewer

VERSION = 1
"""Of the specification of the proof."""


Leaves = dict[int, int]
"""Leaves that are opened, by part, and each set of them as bits."""


_OF_DECK = tuple([Place(0, leaf) for leaf in range(len(DECK) + len(JOKERS))])
"""Where the cards of a deck lie; the same for all hands."""


class Told:
    """What one viewer was told of a hand; it grows with each of its :meth:`HandProofs.news`."""

    __slots__ = ("leaves", "pools", "receipts")

    def __init__(self) -> None:
        self.leaves: Leaves = {}
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
        self._owners: dict[tuple[int, int], tuple[Seat, Place]] = {}
        """Of each part and leaf who got its card, and from where."""
        self._leaves_of: dict[Seat, Leaves] = {seat: {} for seat in self._state.seats}
        self._leaves_shown: Leaves = {}
        self._cards: dict[tuple[int, int], tuple[DealtCard | PoolCard, ...]] = {}
        self._drawing = self._burned = False
        self._stub: list[Place] = []
        self._draws: list[tuple[Seat, int]] = []
        self._folded: list[Seat] = []
        self._receipts: dict[Seat, tuple[int, tuple[Card, ...]]] = {}

    def follow(self, events: Iterable[ev.Event]) -> None:
        """Take in what happened; of a hand that is not proven nothing is kept."""
        state = self._state
        for event in events:
            # What seals a deal follows its start, before anything else.
            kind = type(event)
            if state.committed is None and kind is not ev.DealSealed:
                continue
            if (note := _NOTES.get(kind)) is not None:
                note(self, event)
            if (change := SEALING.get(kind)) is not None:
                change(state, event)

    def _turn(self, event: ev.Turn) -> None:
        self._drawing = self._drawing or event.kind is ev.TurnKind.DRAW

    def _acted(self, event: ev.Acted) -> None:
        if event.move is ev.Move.FOLD and not self._drawing:
            self._folded.append(event.seat)

    # Where cards are.

    def _dealt(self, event: ev.CardsDealt) -> None:
        number = 0
        for seat, cards in [(dealt.seat, dealt.cards) for dealt in event.hands]:
            places = _OF_DECK[number : number + len(cards)]
            for place in places:
                self._owners[0, place.number] = seat, place
            self._held[seat] = dict(zip(cards, places, strict=True))
            self._had[seat] = self._held[seat].copy()
            self._leaves_of[seat] = {0: (1 << len(cards)) - 1 << number}
            number += len(cards)
        self._stub = list(_OF_DECK[number : number + len(event.stub)])

    def _get(self, seat: Seat, card: Card, place: Place) -> None:
        self._held[seat][card] = self._had[seat][card] = place
        leaf = self._prover().leaf(place, self._state.entropies)
        self._owners[place.part, leaf] = seat, place
        _add(self._leaves_of[seat], place.part, leaf)

    def _discarded(self, event: ev.Discarded) -> None:
        if event.cards and self._started.ruleset.burn and not self._burned:
            del self._stub[:1]
            self._burned = True
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
        for card in event.cards:
            self._show_leaf(had[card])

    def _show_leaf(self, place: Place) -> None:
        leaf = self._prover().leaf(place, self._state.entropies)
        _add(self._leaves_shown, place.part, leaf)

    # What a viewer gets.

    @property
    def are_there(self) -> bool:
        """Whether the hand is proven at all."""
        return self._state.committed is not None

    def news(self, viewer: Viewer, told: Told) -> Openings | None:
        """What is opened to a viewer beyond what he was told; it counts as told then."""
        pools: list[int] = []
        receipts: dict[int, tuple[Card, ...]] = {}
        if self._used:
            pools = [part for part in self._used if part not in told.pools]
            receipts = self._receipts_of(viewer.hand_seat or 0)
            receipts = {part: each for part, each in receipts.items() if part not in told.receipts}
        fresh: list[DealtCard | PoolCard] = []
        nodes: list[Node] = []
        for part, leaves in self._visible_leaves(viewer).items():
            before = told.leaves.get(part, 0)
            if leaves == before:
                continue
            told.leaves[part] = leaves
            fresh += self._cards_at(part, leaves & ~before)
            nodes += self._prover().path_since(part, before, leaves, self._state.entropies)
        if not fresh and not pools and not receipts:
            return None
        if self._used:
            told.pools.update(pools)
            told.receipts.update(receipts)
        return Openings(
            cards=tuple(fresh),
            nodes=tuple(nodes),
            receipts=self._prover().receipts(receipts) if receipts else (),
            pools=tuple([self._opened_pool(part) for part in pools]),
        )

    def _cards_at(self, part: int, leaves: int) -> tuple[DealtCard | PoolCard, ...]:
        """What is opened at leaves, in the order in which the cards were got."""
        found = self._cards.get((part, leaves))
        if found is None:
            got = [self._owners[part, leaf] for leaf in leaves_of(leaves)]
            got.sort(key=_number)
            found = self._prover().cards(got, self._state.entropies)
            self._cards[part, leaves] = found  # what is shown is opened to many at once
        return found

    def _visible_leaves(self, viewer: Viewer) -> Leaves:
        found = dict(self._leaves_of.get(viewer.hand_seat or 0, {}))
        for part, leaves in self._leaves_shown.items():
            found[part] = found.get(part, 0) | leaves
        if viewer.sees_mucked:
            for _, place in self._visible(viewer):
                _add(found, place.part, self._prover().leaf(place, self._state.entropies))
        return found

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


def _number(got: tuple[Seat, Place]) -> int:
    return got[1].number


def _add(leaves: Leaves, part: int, leaf: int) -> None:
    leaves[part] = leaves.get(part, 0) | 1 << leaf


_NOTES: dict[type[ev.Event], Callable[[HandProofs, Any], None]] = {
    ev.EntropyOpened: lambda proofs, e: proofs._closed.append(e),
    ev.PoolUnused: lambda proofs, e: proofs._closed.append(e),
    ev.PoolSealed: lambda proofs, e: proofs._sealed.append(e),
    ev.CardsDealt: HandProofs._dealt,
    ev.Turn: HandProofs._turn,
    ev.Acted: HandProofs._acted,
    ev.Discarded: HandProofs._discarded,
    ev.Reshuffled: HandProofs._reshuffled,
    ev.CardsDrawn: HandProofs._drawn,
    ev.HandShown: HandProofs._show,
    ev.OpenersShown: HandProofs._show,
    ev.HandMucked: lambda proofs, e: proofs._mucked.add(e.seat),
}
"""What is noted of an event before it happens; of all others nothing."""
