"""
The actions of an agent as numbers, the same 38 in every game and at every turn.

0 folds, 1 checks or calls, 2 to 5 bet or raise, and 6 to 37 draw: bit n of what is above 6 throws
the n-th card of the hand. Which of them may be taken now is the mask.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from showdown.rules import actions as act
from showdown.rules.cards import HAND_SIZE, Card
from showdown.rules.hand import HandState
from showdown.rules.legal import LegalActions, is_ace_or_wild, legal_actions

FOLD, CHECK_OR_CALL, SMALLEST, HALF_POT, POT, LARGEST, DRAW = range(7)
"""The actions by name; bets and raises are the smallest, the pot's half, the pot, the largest."""

ACTIONS = DRAW + 2**HAND_SIZE
"""How many actions there are."""


def mask(state: HandState) -> NDArray[np.int8]:
    """Ones where the action may be taken by whose turn it is."""
    allowed = np.zeros(ACTIONS, np.int8)
    legal = legal_actions(state)
    if legal is not None:
        allowed[list(_allowed(state, legal))] = 1
    return allowed


def action_of(state: HandState, number: int) -> act.PlayerAction:
    """
    What a number means for whose turn it is; where it may not be taken, the rules will refuse it.

    >>> from showdown import DECK, Deal, Ruleset, perform, replay, start_hand
    >>> state = replay(start_hand(Ruleset(sb=5, bb=10), {1: 500, 2: 500}, button=1))
    >>> _ = perform(state, Deal(DECK))
    >>> action_of(state, POT), action_of(state, LARGEST)
    (RaiseTo(seat=1, to=30), RaiseTo(seat=1, to=500))
    """
    legal = legal_actions(state)
    assert legal is not None, "nobody is asked"
    seat = legal.seat
    if number >= DRAW:
        return act.Draw(seat, thrown(state, seat, number))
    if number == FOLD:
        return act.Fold(seat)
    if number == CHECK_OR_CALL:
        return act.Check(seat) if legal.check else act.Call(seat)
    to = totals(state, legal).get(number, 0)
    return act.BetTo(seat, to) if legal.bet else act.RaiseTo(seat, to)


def thrown(state: HandState, seat: int, number: int) -> tuple[Card, ...]:
    """The cards that a number above the bets throws."""
    held = state.cards[state.seats.index(seat)]
    return tuple(card for place, card in enumerate(held) if number - DRAW >> place & 1)


def totals(state: HandState, legal: LegalActions) -> dict[int, int]:
    """To how much each bet or raise goes; of equal ones only the first is there."""
    amounts = legal.bet or legal.raise_
    if amounts is None:
        return {}
    owed, unit = legal.call or 0, state.ruleset.unit
    called = state.pot + owed
    wanted = {
        SMALLEST: amounts.min,
        HALF_POT: (legal.price + called // 2) // unit * unit,
        POT: legal.price + called,
        LARGEST: amounts.max,
    }
    inside = {each: min(max(to, amounts.min), amounts.max) for each, to in wanted.items()}
    first = {to: action for action, to in reversed(inside.items())}
    return {action: to for to, action in first.items()}


def _allowed(state: HandState, legal: LegalActions) -> Iterator[int]:
    if legal.draw is not None:
        for number in range(DRAW, ACTIONS):
            if _may_throw(state, legal, number):
                yield number
        return
    yield FOLD
    yield CHECK_OR_CALL
    yield from totals(state, legal)


def _may_throw(state: HandState, legal: LegalActions, number: int) -> bool:
    cards = thrown(state, legal.seat, number)
    assert legal.draw is not None
    if len(cards) < legal.draw or not legal.keeps_ace:
        return len(cards) <= legal.draw
    held = state.cards[state.seats.index(legal.seat)]
    kept = (card for card in held if card not in cards)
    return len(cards) == legal.draw and any(is_ace_or_wild(state.ruleset, card) for card in kept)
