"""
The events of a record for somebody who looks at it, with the cards of some seats.

Cards that an import put in for the hand to be playable are told to nobody.
"""

from collections.abc import Collection, Iterator

from showdown.history.record import Claims, HandRecord
from showdown.rules import events as ev
from showdown.rules import seen
from showdown.rules.cards import Card
from showdown.rules.ranking import rank
from showdown.rules.ruleset import Seat
from showdown.rules.view import SPECTATOR, project

Told = seen.SeenEvent | seen.Hidden


def retold(record: HandRecord, seats: Collection[Seat]) -> tuple[Told, ...]:
    """Every event, with the cards of these seats as far as they are real."""
    if record.claims is not None:
        return tuple(_claimed(record, record.claims, seats))
    return tuple(_reveal(event, seats) for event in record.events)


def _claimed(record: HandRecord, claims: Claims, seats: Collection[Seat]) -> Iterator[Told]:
    """An imported hand: the cards that its text names, and no others."""
    known = {dealt.seat for dealt in claims.dealt} & set(seats)
    shown: dict[Seat, tuple[Card, ...]] = {each.seat: each.cards for each in claims.shown}
    listed = {each.seat: each.cards for each in claims.mucked if each.cards}
    for event in record.events:
        if isinstance(event, ev.HandShown | ev.HandMucked):
            if event.seat in shown:
                yield _shown(event.seat, shown[event.seat])
            else:
                yield seen.HandMucked(seat=event.seat, cards=listed.get(event.seat))
        else:
            yield _reveal(event, known)


def _shown(seat: Seat, cards: tuple[Card, ...]) -> Told:
    value = rank(cards)
    return seen.HandShown(seat=seat, cards=cards, category=value.category, name=str(value))


def _reveal(event: ev.HandEvent, seats: Collection[Seat]) -> Told:
    """An event with the cards of these seats."""
    match event:
        case ev.CardsDealt(hands=hands):
            return seen.CardsDealt(
                hands=tuple(
                    seen.HandDealt(
                        seat=each.seat,
                        count=len(each.cards),
                        cards=each.cards if each.seat in seats else None,
                    )
                    for each in hands
                )
            )
        case ev.Discarded(seat=seat, cards=cards) if seat in seats:
            return seen.Discarded(
                seat=seat, count=len(cards), cards=cards, timed_out=event.timed_out
            )
        case ev.CardsDrawn(seat=seat, cards=cards) if seat in seats:
            return seen.CardsDrawn(seat=seat, count=len(cards), cards=cards)
        case _:
            return project(event, SPECTATOR)
