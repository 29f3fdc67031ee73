"""
One decision of one player, for all that he may hold at once: how regret becomes a strategy.

This is CFR+: regret matching in which regret never falls below zero, and an average in which later
strategies weigh more.

Source: Tammelin, "Solving large imperfect information games using CFR+" (2014); Tammelin, Burch,
Johanson and Bowling, "Solving heads-up limit Texas hold'em" (IJCAI 2015); after Zinkevich,
Johanson, Bowling and Piccione, "Regret minimization in games with incomplete information" (2007).
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Choice:
    """
    What a player has learnt at one point of the game; arrays are by action, then by what he holds.

    >>> choice = Choice(actions=2, cells=(1,))
    >>> choice.learn([np.array([3.0]), np.array([1.0])], value=np.array([2.0]))
    >>> choice.strategy()[:, 0]
    array([1., 0.])
    """

    def __init__(self, actions: int, cells: tuple[int, ...]) -> None:
        self._regrets: Floats = np.zeros((actions, *cells))
        self._played: Floats = np.zeros((actions, *cells))

    def strategy(self) -> Floats:
        """How likely he takes each action now; each alike where nothing is regretted."""
        return _shares(self._regrets, np.full_like(self._regrets, 1 / len(self._regrets)))

    def learn(self, values: Sequence[Floats], value: Floats) -> None:
        """Regret what would have been better than what was done."""
        for regret, each in zip(self._regrets, values, strict=True):
            np.maximum(regret + (each - value), 0, out=regret)

    def remember(self, parts: Floats, weight: float) -> None:
        """Count what is played in, as likely as it is played with this hand."""
        self._played += weight * parts

    def play(self, strategy: Floats) -> None:
        """Take this strategy for what was played so far."""
        self._played = strategy

    def average(self) -> Floats:
        """How likely each action was over all; where he never came, what he would do now."""
        return _shares(self._played, self.strategy())


def _shares(amounts: Floats, otherwise: Floats) -> Floats:
    """Each action's part of the sum over actions."""
    total = added(amounts)
    shares: Floats = np.divide(amounts, total, out=otherwise, where=total > 0)
    return shares


def added(parts: Sequence[Floats] | Floats) -> Floats:
    """The sum over the first axis, in its order."""
    total = parts[0].copy()
    for part in parts[1:]:
        total += part
    return total
