"""
Playing a record again: what its events say was done goes through the engine once more.
"""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from showdown.errors import IllegalAction, RulesetError
from showdown.history.differences import Difference, Kind
from showdown.history.raking import given_rake, rake_as_printed
from showdown.history.record import HandRecord
from showdown.rules import actions as act
from showdown.rules import events as ev
from showdown.rules import start
from showdown.rules.cards import Card
from showdown.rules.hand import HandState, Played
from showdown.rules.phases import Phase
from showdown.rules.play import advance
from showdown.rules.ruleset import DrawMode, Seat


class Deed(NamedTuple):
    """What somebody did, or the dealer."""

    action: act.Action
    overtime_ms: int
    event: int
    """The number of its event, from 0."""


def play_again(record: HandRecord) -> list[Difference]:
    """
    Replay a record through the engine; what differs, if anything does.

    Raises:
        CorruptHistory: the record does not begin as a hand begins.
    """
    try:
        begun = begin(record)
    except RulesetError as error:
        return [Difference(Kind.SETUP, error.sentence)]
    events, state = list(begun.events), begun.state
    for deed in deeds(record):
        try:
            played = advance(state, deed.action, deed.overtime_ms)
        except (IllegalAction, ValueError) as error:
            where = f"Event {deed.event + 1} cannot happen"
            return [Difference(Kind.ACTION, f"{where}: {error}")]
        events += played.events
        state = played.state
    return list(_compare(record, events, state))


def begin(record: HandRecord) -> Played:
    """
    The first events of a hand, made again from what it began with, and the state afterwards.

    Raises:
        RulesetError: no hand can begin like this.
    """
    started = record.started
    printed = record.claims.pots if record.claims is not None else ()
    started = replace(started, rake=given_rake(started.rake, printed))
    return start.begin(started, sealed_by(record))


def sealed_by(record: HandRecord) -> ev.DealSealed | None:
    """What the deal of a record is proven by; None if it is not."""
    return next((each for each in record.events if isinstance(each, ev.DealSealed)), None)


def deeds(record: HandRecord) -> Iterator[Deed]:
    """The actions that led to a record's events."""
    banks = {dealt.seat: dealt.bank_ms for dealt in record.started.lineup}
    overtime = 0
    together = record.ruleset.draw_mode is DrawMode.SIMULTANEOUS
    proven = sealed_by(record) is not None
    for number, event in enumerate(record.events):
        if isinstance(event, ev.DrawChosen) and event.bank_ms is not None:
            overtime = max(1, banks.get(event.seat, 0) - event.bank_ms)
            banks[event.seat] = event.bank_ms
        if together and isinstance(event, ev.Discarded):
            continue  # it was chosen before
        if proven and isinstance(event, ev.CardsDealt | ev.Reshuffled):
            continue  # it follows from what was opened
        if isinstance(event, ev.BankSpent):
            # A bank that was empty before is spent all the same.
            overtime = max(1, banks.get(event.seat, 0) - event.bank_ms)
            banks[event.seat] = event.bank_ms
            continue
        action = action_of(event)
        if action is not None:
            yield Deed(action, overtime, number)
            overtime = 0


def action_of(event: ev.HandEvent) -> act.Action | None:
    """The action that an event reports; None where it only follows from one."""
    match event:
        case ev.CardsDealt():
            return act.Deal(deck_of(event))
        case ev.Reshuffled():
            return act.Reshuffle(event.order)
        case ev.EntropyOpened() | ev.PoolUnused():
            return act.Open(event.openings)
        case ev.Discarded() | ev.DrawChosen() | ev.Acted() if event.timed_out:
            return act.Timeout(event.seat)
        case ev.Discarded() | ev.DrawChosen():
            return act.Draw(event.seat, event.cards)
        case ev.Acted():
            return _move(event)
        case _:
            return None


def _move(event: ev.Acted) -> act.Action:
    match event.move:
        case ev.Move.FOLD:
            return act.Fold(event.seat)
        case ev.Move.CHECK:
            return act.Check(event.seat)
        case ev.Move.CALL:
            return act.Call(event.seat)
        case ev.Move.BET:
            return act.BetTo(event.seat, event.to)
        case ev.Move.RAISE:
            return act.RaiseTo(event.seat, event.to)


def deck_of(event: ev.CardsDealt) -> tuple[Card, ...]:
    """The deck from which hands were dealt, top card first."""
    rounds = zip(*(dealt.cards for dealt in event.hands), strict=False)
    return tuple(card for each in rounds for card in each) + event.stub


def split_later_shows(
    events: tuple[ev.HandEvent, ...],
) -> tuple[tuple[ev.HandEvent, ...], tuple[ev.HandShown, ...]]:
    """The hand, and what was shown when it was over, of which the rules know nothing."""
    end = len(events)
    while end and isinstance(events[end - 1], ev.HandShown):
        end -= 1
    if not end or not isinstance(events[end - 1], ev.HandEnded):
        return events, ()
    return events[:end], tuple(e for e in events[end:] if isinstance(e, ev.HandShown))


def as_told_now(events: tuple[ev.HandEvent, ...]) -> tuple[ev.HandEvent, ...]:
    """The events of a hand as the rules tell them; once a hidden choice told its bank before it."""
    told: list[ev.HandEvent] = []
    for event in events:
        before = told[-1] if told else None
        if isinstance(event, ev.DrawChosen) and isinstance(before, ev.BankSpent):
            told[-1] = replace(event, bank_ms=before.bank_ms)
        else:
            told.append(event)
    return tuple(told)


def later_show(state: HandState, seat: Seat) -> ev.HandShown | None:
    """What a seat shows when the hand is over; None if it was not in it."""
    place = state.position(seat)
    if place is None or not state.cards[place]:
        return None
    cards = state.cards[place]
    return ev.HandShown(seat=seat, cards=cards, rank=int(state.ruleset.rank(cards)))


def _compare(
    record: HandRecord, events: list[ev.HandEvent], state: HandState
) -> Iterator[Difference]:
    made = tuple(events)
    if record.claims is not None:
        made = rake_as_printed(
            made, record.started.rake, record.claims.pots, record.claims.collected
        )
    stored, later = split_later_shows(as_told_now(record.events))
    for shown in later:
        if shown != later_show(state, shown.seat):
            yield Difference(Kind.EVENTS, f"Seat {shown.seat} shows what it did not hold.")
    if stored and isinstance(stored[-1], ev.HandAborted):
        stored = stored[:-1]
    elif state.phase is not Phase.ENDED:
        yield Difference(
            Kind.BREAKS_OFF, f"The record ends while the hand is {state.phase}; it has no end."
        )
    for number, (was, now) in enumerate(zip(stored, made, strict=False), 1):
        if was != now:
            yield Difference(Kind.EVENTS, f"Event {number} {_unlike(was, now)}.")
            return
    if len(stored) != len(made):
        yield Difference(
            Kind.EVENTS, f"The record has {len(stored)} events; the rules make {len(made)}."
        )


def _unlike(was: ev.HandEvent, now: ev.HandEvent) -> str:
    if type(was) is not type(now):
        return f"is {type(was).__name__} in the record; the rules make {type(now).__name__}"
    secret = ev.SECRETS.get(type(was), ())
    fields = [
        name for name in type(was).__struct_fields__ if getattr(was, name) != getattr(now, name)
    ]
    told = [
        f"{name} {_plain(getattr(was, name))} in the record and {_plain(getattr(now, name))} by "
        "the rules"
        if name not in secret
        else f"other {name} than by the rules"
        for name in fields
    ]
    return f"({type(was).__name__}) has {', '.join(told)}"


def _plain(value: object) -> str:
    return msgspec.json.encode(value).decode().strip('"')
