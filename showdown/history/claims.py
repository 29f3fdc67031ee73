"""
From what a text says to what a record keeps of it beside the engine's events.
"""

from collections.abc import Iterator
from typing import TypeVar

from showdown.history import facts as fc
from showdown.history.facts import Facts
from showdown.history.record import Claims, FoldedIn, NamedHand, PotShare, SeatAmount, SeatCards
from showdown.rules.cards import HAND_SIZE

T = TypeVar("T", bound=fc.Step)


def claims_of(facts: Facts) -> Claims:
    """What the text says came of the hand."""
    return Claims(
        pot=facts.pot,
        rake=facts.rake,
        pots=facts.pots,
        returned=tuple(SeatAmount(s.seat, s.amount) for s in _all(facts, fc.Returned)),
        collected=tuple(PotShare(s.seat, s.pot, s.amount) for s in _all(facts, fc.Collected)),
        won=tuple(SeatAmount(s.seat, s.won) for s in facts.summary if s.won is not None),
        dealt=tuple(SeatCards(s.seat, s.cards) for s in _all(facts, fc.Given)),
        discarded=tuple(
            SeatCards(s.seat, s.cards) for s in _all(facts, fc.Threw) if s.cards is not None
        ),
        shown=_shown(facts),
        mucked=_mucked(facts),
        folded=tuple(FoldedIn(s.seat, s.folded) for s in facts.summary if s.folded is not None),
        reshuffles=sum(1 for _ in _all(facts, fc.Shuffled)),
        played=facts.played_as,
        number=facts.number,
        stacks=tuple(SeatAmount(s.seat, s.stack) for s in facts.summary if s.stack is not None),
        nets=tuple(SeatAmount(s.seat, s.net) for s in facts.summary if s.net is not None),
        silent=tuple(facts.silent),
        lacks=facts.lacks,
    )


def _all(facts: Facts, kind: type[T]) -> Iterator[T]:
    return (step for step in facts.steps if isinstance(step, kind))


def _shown(facts: Facts) -> tuple[NamedHand, ...]:
    """Whole hands that were shown; the summary's words for them where the showdown has none."""
    words = {seat.seat: seat.name for seat in facts.summary}
    return tuple(
        NamedHand(step.seat, step.cards, step.name or words.get(step.seat, ""))
        for step in _all(facts, fc.Showed)
        if len(step.cards) == HAND_SIZE
    )


def _mucked(facts: Facts) -> tuple[SeatCards, ...]:
    listed = {seat.seat: seat.cards for seat in facts.summary}
    return tuple(SeatCards(s.seat, listed.get(s.seat, ())) for s in _all(facts, fc.Mucked))
