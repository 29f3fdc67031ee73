"""
What follows in a hand without asking anybody: the next turn, returned bets, cards, or the end.
"""

from collections.abc import Callable, Mapping, Sequence

from showdown.rules import events as ev
from showdown.rules.drawing import (
    cards_dealt,
    draw_turn,
    may_need_reshuffle,
    next_drawer,
    owed_cards,
    serve,
)
from showdown.rules.hand import HandState
from showdown.rules.jackpots import is_passed_out
from showdown.rules.legal import next_asked
from showdown.rules.phases import Phase
from showdown.rules.proven import dealt_order, new_stub, seal_pool
from showdown.rules.ruleset import Chips
from showdown.rules.settlement import pass_out, settle

_BET = ev.TurnKind.BET


def _nothing(_: HandState) -> Sequence[ev.HandEvent]:
    """The hand rests, or is over."""
    return ()


def _after_discard(state: HandState) -> Sequence[ev.HandEvent]:
    owed = owed_cards(state)
    if state.sealed is not None or (owed > len(state.stub) and state.committed is not None):
        return _through_reshuffle(state, owed)
    return serve(state, owed) if owed else _after_draw(state)


def _through_reshuffle(state: HandState, owed: int) -> Sequence[ev.HandEvent]:
    """What a hand that is proven goes through: a seal, openings, and then the cards."""
    if state.sealed is None:
        return (seal_pool(state, state.serving),)
    is_open = len(state.entropies) > state.sealed.part
    return (ev.Reshuffled(order=new_stub(state)),) if is_open else ()


def _after_draw(state: HandState) -> Sequence[ev.HandEvent]:
    drawer = next_drawer(state)
    if drawer is None or len(state.in_hand) == 1:
        return _in_round(state)
    choice = state.choices[drawer]
    if choice is not None:  # of a simultaneous draw that is closed
        return (ev.Discarded(seat=state.seats[drawer], cards=choice),)
    return _draw_turn(state, drawer)


def _draw_turn(state: HandState, drawer: int) -> Sequence[ev.HandEvent]:
    """Ask for discards, once the cards that may be needed are sealed."""
    turn = draw_turn(state, drawer)
    proven = state.committed is not None
    # In a simultaneous draw it depends on all choices who needs it.
    if not proven or turn.others or not may_need_reshuffle(state):
        return (turn,)
    return (seal_pool(state, drawer), turn)


def _dealt(state: HandState) -> Sequence[ev.HandEvent]:
    return (cards_dealt(state, dealt_order(state)),) if state.entropies else ()


def _in_round(state: HandState) -> Sequence[ev.HandEvent]:
    if len(state.in_hand) == 1:
        return _returns(state) or settle(state)
    place = next_asked(state)
    if place is None:
        return _close_round(state)
    seat, turn, bank_ms = state.seats[place], state.turn + 1, state.banks[place]
    return (ev.Turn(seat=seat, turn=turn, kind=_BET, base_ms=state.act_ms, bank_ms=bank_ms),)


def _close_round(state: HandState) -> Sequence[ev.HandEvent]:
    if is_passed_out(state):
        return pass_out(state)
    returned = _returns(state)
    if returned:
        return returned
    if state.street < state.ruleset.draws:
        return _draw_turn(state, state.in_hand[0])
    return settle(state)


def _returns(state: HandState) -> Sequence[ev.HandEvent]:
    """What nobody has matched goes back, of the bets and in the first round of the antes (9.8)."""
    returned = _excess(state, state.bets, ante=False)
    return returned if state.street else returned + _excess(state, state.antes, ante=True)


def _excess(state: HandState, amounts: list[Chips], *, ante: bool) -> list[ev.HandEvent]:
    second, highest = sorted(amounts)[-2:]
    if highest == second:
        return []
    place = amounts.index(highest)
    return [ev.BetReturned(seat=state.seats[place], amount=highest - second, ante=ante)]


FOLLOWING: Mapping[Phase, Callable[[HandState], Sequence[ev.HandEvent]]] = {
    Phase.DEALING: _dealt,
    Phase.BETTING: _in_round,
    Phase.DRAWING: _after_draw,
    Phase.SERVING: _after_discard,
    Phase.SETTLING: _nothing,
    Phase.ENDED: _nothing,
}
"""The next events of a hand in which nobody is asked; none if it rests or is over."""
