"""
Playing a hand: what an action leads to.

:func:`decide` either raises before anything has changed, or says all that follows: the action, and
then what the rules make of it without asking anybody, up to the next turn or the end.
:func:`advance` is the same and also gives the state that the events lead to. :func:`perform`
changes the state that it is given: for those who play hands by the million and keep no state.
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from showdown.errors import IllegalAction, Refusal
from showdown.rules import actions as act
from showdown.rules import events as ev
from showdown.rules.cards import Card
from showdown.rules.checks import check_action, check_kind
from showdown.rules.drawing import cards_dealt, needed_reshuffle
from showdown.rules.follow import FOLLOWING
from showdown.rules.hand import HandState, Played, apply
from showdown.rules.legal import legal_actions, to_call
from showdown.rules.phases import DEALING, DRAWING
from showdown.rules.proven import opened, waits_for_openings
from showdown.rules.ruleset import Chips, DrawMode

_BET, _DRAW = ev.TurnKind.BET, ev.TurnKind.DRAW
_FOLD, _CHECK, _CALL, _BET_TO, _RAISE_TO = ev.Move
_SIMULTANEOUS = DrawMode.SIMULTANEOUS


def decide(state: HandState, action: act.Action, overtime_ms: int = 0) -> tuple[ev.HandEvent, ...]:
    """
    The events that an action leads to.

    Args:
        overtime_ms: how much of his time bank the player used for it.

    Raises:
        IllegalAction: the rules refuse it; the first reason that applies (RULES 9.4).
    """
    return advance(state, action, overtime_ms).events


def advance(state: HandState, action: act.Action, overtime_ms: int = 0) -> Played:
    """As :func:`decide`, with the state afterwards."""
    state = state.copy()
    return Played(tuple(perform(state, action, overtime_ms)), state)


def perform(state: HandState, action: act.Action, overtime_ms: int = 0) -> list[ev.HandEvent]:
    """As :func:`decide`, and lets the events happen to this very state."""
    events = [_ANSWERS[type(action)](state, action)]
    if overtime_ms and not isinstance(action, act.Deal | act.Reshuffle | act.Open):
        left = max(0, state.banks[state.seats.index(action.seat)] - overtime_ms)
        events = _with_bank(events[0], action.seat, left)
    apply(state, events)
    while not state.asked and (following := FOLLOWING[state.phase](state)):
        apply(state, following)
        events += following
    return events


def _with_bank(event: ev.HandEvent, seat: int, bank_ms: int) -> list[ev.HandEvent]:
    """What somebody did beyond his time, and what is left to him; of a hidden choice hidden too."""
    if isinstance(event, ev.DrawChosen):
        return [replace(event, bank_ms=bank_ms)]
    return [ev.BankSpent(seat=seat, bank_ms=bank_ms), event]


# Players' actions: each function gives the event of an action that was checked.


def _refuse(refusal: Refusal, sentence: str, **facts: str | int) -> IllegalAction:
    return IllegalAction(refusal, sentence, **facts)


# Not keyword-only: CPython 3.11 calls such functions more slowly.
def _place_asked(state: HandState, seat: int, drawing: bool) -> int:
    """The seat's position, if it is its turn for this kind of decision (RULES 9.4)."""
    asked = state.asked
    if len(asked) == 1 and state.seats[asked[0]] == seat and drawing is (state.phase is DRAWING):
        return asked[0]
    if not asked:
        raise _refuse(
            Refusal.WRONG_PHASE,
            f"The hand is {state.phase}; nobody is asked for an action now.",
            found="draw" if drawing else "bet",
            wanted="nothing",
        )
    place = state.position(seat)
    if place is None or not state.live[place]:
        reason = "was not dealt in" if place is None else "has folded"
        raise _refuse(
            Refusal.NOT_IN_HAND,
            f"Seat {seat} {reason} and has no part in this hand.",
            found=seat,
            wanted="dealt_in" if place is None else "not_folded",
        )
    check_kind(_DRAW if state.phase is DRAWING else _BET, drawing=drawing)
    if place not in asked:
        seats = [state.seats[other] for other in asked]
        raise _refuse(
            Refusal.NOT_YOUR_TURN,
            f"It is the turn of seat {', '.join(map(str, seats))}, not of seat {seat}.",
            found=seat,
            wanted=seats[0],
        )
    return place


def _check_fully(state: HandState, place: int, action: act.PlayerAction) -> None:
    """Ask the rules about an action; they raise unless it is legal."""
    legal = legal_actions(state, action.seat)
    assert legal is not None
    check_action(state.ruleset, legal, state.cards[place], action)


# What is plainly legal is taken at once; everything else is for the rules to judge.


def _fold(state: HandState, action: act.Fold) -> ev.HandEvent:
    place = _place_asked(state, action.seat, False)
    return _moved(state, place, _FOLD)


def _check(state: HandState, action: act.Check) -> ev.HandEvent:
    place = _place_asked(state, action.seat, False)
    if state.bets[place] < state.round.bet and to_call(state, place):
        _check_fully(state, place, action)
    return ev.Acted(seat=action.seat, move=_CHECK, to=state.bets[place])


def _call(state: HandState, action: act.Call) -> ev.HandEvent:
    place = _place_asked(state, action.seat, False)
    owed = to_call(state, place)
    if not owed:
        _check_fully(state, place, action)
    to, all_in = state.bets[place] + owed, owed == state.stacks[place]
    return ev.Acted(seat=action.seat, move=_CALL, amount=owed, to=to, all_in=all_in)


def _bet(state: HandState, action: act.BetTo) -> ev.HandEvent:
    place = _place_asked(state, action.seat, False)
    _check_fully(state, place, action)
    return _moved(state, place, _BET_TO, action.to - state.bets[place])


def _raise(state: HandState, action: act.RaiseTo) -> ev.HandEvent:
    place = _place_asked(state, action.seat, False)
    _check_fully(state, place, action)
    return _moved(state, place, _RAISE_TO, action.to - state.bets[place])


def _draw(state: HandState, action: act.Draw) -> ev.HandEvent:
    place = _place_asked(state, action.seat, True)
    named = action.cards
    # In the order in which they are held, so that the order typed tells nothing.
    thrown = tuple([card for card in state.cards[place] if card in named])
    if not len(named) == len(thrown) <= state.ruleset.max_draw:
        _check_fully(state, place, action)
    return _thrown(state, action.seat, thrown)


def _thrown(
    state: HandState, seat: int, cards: tuple[Card, ...], *, timed_out: bool = False
) -> ev.HandEvent:
    """A discard; in a simultaneous draw it stays hidden until all have chosen."""
    if state.ruleset.draw_mode is _SIMULTANEOUS:
        return ev.DrawChosen(seat=seat, cards=cards, timed_out=timed_out)
    return ev.Discarded(seat=seat, cards=cards, timed_out=timed_out)


def _moved(state: HandState, place: int, move: ev.Move, amount: Chips = 0) -> ev.Acted:
    return ev.Acted(
        seat=state.seats[place],
        move=move,
        amount=amount,
        to=state.bets[place] + amount,
        all_in=bool(amount) and amount == state.stacks[place],
    )


# The dealer's actions.


def _deal(state: HandState, action: act.Deal) -> ev.HandEvent:
    if state.phase is not DEALING:
        raise _refuse(Refusal.WRONG_PHASE, f"The hand is {state.phase}; cards were dealt already.")
    _not_proven(state)
    _same_cards(action.order, state.ruleset.deck)
    return cards_dealt(state, action.order)


def _reshuffle(state: HandState, action: act.Reshuffle) -> ev.HandEvent:
    eligible = needed_reshuffle(state)
    if eligible is None:
        raise _refuse(Refusal.WRONG_PHASE, f"The hand is {state.phase}; no reshuffle is needed.")
    _not_proven(state)
    _same_cards(action.order, eligible)
    return ev.Reshuffled(order=action.order)


def _open(state: HandState, action: act.Open) -> ev.HandEvent:
    if not waits_for_openings(state):
        raise _refuse(Refusal.WRONG_PHASE, f"The hand is {state.phase}; nobody is asked to open.")
    return opened(state, action)


def _not_proven(state: HandState) -> None:
    if state.committed is not None:
        raise ValueError("the order of a hand that is proven comes from its openings")


def _same_cards(order: tuple[Card, ...], wanted: tuple[Card, ...]) -> None:
    if len(order) != len(wanted) or not set(order).issuperset(wanted):
        raise ValueError(f"an order of {len(order)} cards is not the {len(wanted)} cards there are")


def _timeout(state: HandState, action: act.Timeout) -> ev.HandEvent:
    seat = action.seat
    drawing = state.phase is DRAWING
    place = _place_asked(state, seat, drawing)
    if drawing:
        return _thrown(state, seat, (), timed_out=True)
    return replace(_moved(state, place, _FOLD if to_call(state, place) else _CHECK), timed_out=True)


_ANSWERS: dict[type, Callable[[HandState, Any], ev.HandEvent]] = {
    act.Fold: _fold,
    act.Check: _check,
    act.Call: _call,
    act.BetTo: _bet,
    act.RaiseTo: _raise,
    act.Draw: _draw,
    act.Deal: _deal,
    act.Reshuffle: _reshuffle,
    act.Open: _open,
    act.Timeout: _timeout,
}
"""Each gives the event of an action, or refuses it."""
