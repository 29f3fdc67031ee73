"""
The game for people who train agents: an environment of PettingZoo. It takes the extra ``gym``.

>>> from showdown.gym import env
>>> game = env()
>>> game.reset(seed=7)
>>> for agent in game.agent_iter():
...     observation, reward, terminated, truncated, _ = game.last()
...     game.step(None if terminated or truncated else 1)
>>> game.agents
[]
"""

from typing import Any

try:
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        "showdown.gym is an environment of PettingZoo, which is not installed: "
        "pip install 'showdown-poker[gym]'.",
        name=missing.name,
    ) from None

from showdown.gym.actions import (
    ACTIONS,
    CHECK_OR_CALL,
    DRAW,
    FOLD,
    HALF_POT,
    LARGEST,
    POT,
    SMALLEST,
)
from showdown.gym.environment import DrawPoker

__all__ = [
    "ACTIONS",
    "CHECK_OR_CALL",
    "DRAW",
    "FOLD",
    "HALF_POT",
    "LARGEST",
    "POT",
    "SMALLEST",
    "DrawPoker",
    "env",
]


def env(**options: Any) -> Any:
    """
    The environment as PettingZoo's own are handed out, for those who want mistakes to be caught.

    An action that the mask excludes ends the hand with a reward of -1 for who took it, and calls in
    a wrong order raise.

    Args:
        options: those of :class:`DrawPoker`.
    """
    game = wrappers.TerminateIllegalWrapper(DrawPoker(**options), illegal_reward=-1)
    game = wrappers.AssertOutOfBoundsWrapper(game)
    return wrappers.OrderEnforcingWrapper(game)
