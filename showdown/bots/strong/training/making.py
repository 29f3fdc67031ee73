"""
Making a table from nothing, telling on the way what a best response wins.
"""

from collections.abc import Callable
from itertools import pairwise

from showdown.bots.strong.games import Solved
from showdown.bots.strong.table import Table
from showdown.bots.strong.training.dealing import Chances
from showdown.bots.strong.training.game import Draw
from showdown.bots.strong.training.packing import packed
from showdown.bots.strong.training.solving import exploitability, learn


def make(
    rules: Solved, cards: Chances, rounds: int, every: int, tell: Callable[[str], None]
) -> bytes:
    """
    The table of a game after so many rounds of learning.

    Args:
        every: after how many rounds something is told.
    """
    game = Draw(cards, rules)
    for start, end in pairwise([*range(0, rounds, every), rounds]):
        learn(game, end - start, after=start)
        tell(f"{end:6} rounds: {_figure(exploitability(game))}")
    made = packed(game, rounds)
    tell(f"    as written: {_figure(Table(made).header.exploitability)}")
    return made


def _figure(found: float) -> str:
    return f"a best response wins {100 * found:.3f} bb/100"
