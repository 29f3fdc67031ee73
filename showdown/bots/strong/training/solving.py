"""
Learning a game by playing it against oneself, and what the best answer to the result would win.
"""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from showdown.bots.strong.training.game import Game
from showdown.bots.strong.training.regret import Choice, Floats, added


class Learning(Struct, frozen=True):
    """A walk on which a player learns, while the other's strategy goes into his average."""

    player: int
    weight: float

    def other(self, choice: Choice, reach: Floats) -> Floats:
        """As the other plays now."""
        parts = choice.strategy() * reach
        choice.remember(parts, self.weight)
        return parts

    def own(self, choice: Choice, values: Sequence[Floats]) -> Floats:
        """As he plays now; he regrets what would have been better."""
        value = added(choice.strategy() * np.stack(values))
        choice.learn(values, value)
        return value


class BestResponse(Struct, frozen=True):
    """A walk on which a player does what is best against the other's average strategy."""

    player: int

    def other(self, choice: Choice, reach: Floats) -> Floats:
        """As the other plays on average."""
        return choice.average() * reach

    def own(self, choice: Choice, values: Sequence[Floats]) -> Floats:
        """What is best with each bucket."""
        best: Floats = np.max(np.stack(values), axis=0)
        return best


class Averages(Struct, frozen=True):
    """A walk on which both play their average strategies."""

    player: int

    def other(self, choice: Choice, reach: Floats) -> Floats:
        """As he plays on average."""
        return choice.average() * reach

    def own(self, choice: Choice, values: Sequence[Floats]) -> Floats:
        """As he plays on average."""
        return added(choice.average() * np.stack(values))


def learn(game: Game, rounds: int, after: int = 0) -> None:
    """
    Play so many rounds, after so many others; in each both learn, one after the other.

    What is played in a round weighs as the square of its number.

    Source: Brown and Sandholm, "Solving imperfect-information games via discounted regret
    minimization" (AAAI 2019).
    """
    for number in range(after + 1, after + rounds + 1):
        for player in range(2):
            game.value(Learning(player, float(number**2)))


def exploitability(game: Game) -> float:
    """What a best response to each of the average strategies wins, in the mean of both places."""
    return (game.value(BestResponse(0)) + game.value(BestResponse(1))) / 2
