"""
Playing a hand: what an action leads to.

:func:`decide` either raises before anything has changed, or says all that follows: the action, and
then what the rules make of it without asking anybody, up to the next turn or the end.
:func:`advance` is the same and also gives the state that the events lead to.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, assert_never

from msgspec.structs import replace

from showdown.errors import IllegalAction, Refusal
from showdown.rules import actions as act
from showdown.rules import events as ev
from showdown.rules.cards import HAND_SIZE, Card
from showdown.rules.checks import check_action, check_kind
from showdown.rules.drawing import needed_reshuffle
from showdown.rules.follow import follow
from showdown.rules.hand import HandState, evolve
from showdown.rules.legal import LegalActions, legal_actions
from showdown.rules.phases import Phase
from showdown.rules.ruleset import Chips, DrawMode


class Played(NamedTuple):
    """What an action led to."""

    events: tuple[ev.HandEvent, ...]
    state: HandState


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
    events: list[ev.HandEvent] = []
    for event in _answers(state, action, overtime_ms):
        events.append(event)
        state = evolve(state, event)
    while (batch := follow(state)) is not None:
        for event in batch:
            events.append(event)
            state = evolve(state, event)
    return Played(tuple(events), state)


def _answers(state: HandState, action: act.Action, overtime_ms: int) -> Iterator[ev.HandEvent]:
    """The events of the action itself; raises if it is refused."""
    answer = _DEALER.get(type(action), _player_action)(state, action)
    if overtime_ms and not isinstance(action, act.Deal | act.Reshuffle):
        bank = state.banks[state.seats.index(action.seat)]
        yield ev.BankSpent(seat=action.seat, bank_ms=max(0, bank - overtime_ms))
    yield answer


# Players' actions: each function gives the event of an action that was checked.


def _refuse(refusal: Refusal, sentence: str, **facts: str | int) -> IllegalAction:
    return IllegalAction(refusal, sentence, **facts)


def _asked(state: HandState, seat: int, *, drawing: bool) -> LegalActions:
    """What the seat may do, if it is its turn for this kind of decision (RULES 9.4)."""
    if not state.asked:
        raise _refuse(
            Refusal.WRONG_PHASE, f"The hand is {state.phase}; nobody is asked for an action now."
        )
    place = state.position(seat)
    if place is None or not state.live[place]:
        reason = "was not dealt in" if place is None else "has folded"
        raise _refuse(Refusal.NOT_IN_HAND, f"Seat {seat} {reason} and has no part in this hand.")
    now = ev.TurnKind.DRAW if state.phase is Phase.DRAWING else ev.TurnKind.BET
    check_kind(now, drawing=drawing)
    legal = legal_actions(state, seat)
    if legal is None:
        asked = [state.seats[place] for place in state.asked]
        raise _refuse(
            Refusal.NOT_YOUR_TURN,
            f"It is the turn of seat {', '.join(map(str, asked))}, not of seat {seat}.",
            found=seat,
            wanted=asked[0],
        )
    return legal


def _player_action(state: HandState, action: act.PlayerAction) -> ev.HandEvent:
    legal = _asked(state, action.seat, drawing=isinstance(action, act.Draw))
    place = state.seats.index(action.seat)
    check_action(state.ruleset, legal, state.cards[place], action)
    match action:
        case act.Fold():
            return _moved(state, place, ev.Move.FOLD)
        case act.Check():
            return _moved(state, place, ev.Move.CHECK)
        case act.Call():
            return _moved(state, place, ev.Move.CALL, legal.call or 0)
        case act.BetTo():
            return _moved(state, place, ev.Move.BET, action.to - state.bets[place])
        case act.RaiseTo():
            return _moved(state, place, ev.Move.RAISE, action.to - state.bets[place])
        case act.Draw():
            # In the order in which they are held, so that the order typed tells nothing.
            thrown = tuple(card for card in state.cards[place] if card in action.cards)
            return _thrown(state, action.seat, thrown)
        case _:
            assert_never(action)


def _thrown(
    state: HandState, seat: int, cards: tuple[Card, ...], *, timed_out: bool = False
) -> ev.HandEvent:
    """A discard; in a simultaneous draw it stays hidden until all have chosen."""
    if state.ruleset.draw_mode is DrawMode.SIMULTANEOUS:
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
    if state.phase is not Phase.DEALING:
        raise _refuse(Refusal.WRONG_PHASE, f"The hand is {state.phase}; cards were dealt already.")
    _same_cards(action.order, state.ruleset.deck)
    players = len(state.seats)
    dealt = HAND_SIZE * players
    # One card at a time, five times round (RULES 2.4).
    hands = tuple(
        ev.HandDealt(seat=seat, cards=action.order[place:dealt:players])
        for place, seat in enumerate(state.seats)
    )
    return ev.CardsDealt(hands=hands, stub=action.order[dealt:])


def _reshuffle(state: HandState, action: act.Reshuffle) -> ev.HandEvent:
    eligible = needed_reshuffle(state)
    if eligible is None:
        raise _refuse(Refusal.WRONG_PHASE, f"The hand is {state.phase}; no reshuffle is needed.")
    _same_cards(action.order, eligible)
    return ev.Reshuffled(order=action.order)


def _same_cards(order: tuple[Card, ...], wanted: tuple[Card, ...]) -> None:
    if len(order) != len(wanted) or set(order) != set(wanted):
        raise ValueError(f"an order of {len(order)} cards is not the {len(wanted)} cards there are")


def _timeout(state: HandState, action: act.Timeout) -> ev.HandEvent:
    seat = action.seat
    if state.phase is Phase.DRAWING:
        _asked(state, seat, drawing=True)
        return _thrown(state, seat, (), timed_out=True)
    legal = _asked(state, seat, drawing=False)
    move = ev.Move.CHECK if legal.check else ev.Move.FOLD
    return replace(_moved(state, state.seats.index(seat), move), timed_out=True)


_DEALER: dict[type, Callable[[HandState, Any], ev.HandEvent]] = {
    act.Deal: _deal,
    act.Reshuffle: _reshuffle,
    act.Timeout: _timeout,
}
