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
from showdown.rules.cards import DECK, HAND_SIZE, Card
from showdown.rules.checks import check_action, check_kind
from showdown.rules.hand import HandState, evolve
from showdown.rules.legal import LegalActions, is_asked, legal_actions
from showdown.rules.phases import Phase
from showdown.rules.ruleset import Chips
from showdown.rules.settlement import settle


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
    while (batch := _follow(state)) is not None:
        for event in batch:
            events.append(event)
            state = evolve(state, event)
    return Played(tuple(events), state)


def needed_reshuffle(state: HandState) -> tuple[Card, ...] | None:
    """
    The cards that the dealer must shuffle into a new stub, by number; None if he need not.

    The rest of the stub, all folded hands and the discards of everybody but the drawer
    (RULES 10.6).
    """
    if state.phase is not Phase.SERVING or _owed_cards(state) <= len(state.stub):
        return None
    kept_out = set(state.discards[state.cursor])
    for place in state.in_hand:
        kept_out.update(state.cards[place])
    return tuple(card for card in DECK if card not in kept_out)


def _owed_cards(state: HandState) -> int:
    return state.drawn[state.cursor] or 0


def _answers(state: HandState, action: act.Action, overtime_ms: int) -> Iterator[ev.HandEvent]:
    """The events of the action itself; raises if it is refused."""
    answer = _DEALER.get(type(action), _player_action)(state, action)
    if overtime_ms and state.to_act is not None:
        bank = max(0, state.banks[state.to_act] - overtime_ms)
        yield ev.BankSpent(seat=state.seats[state.to_act], bank_ms=bank)
    yield answer


# What follows without asking anybody.


def _follow(state: HandState) -> Iterator[ev.HandEvent] | None:
    """The next events that nobody has to decide; None if the hand rests or is over."""
    if state.to_act is not None or state.phase in (Phase.DEALING, Phase.ENDED):
        return None
    if state.phase is Phase.SERVING and _owed_cards(state):
        return _serve(state)
    if len(state.in_hand) == 1:
        return _returns(state) or settle(state)
    if state.phase in (Phase.DRAWING, Phase.SERVING):
        drawer = _next_drawer(state)
        if drawer is not None:
            return iter((_turn(state, drawer, ev.TurnKind.DRAW),))
    asked = _next_asked(state)
    if asked is not None:
        return iter((_turn(state, asked, ev.TurnKind.BET),))
    return _close_round(state)


def _close_round(state: HandState) -> Iterator[ev.HandEvent]:
    returned = _returns(state)
    if returned is not None:
        return returned
    if state.street < state.ruleset.draws:
        return iter((_turn(state, state.in_hand[0], ev.TurnKind.DRAW),))
    return settle(state)


def _serve(state: HandState) -> Iterator[ev.HandEvent] | None:
    owed = _owed_cards(state)
    if owed > len(state.stub):
        return None
    return iter((ev.CardsDrawn(seat=state.seats[state.cursor], cards=state.stub[:owed]),))


def _clockwise_from(state: HandState) -> Iterator[int]:
    players = len(state.seats)
    return ((state.cursor + step) % players for step in range(1, players + 1))


def _next_asked(state: HandState) -> int | None:
    return next((place for place in _clockwise_from(state) if is_asked(state, place)), None)


def _next_drawer(state: HandState) -> int | None:
    return next((place for place in state.in_hand if state.drawn[place] is None), None)


def _turn(state: HandState, place: int, kind: ev.TurnKind) -> ev.Turn:
    rules = state.ruleset
    seconds = rules.act_time if kind is ev.TurnKind.BET else rules.draw_time
    return ev.Turn(
        seat=state.seats[place],
        turn=state.turn + 1,
        kind=kind,
        base_ms=round(seconds * 1000),
        bank_ms=state.banks[place],
    )


def _returns(state: HandState) -> Iterator[ev.HandEvent] | None:
    """What nobody has matched goes back, of the bets and in the first round of the antes (9.8)."""
    returned = [
        ev.BetReturned(seat=state.seats[place], amount=excess, ante=ante)
        for amounts, ante in ((state.bets, False), (state.antes, True))
        if not (ante and state.street)
        for place, excess in _excess(amounts)
    ]
    return iter(returned) if returned else None


def _excess(amounts: tuple[Chips, ...]) -> Iterator[tuple[int, Chips]]:
    second, highest = sorted(amounts)[-2:]
    if highest > second:
        yield amounts.index(highest), highest - second


# Players' actions: each function gives the event of an action that was checked.


def _refuse(refusal: Refusal, sentence: str, **facts: str | int) -> IllegalAction:
    return IllegalAction(refusal, sentence, **facts)


def _asked(state: HandState, seat: int, *, drawing: bool) -> LegalActions:
    """What the seat may do, if it is its turn for this kind of decision (RULES 9.4)."""
    legal = legal_actions(state)
    if legal is None:
        raise _refuse(
            Refusal.WRONG_PHASE, f"The hand is {state.phase}; nobody is asked for an action now."
        )
    place = state.position(seat)
    if place is None or not state.live[place]:
        reason = "was not dealt in" if place is None else "has folded"
        raise _refuse(Refusal.NOT_IN_HAND, f"Seat {seat} {reason} and has no part in this hand.")
    check_kind(legal.kind, drawing=drawing)
    if legal.seat != seat:
        raise _refuse(
            Refusal.NOT_YOUR_TURN,
            f"It is the turn of seat {legal.seat}, not of seat {seat}.",
            found=seat,
            wanted=legal.seat,
        )
    return legal


def _player_action(state: HandState, action: act.PlayerAction) -> ev.HandEvent:
    legal = _asked(state, action.seat, drawing=isinstance(action, act.Draw))
    place = state.seats.index(action.seat)
    check_action(legal, state.cards[place], state.ruleset.unit, action)
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
            return ev.Discarded(seat=action.seat, cards=thrown)
        case _:
            assert_never(action)


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
    _same_cards(action.order, DECK)
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
        return ev.Discarded(seat=seat, cards=(), timed_out=True)
    legal = _asked(state, seat, drawing=False)
    move = ev.Move.CHECK if legal.check else ev.Move.FOLD
    return replace(_moved(state, state.seats.index(seat), move), timed_out=True)


_DEALER: dict[type, Callable[[HandState, Any], ev.HandEvent]] = {
    act.Deal: _deal,
    act.Reshuffle: _reshuffle,
    act.Timeout: _timeout,
}
