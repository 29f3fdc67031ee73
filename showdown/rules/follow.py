"""
What follows in a hand without asking anybody: the next turn, returned bets, cards, or the end.
"""

from collections.abc import Sequence

from showdown.rules import events as ev
from showdown.rules.drawing import chosen, draw_turn, next_drawer, owed_cards, serve
from showdown.rules.hand import HandState
from showdown.rules.jackpots import is_passed_out
from showdown.rules.legal import next_asked
from showdown.rules.phases import Phase
from showdown.rules.ruleset import Chips
from showdown.rules.settlement import pass_out, settle

_BET = ev.TurnKind.BET


def follow(state: HandState) -> Sequence[ev.HandEvent]:
    """The next events that nobody has to decide; none if the hand rests or is over."""
    return () if state.asked else FOLLOWING[state.phase](state)


def _nothing(_: HandState) -> Sequence[ev.HandEvent]:
    """The hand rests, or is over."""
    return ()


def _after_discard(state: HandState) -> Sequence[ev.HandEvent]:
    return serve(state) if owed_cards(state) else _after_draw(state)


def _after_draw(state: HandState) -> Sequence[ev.HandEvent]:
    drawer = next_drawer(state)
    if drawer is None or len(state.in_hand) == 1:
        return _in_round(state)
    return (chosen(state, drawer) or draw_turn(state, drawer),)


def _in_round(state: HandState) -> Sequence[ev.HandEvent]:
    if len(state.in_hand) == 1:
        return _returns(state) or settle(state)
    asked = next_asked(state)
    return _close_round(state) if asked is None else (_bet_turn(state, asked),)


def _close_round(state: HandState) -> Sequence[ev.HandEvent]:
    if is_passed_out(state):
        return pass_out(state)
    returned = _returns(state)
    if returned:
        return returned
    if state.street < state.ruleset.draws:
        return (draw_turn(state, state.in_hand[0]),)
    return settle(state)


def _bet_turn(state: HandState, place: int) -> ev.Turn:
    return ev.Turn(
        seat=state.seats[place],
        turn=state.turn + 1,
        kind=_BET,
        base_ms=state.act_ms,
        bank_ms=state.banks[place],
    )


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


FOLLOWING = {
    Phase.DEALING: _nothing,
    Phase.BETTING: _in_round,
    Phase.DRAWING: _after_draw,
    Phase.SERVING: _after_discard,
    Phase.SETTLING: _nothing,
    Phase.ENDED: _nothing,
}
