"""
A hand as somebody saw it, as a record that can be written for him in any format.

A server tells events as a viewer may see them. Cards that he could not see are put in for the
record to be whole; whoever writes it for that viewer leaves them out again, so that his text is the
one that the server itself would have written for him. What proves the deal is not in it, since a
proof is made of secrets that he never had: the one that he was told is given to the writer.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from itertools import cycle
from typing import Any

from msgspec.structs import asdict

from showdown.errors import CorruptHistory
from showdown.history.record import HandRecord
from showdown.rules import events as ev
from showdown.rules import seen
from showdown.rules.cards import Card
from showdown.rules.ruleset import Ruleset, Seat, TableId
from showdown.rules.view import Viewer

Told = seen.SeenEvent | seen.Hidden


def seen_record(table: TableId, played: datetime | None, events: Iterable[Told]) -> HandRecord:
    """
    The record of a hand that was seen; write it for :func:`seen_by` and for nobody else.

    Raises:
        CorruptHistory: no hand begins in these events.
    """
    told = tuple(event for event in events if type(event) in _UNSEEN)
    if not told or not isinstance(told[0], seen.HandStarted):
        raise CorruptHistory("There is no hand in these events.", wanted="hand_started")
    filling = _Filling(told, told[0].ruleset)
    made = tuple(_UNSEEN[type(event)](event, filling) for event in told)
    return HandRecord(table=table, played=played, events=made)


def seen_by(events: Iterable[Told], seat: Seat | None) -> Viewer:
    """The viewer who saw these events, dealt in at a seat or not."""
    mucked = any(isinstance(each, seen.HandMucked) and each.cards is not None for each in events)
    return Viewer(hand_seat=seat, sees_mucked=mucked)


class _Filling:
    """Cards for what was not seen, none of which was seen."""

    def __init__(self, events: Sequence[Told], ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        known = set(_named(events))
        self._unseen = cycle([card for card in Card if card not in known])

    def cards(self, known: tuple[Card, ...] | None, count: int) -> tuple[Card, ...]:
        """These, or so many others."""
        return self.some(count) if known is None else known

    def some(self, count: int) -> tuple[Card, ...]:
        """So many that nobody has seen."""
        return tuple(next(self._unseen) for _ in range(count))


def _named(events: Iterable[Told]) -> Iterator[Card]:
    for event in events:
        for each in getattr(event, "hands", (event,)):
            yield from getattr(each, "cards", None) or ()


def _started(event: seen.HandStarted, _: _Filling) -> ev.HandStarted:
    return ev.HandStarted(
        hand=event.hand,
        ruleset=event.ruleset,
        button=event.button,
        lineup=tuple(
            ev.Dealt(seat=each.seat, stack=each.stack, name=each.name) for each in event.players
        ),
        small_blind=event.small_blind,
        big_blind=event.big_blind,
        posts=event.posts,
        carried=event.carried,
        forfeited=event.forfeited,
        openers=event.openers,
        takes_ante=event.takes_ante,
    )


def _dealt(event: seen.CardsDealt, filling: _Filling) -> ev.CardsDealt:
    return ev.CardsDealt(
        hands=tuple(
            ev.HandDealt(seat=each.seat, cards=filling.cards(each.cards, each.count))
            for each in event.hands
        ),
        stub=(),
    )


def _shown(event: seen.HandShown, filling: _Filling) -> ev.HandShown:
    rank = int(filling.ruleset.rank(event.cards))
    return ev.HandShown(seat=event.seat, cards=event.cards, rank=rank)


def _same(kind: Callable[..., ev.HandEvent]) -> Callable[[Any, _Filling], ev.HandEvent]:
    """An event of which a viewer sees everything."""
    return lambda event, _: kind(**asdict(event))


_UNSEEN: dict[type[Any], Callable[[Any, _Filling], ev.HandEvent]] = {
    seen.HandStarted: _started,
    seen.AntePosted: _same(ev.AntePosted),
    seen.BlindPosted: _same(ev.BlindPosted),
    seen.CardsDealt: _dealt,
    seen.Turn: _same(ev.Turn),
    seen.BankSpent: _same(ev.BankSpent),
    seen.Acted: _same(ev.Acted),
    seen.BetReturned: _same(ev.BetReturned),
    seen.DrawChosen: _same(ev.DrawChosen),
    seen.Discarded: lambda e, filling: ev.Discarded(
        seat=e.seat, cards=filling.cards(e.cards, e.count), timed_out=e.timed_out
    ),
    seen.Reshuffled: lambda e, filling: ev.Reshuffled(order=filling.some(e.size)),
    seen.CardsDrawn: lambda e, filling: ev.CardsDrawn(
        seat=e.seat, cards=filling.cards(e.cards, e.count)
    ),
    seen.HandShown: _shown,
    seen.HandMucked: lambda e, _: ev.HandMucked(seat=e.seat, cards=e.cards or ()),
    seen.OpenersShown: _same(ev.OpenersShown),
    seen.CarriedOver: _same(ev.CarriedOver),
    seen.Raked: _same(ev.Raked),
    seen.PotAwarded: _same(ev.PotAwarded),
    seen.HandEnded: _same(ev.HandEnded),
    seen.HandAborted: _same(ev.HandAborted),
}
"""What each event was; those that prove a deal, and those between hands, are left out."""
