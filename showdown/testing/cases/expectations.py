"""
What a case expects of a hand, compared with what happened.
"""

from collections.abc import Callable, Iterable
from typing import Any

from showdown.rules import events as ev
from showdown.rules.cards import Card
from showdown.testing.cases import notation as note
from showdown.testing.watched import WatchedHand


def difference(hand: WatchedHand, expected: note.Expectation, period: str) -> str | None:
    """
    What was found in place of what is expected; None if that is the same.

    Args:
        period: ``pre``, ``draw``, ``post`` or ``over``.
    """
    if isinstance(expected, note.NextToAct):
        found = note.NextToAct(hand.state.seat_to_act or 0, period)
        return None if found == expected else f"seat {found.seat} ({found.period})"
    needs_end = not isinstance(expected, note.AfterDraw | note.ReshuffledTimes | note.HandIs)
    if needs_end and hand.ended is None:
        return "that the hand is not over"
    return _COMPARISONS[type(expected)](hand, expected)


def _pairs(amounts: Iterable[tuple[int, int]]) -> str:
    return " ".join(f"{seat}:{amount}" for seat, amount in amounts) or "nothing"


def _returned(hand: WatchedHand, expected: note.Returned) -> str | None:
    found = tuple(
        (event.seat, event.amount) for event in hand.events if isinstance(event, ev.BetReturned)
    )
    return None if found == expected.amounts else _pairs(found)


def _end(hand: WatchedHand) -> ev.HandEnded:
    assert hand.ended is not None
    return hand.ended


def _pots(hand: WatchedHand, expected: note.PotsAre) -> str | None:
    found = tuple((pot.amount, pot.contenders) for pot in _end(hand).pots)
    if found == expected.pots:
        return None
    return ", ".join(f"{amount} {{{','.join(map(str, seats))}}}" for amount, seats in found)


def _rake(hand: WatchedHand, expected: note.RakeIs) -> str | None:
    found = _end(hand).rake
    return None if found == expected.amount else str(found)


def _paid(hand: WatchedHand, expected: note.Paid) -> str | None:
    found: dict[int, int] = {}
    for event in hand.events:
        if isinstance(event, ev.PotAwarded):
            found[event.seat] = found.get(event.seat, 0) + event.amount
    return None if found == dict(expected.amounts) else _pairs(sorted(found.items()))


def _final(hand: WatchedHand, expected: note.Final) -> str | None:
    stacks = dict(zip(hand.state.seats, hand.state.stacks, strict=True))
    found = {seat: stacks[seat] for seat, _ in expected.stacks if seat in stacks}
    return None if found == dict(expected.stacks) else _pairs(found.items())


def _shown_or_mucked(hand: WatchedHand) -> tuple[tuple[int, bool], ...]:
    return tuple(
        (event.seat, isinstance(event, ev.HandShown))
        for event in hand.events
        if isinstance(event, ev.HandShown | ev.HandMucked)
    )


def _showdown(hand: WatchedHand, expected: note.Showdown) -> str | None:
    found = _shown_or_mucked(hand)
    if found == expected.hands:
        return None
    words = [f"{seat} {'shows' if shows else 'mucks'}" for seat, shows in found]
    return ", ".join(words) or "no showdown"


def _no_showdown(hand: WatchedHand, expected: note.NoShowdown) -> str | None:
    return _showdown(hand, note.Showdown(()))


def _cards_of(hand: WatchedHand, seat: int) -> tuple[Card, ...]:
    place = hand.state.position(seat)
    return () if place is None else hand.state.cards[place]


def _hand_is(hand: WatchedHand, expected: note.HandIs) -> str | None:
    held = _cards_of(hand, expected.seat)
    found = str(hand.started.ruleset.rank(held)) if held else f"no cards in seat {expected.seat}"
    return None if found == expected.name else found


def _hands(found: note.Hands) -> str:
    return " ".join(f"{seat}:{''.join(cards) or '-'}" for seat, cards in found) or "nothing"


def _after_draw(hand: WatchedHand, expected: note.AfterDraw) -> str | None:
    found = tuple(
        (seat, tuple(str(card) for card in _cards_of(hand, seat))) for seat, _ in expected.hands
    )
    if found == expected.hands:
        return None
    return _hands(found)


def _reshuffled(hand: WatchedHand, expected: note.ReshuffledTimes) -> str | None:
    found = hand.state.reshuffles
    same = len(found) == expected.times and expected.sizes in (None, found)
    return None if same else f"{len(found)} (eligible cards {', '.join(map(str, found))})"


def _openers_shown(hand: WatchedHand, expected: note.OpenersShown) -> str | None:
    found = tuple(
        (event.seat, tuple(map(str, event.cards)))
        for event in hand.events
        if isinstance(event, ev.OpenersShown)
    )
    return None if found == expected.hands else _hands(found)


def _passed_out(hand: WatchedHand, expected: note.PassedOut) -> str | None:
    if not _end(hand).passed_out:
        return "that the hand was not passed out"
    found = {
        share.seat: share.amount
        for event in hand.events
        if isinstance(event, ev.CarriedOver)
        for share in event.shares
    }
    return None if found == dict(expected.carried) else _pairs(sorted(found.items()))


_COMPARISONS: dict[type, Callable[[WatchedHand, Any], str | None]] = {
    note.Returned: _returned,
    note.PotsAre: _pots,
    note.RakeIs: _rake,
    note.Paid: _paid,
    note.Final: _final,
    note.Showdown: _showdown,
    note.NoShowdown: _no_showdown,
    note.HandIs: _hand_is,
    note.AfterDraw: _after_draw,
    note.ReshuffledTimes: _reshuffled,
    note.OpenersShown: _openers_shown,
    note.PassedOut: _passed_out,
}
