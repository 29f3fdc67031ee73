"""
Where a hand that is proven stands: what is sealed, who is asked to open, what openings make of it.

A hand is sealed when it starts, and again before a draw for which the stub may be too short. Each
time it goes on when the dealer says what came in time (:class:`~showdown.rules.actions.Open`).
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from showdown.rules import actions as act
from showdown.rules import events as ev
from showdown.rules.cards import Card
from showdown.rules.drawing import eligible_for, most_cards, owed_cards
from showdown.rules.fairness import sealing
from showdown.rules.fairness.chain import follows
from showdown.rules.fairness.deck import SealedDeck, deal_order
from showdown.rules.fairness.hashing import hand_tag
from showdown.rules.fairness.pool import SealedPool
from showdown.rules.fairness.sealing import Contributor
from showdown.rules.fairness.telling import Bound, Opening
from showdown.rules.fairness.texts import to_bytes, to_text
from showdown.rules.hand_state import HandState
from showdown.rules.phases import DEALING, SERVING
from showdown.rules.ruleset import HandId, Ruleset, Seat, TableId


class Asked(NamedTuple):
    """Who is asked to open for a part of a hand."""

    part: int
    commitments: Mapping[Seat, str]
    """What each opening has to match."""
    is_needed: bool
    """Whether cards wait for it; else the dealer may take what has come."""


def commit(
    ruleset: Ruleset,
    table: TableId,
    hand: HandId,
    hand_key: bytes,
    previous: str,
    contributors: Iterable[Bound],
) -> ev.DealSealed:
    """What is fixed when a hand starts."""
    deck = _sealed_deck(hand_key, _tag(table, hand), ruleset.deck)
    listed = sorted(contributors, key=lambda each: each.seat)
    return ev.DealSealed(
        table=table, previous=previous, root=to_text(deck.root), contributors=tuple(listed)
    )


def asked_openings(state: HandState) -> Asked | None:
    """For which part openings are taken now; None if for none."""
    sealed, dealing = state.sealed, state.phase is DEALING
    if state.committed is None or (sealed is None and not dealing) or state.ended:
        return None
    part = len(state.entropies)
    if sealed is not None and not dealing and sealed.part != part:
        return None
    return Asked(part, state.bound, is_needed=_needs(state))


def _needs(state: HandState) -> bool:
    return state.phase is DEALING or owed_cards(state) > len(state.stub)


def waits_for_openings(state: HandState) -> bool:
    """Whether the hand goes on only when the dealer closes the window."""
    return asked_openings(state) is not None and (state.phase is DEALING or state.phase is SERVING)


def opened(state: HandState, action: act.Open) -> ev.EntropyOpened | ev.PoolUnused:
    """
    The event of closing a window, with what came in time.

    Raises:
        ValueError: an opening is not what was committed to, or nobody is asked for any.
    """
    asked = asked_openings(state)
    if asked is None or not waits_for_openings(state):
        raise ValueError(f"the hand is {state.phase}; no openings are wanted")
    for each in action.openings:
        committed = asked.commitments.get(each.seat)
        if committed is None or not is_valid(each.value, committed):
            raise ValueError(f"seat {each.seat} opened what it had not committed to")
    came = {each.seat for each in action.openings}
    kind = ev.EntropyOpened if asked.is_needed else ev.PoolUnused
    return kind(
        part=asked.part,
        openings=tuple(sorted(action.openings, key=lambda each: each.seat)),
        missed=tuple(seat for seat in sorted(asked.commitments) if seat not in came),
    )


def is_valid(value: str, committed: str) -> bool:
    """Whether an opening matches what was committed to."""
    return follows(to_bytes(value), to_bytes(committed))


def entropy_of(state: HandState, openings: Sequence[Opening]) -> bytes:
    """What openings make of what is sealed now."""
    contributors = [
        Contributor(seat, to_bytes(committed)) for seat, committed in state.bound.items()
    ]
    values = {each.seat: to_bytes(each.value) for each in openings}
    return sealing.entropy(_seal(state, contributors), contributors, values)


def head_of(state: HandState) -> str | None:
    """What the table's next hand is bound to; None for a hand that is not proven."""
    if state.committed is None:
        return None
    part = len(state.entropies)
    waits = part == 0 or (state.sealed is not None and state.sealed.part == part)
    # What was sealed when a hand was given up counts as if nobody had opened.
    return to_text(entropy_of(state, ()) if waits else state.entropies[-1])


def _seal(state: HandState, contributors: Sequence[Contributor]) -> bytes:
    proof = state.committed
    assert proof is not None
    tag = _tag(proof.table, state.hand)
    if not state.entropies:
        return sealing.deal_seal(
            to_bytes(proof.previous),
            tag,
            len(state.ruleset.deck),
            state.seats,
            contributors,
            to_bytes(proof.root),
        )
    sealed = state.sealed
    assert sealed is not None
    return sealing.pool_seal(
        state.entropies[-1],
        tag,
        sealed.part,
        sealed.seat,
        sealed.size,
        contributors,
        to_bytes(sealed.pool_hash),
        to_bytes(sealed.arrangements),
    )


# What the dealer deals.


def dealt_order(state: HandState) -> tuple[Card, ...]:
    """The deck in the order of the deal, once the players' entropy is known."""
    return deal_order(sealed_deck(state).cards(state.entropies[0]), len(state.seats))


def seal_pool(state: HandState, place: int) -> ev.PoolSealed:
    """Prepare a reshuffle for a position that is to draw."""
    part = len(state.entropies)
    pool = sealed_pool(state, part, _eligible(state, place))
    return ev.PoolSealed(
        part=part,
        seat=state.seats[place],
        size=len(pool.pool),
        pool_hash=to_text(pool.pool_hash),
        arrangements=to_text(pool.arrangements),
    )


def new_stub(state: HandState) -> tuple[Card, ...]:
    """The reshuffled cards, top card first, once the players' entropy is known."""
    sealed = state.sealed
    assert sealed is not None
    pool = sealed_pool(state, sealed.part, _eligible(state, state.serving))
    return pool.new_stub(state.entropies[sealed.part])


def _eligible(state: HandState, place: int) -> tuple[Card, ...]:
    """What goes in, which may not depend on what a player asks for: it is sealed before."""
    return eligible_for(state, place, most_cards(state.ruleset))


def sealed_deck(state: HandState) -> SealedDeck:
    """The deck that a hand was committed to."""
    assert state.committed is not None
    tag = _tag(state.committed.table, state.hand)
    return _sealed_deck(state.started.hand_key, tag, state.ruleset.deck)


def sealed_pool(state: HandState, part: int, eligible: Iterable[Card]) -> SealedPool:
    """The pool of a reshuffle."""
    proof = state.committed
    assert proof is not None
    tag = _tag(proof.table, state.hand)
    key, deck = state.started.hand_key, state.ruleset.deck
    return _sealed_pool(key, tag, part, frozenset(eligible), deck)


# Each is wanted when it is sealed, when it is dealt from and when cards are opened.


@lru_cache(maxsize=256)
def _sealed_deck(hand_key: bytes, hand: bytes, deck: tuple[Card, ...]) -> SealedDeck:
    return SealedDeck(hand_key, hand, deck)


@lru_cache(maxsize=64)
def _sealed_pool(
    hand_key: bytes, hand: bytes, part: int, eligible: frozenset[Card], deck: tuple[Card, ...]
) -> SealedPool:
    numbers = {card: number for number, card in enumerate(deck)}
    return SealedPool(hand_key, hand, part, eligible, numbers)


@lru_cache(maxsize=256)
def _tag(table: TableId, hand: HandId) -> bytes:
    return hand_tag(table, str(hand))
