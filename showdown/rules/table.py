"""
A table: who sits there and the hand that runs.

The same two functions as for a hand, one floor up. The server, recovery and replays know only
these; :func:`dealer_action` says what the dealer has to do without waiting for anybody. What each
action leads to is said by the modules around this one: :mod:`~showdown.rules.arriving`,
:mod:`~showdown.rules.leaving`, :mod:`~showdown.rules.offering`, :mod:`~showdown.rules.starting`.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from showdown.errors import Refusal
from showdown.rules import actions as act
from showdown.rules.absence import after_timeout, give_grace
from showdown.rules.arriving import apply_top_up, pending_top_ups, sit, top_up
from showdown.rules.deal import deck_order, pool_order
from showdown.rules.drawing import needed_reshuffle
from showdown.rules.hand import HandState
from showdown.rules.leaving import abort, close_hand, leave, sit_in, sit_out
from showdown.rules.offering import post_now, set_anchor, show_hand
from showdown.rules.pausing import go_on, pause
from showdown.rules.phases import Phase
from showdown.rules.play import advance as advance_hand
from showdown.rules.proven import waits_for_openings
from showdown.rules.starting import can_start, start
from showdown.rules.table_actions import (
    AbortHand,
    ApplyTopUp,
    GiveGrace,
    GoOn,
    Leave,
    Pause,
    Play,
    PostNow,
    SetAnchor,
    ShowHand,
    Sit,
    SitIn,
    SitOut,
    StartHand,
    TableAction,
    TopUp,
)
from showdown.rules.table_state import TableEvent, TableState, evolve, led_to, refuse, replay

__all__ = [
    "AbortHand",
    "ApplyTopUp",
    "GiveGrace",
    "GoOn",
    "Leave",
    "Pause",
    "Play",
    "Played",
    "PostNow",
    "SetAnchor",
    "ShowHand",
    "Sit",
    "SitIn",
    "SitOut",
    "StartHand",
    "TableAction",
    "TableEvent",
    "TableState",
    "TopUp",
    "advance",
    "can_start",
    "dealer_action",
    "decide",
    "evolve",
    "pending_top_ups",
    "replay",
]


class Played(NamedTuple):
    """What an action led to."""

    events: tuple[TableEvent, ...]
    state: TableState


def decide(table: TableState, action: TableAction, now_s: int = 0) -> tuple[TableEvent, ...]:
    """
    The events that an action leads to, those between hands included.

    Args:
        now_s: the time in seconds on a clock that goes on over restarts; by it the table knows
            how long somebody has been away (RULES 5.4).

    Raises:
        IllegalAction: the rules refuse it; nothing has changed.
    """
    return advance(table, action, now_s).events


def advance(table: TableState, action: TableAction, now_s: int = 0) -> Played:
    """As :func:`decide`, with the table afterwards."""
    events, state = _played(table, action, now_s)
    if state.running is None and table.running is not None:
        closing = tuple(close_hand(state, now_s))
        events, state = events + closing, replay(state, closing)
    return Played(events, state)


def dealer_action(table: TableState) -> TableAction | None:
    """
    What the dealer does now without waiting; None if it is somebody else's turn.

    Deals and reshuffles by the hand key, and acts for players who are leaving (RULES 7.8). Where a
    deal is proven, cards wait for openings: :func:`~showdown.rules.proven.asked_openings`.
    """
    hand = table.running
    if hand is None:
        return None
    key = hand.started.hand_key
    if hand.committed is not None:
        return None if waits_for_openings(hand) else _for_leaver(table, hand)
    if hand.phase is Phase.DEALING and key:
        return Play(action=act.Deal(deck_order(key, table.ruleset.deck)))
    eligible = needed_reshuffle(hand)
    if eligible is not None and key:
        return Play(action=act.Reshuffle(pool_order(key, eligible, len(hand.reshuffles) + 1)))
    return _for_leaver(table, hand)


def _for_leaver(table: TableState, hand: HandState) -> TableAction | None:
    for place in hand.asked:
        seat = hand.seats[place]
        occupant = table.seating.at(seat)
        if occupant is not None and occupant.leaving:
            drawing = hand.phase is Phase.DRAWING
            return Play(action=act.Draw(seat) if drawing else act.Fold(seat))
    return None


def _played(table: TableState, action: TableAction, now_s: int) -> Played:
    if isinstance(action, Play):
        return _play(table, action, now_s)
    events = tuple(_DECIDERS[type(action)](table, action, now_s))
    return Played(events, replay(table, events))


def _play(table: TableState, action: Play, now_s: int) -> Played:
    hand = table.running
    if hand is None:
        raise refuse(
            Refusal.WRONG_PHASE,
            "No hand is in progress; the next one begins soon.",
            found="draw" if isinstance(action.action, act.Draw) else "bet",
            wanted="nothing",
        )
    events, after = advance_hand(hand, action.action, action.overtime_ms)
    state, asleep = led_to(table, events, after), tuple(after_timeout(table, action, now_s))
    return Played(events + asleep, replay(state, asleep)) if asleep else Played(events, state)


_DECIDERS: dict[type, Callable[[TableState, Any, int], Iterable[TableEvent]]] = {
    Sit: sit,
    Leave: leave,
    SitOut: sit_out,
    SitIn: sit_in,
    PostNow: post_now,
    SetAnchor: set_anchor,
    ShowHand: show_hand,
    TopUp: top_up,
    Pause: pause,
    GoOn: go_on,
    ApplyTopUp: apply_top_up,
    StartHand: start,
    AbortHand: abort,
    GiveGrace: give_grace,
}
