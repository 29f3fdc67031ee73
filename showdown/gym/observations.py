"""
What an agent sees, as numbers from 0 to 1: its own cards, and of the others what is public.

Chips are parts of all chips in the game. Players stand clockwise from the one who looks, so that
every agent sees the game from the same place.
"""

import numpy as np
from numpy.typing import NDArray

from showdown.rules.cards import DECK, HAND_SIZE, JOKERS
from showdown.rules.events import TurnKind
from showdown.rules.hand import HandState
from showdown.rules.legal import legal_actions

CARDS = len(DECK) + len(JOKERS)
OF_THE_HAND = HAND_SIZE * CARDS
"""One of 54 for each card of the hand, in its order; jokers are the last two."""

OF_THE_TURN = 8
"""Pot, to call, price, least and most to raise to; draw or not, before it or after; bets so far."""

OF_A_PLAYER = 7
"""Still in, stack, bet in this round, stake in this hand, button, has drawn, how many cards."""


def size(players: int) -> int:
    """How many numbers an observation has."""
    return OF_THE_HAND + OF_THE_TURN + players * OF_A_PLAYER


def observation(state: HandState, place: int, chips: int) -> NDArray[np.float32]:
    """
    What the player at a position sees.

    Args:
        chips: all that are in the game, by which amounts are divided.
    """
    seen = np.zeros(size(len(state.seats)), np.float32)
    for nth, card in enumerate(state.cards[place]):
        seen[nth * CARDS + card.index] = 1
    seen[OF_THE_HAND : OF_THE_HAND + OF_THE_TURN] = _turn(state, place, chips)
    players = len(state.seats)
    clockwise = [(place + step) % players for step in range(players)]
    seen[OF_THE_HAND + OF_THE_TURN :] = [
        number for each in clockwise for number in _player(state, each, chips)
    ]
    return seen


def _turn(state: HandState, place: int, chips: int) -> list[float]:
    legal = legal_actions(state, state.seats[place])
    amounts = (legal.bet or legal.raise_) if legal else None
    return [
        state.pot / chips,
        ((legal.call or 0) if legal else 0) / chips,
        state.round.bet / chips,
        amounts.min / chips if amounts else 0,
        amounts.max / chips if amounts else 0,
        legal is not None and legal.kind is TurnKind.DRAW,
        state.street,
        state.round.bets / (1 + state.round.bets),
    ]


def _player(state: HandState, place: int, chips: int) -> list[float]:
    drawn = state.drawn[place]
    return [
        state.live[place],
        state.stacks[place] / chips,
        state.bets[place] / chips,
        state.paid[place] / chips,
        state.seats[place] == state.started.button,
        drawn is not None,
        (drawn or 0) / HAND_SIZE,
    ]
