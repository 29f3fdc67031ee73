"""
The abstract games that are solved: what is at stake where, for all that a player may hold at once.

A game is walked through once for each player (:class:`Walk`): down go the chances that the other
comes here with each of his buckets, up come what each of one's own buckets is worth against them.
All that both can see is a node, and what they hold are vectors at it, so a walk costs as many
operations on arrays as there are lines of betting.

Source: Johanson, Waugh, Bowling and Zinkevich, "Accelerating best response calculation in large
extensive games" (IJCAI 2011).
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Protocol

import numpy as np

from showdown.bots.strong.games import FIXED, Solved
from showdown.bots.strong.lines import BUTTON, Betting
from showdown.bots.strong.table import COUNTS, Name, decisions
from showdown.bots.strong.training import exact
from showdown.bots.strong.training.dealing import Chances, Floats
from showdown.bots.strong.training.regret import Choice, added


class Walk(Protocol):
    """What is done at each decision of a walk: learning, or finding the best response."""

    @property
    def player(self) -> int:
        """Whose values are asked for."""

    def other(self, choice: Choice, reach: Floats) -> Floats:
        """How likely the other comes to each of his actions."""

    def own(self, choice: Choice, values: Sequence[Floats]) -> Floats:
        """What a decision is worth, when each of its actions is worth so much."""


class Game(Protocol):
    """What is solved."""

    def value(self, walk: Walk) -> float:
        """What the game is worth to the player of a walk."""


def bet(
    betting: Betting,
    line: str,
    reach: Floats,
    walk: Walk,
    choice_at: Callable[[str], Choice],
    leaf: Callable[[str, Floats], Floats],
) -> Floats:
    """
    What a round of betting is worth from some line on, for each bucket of the walk's player.

    Args:
        reach: how likely the other comes here with each of his buckets.
        leaf: what the end of a line is worth.
    """
    if betting.is_over(line):
        return leaf(line, reach)
    choice, actions = choice_at(line), betting.actions(line)
    if betting.actor(line) == walk.player:
        values = [bet(betting, line + each, reach, walk, choice_at, leaf) for each in actions]
        return walk.own(choice, values)
    parts = walk.other(choice, reach)
    return added(
        [
            bet(betting, line + each, part, walk, choice_at, leaf)
            for each, part in zip(actions, parts, strict=True)
        ]
    )


def shown_down(reach: Floats) -> Floats:
    """How much more of the other's hands each bucket beats than it loses to."""
    up_to = np.cumsum(reach, axis=-1)
    below = up_to - reach
    beaten_by: Floats = up_to[..., -1:] - up_to
    return below - beaten_by


def met(reach: Floats) -> Floats:
    """How likely the other is here, with whatever he holds."""
    likely: Floats = np.broadcast_to(np.cumsum(reach, axis=-1)[..., -1:], reach.shape)
    return likely


class Draw:
    """
    Five-card draw for two, in big blinds.

    The hands of the two are dealt as if from a deck each. Who has drawn forgets what he held
    before, which loses nothing: it says nothing of what the other holds, and no longer matters.

    Source: Lanctot, Gibson, Burch, Zinkevich and Bowling, "No-regret learning in extensive-form
    games with imperfect recall" (ICML 2012).
    """

    def __init__(self, chances: Chances, rules: Solved = FIXED) -> None:
        self.chances = chances
        self.rules = rules
        self._into = [np.ascontiguousarray(each) for each in chances.drawn]
        self._back = [np.ascontiguousarray(each.T) for each in chances.drawn]

    @cached_property
    def choices(self) -> dict[Name, Choice]:
        """All decisions, in the order of the table."""
        before, after = len(self.chances.before), len(self.chances.after)
        return {
            each.name: Choice(each.actions, each.cells)
            for each in decisions(self.rules, before, after)
        }

    def value(self, walk: Walk) -> float:
        """What the game is worth to the player of a walk, in big blinds."""
        betting = self.rules.before

        def leaf(line: str, reach: Floats) -> Floats:
            if line.endswith("f"):
                won = min(self.rules.put_in(line))
                return (won if betting.actor(line) == walk.player else -won) * met(reach)
            return self._draw(line, reach, walk)

        dealt = self.chances.dealt
        values = bet(betting, "", dealt, walk, lambda line: self.choices[line, "before"], leaf)
        return float(np.cumsum(dealt * values)[-1])

    def _draw(self, line: str, reach: Floats, walk: Walk) -> Floats:
        """What the draw and all after it is worth, for each bucket before the draw."""
        first, second = self.choices[line, "draw"], self.choices[line, "answer"]
        if walk.player == BUTTON:
            drawn = np.stack(self._drawn(walk.other(first, reach)))
            worth = self._after(line, np.repeat(drawn[:, None], COUNTS, axis=1), walk)
            answers = [self._undrawn(worth[:, count], count) for count in range(COUNTS)]
            return added(walk.own(second, answers))
        answered = walk.other(second, np.repeat(reach[None], COUNTS, axis=0))
        worth = self._after(line, np.stack(self._drawn(answered), axis=1), walk)
        draws = [self._undrawn(added(worth[count]), count) for count in range(COUNTS)]
        return walk.own(first, draws)

    def _drawn(self, reach: Floats) -> list[Floats]:
        return [
            exact.times(part, into, exact.REACHES)
            for part, into in zip(reach, self._into, strict=True)
        ]

    def _undrawn(self, worth: Floats, count: int) -> Floats:
        return exact.times(worth, self._back[count], exact.VALUES)

    def _after(self, line: str, reach: Floats, walk: Walk) -> Floats:
        """
        What the second round is worth, by cards drawn by both and by bucket.

        Args:
            line: that before the draw.
        """
        betting, rules = self.rules.after, self.rules

        def leaf(later: str, here: Floats) -> Floats:
            won = min(rules.put_in(line, later))
            if later.endswith("f"):
                return (won if betting.actor(later) == walk.player else -won) * met(here)
            return won * shown_down(here)

        if "a" in line:
            return leaf("", reach)
        return bet(betting, "", reach, walk, lambda later: self.choices[line, later], leaf)


class Kuhn:
    """
    Kuhn's poker: three cards, an ante and a bet of one each; worth -1/18 to the first to act.

    Source: Kuhn, "A simplified two-person poker" (1950).
    """

    BETTING = Betting(first=0, raises=1, blind=False)

    def __init__(self) -> None:
        self.choices = {line: Choice(2, (3,)) for line in self.BETTING.decisions}

    def value(self, walk: Walk) -> float:
        """What the game is worth to the player of a walk."""

        def leaf(line: str, reach: Floats) -> Floats:
            if line.endswith("f"):
                other = met(reach) - reach  # He does not hold the same card.
                return other if self.BETTING.actor(line) == walk.player else -other
            return (1 + line.count("r")) * shown_down(reach)

        values = bet(self.BETTING, "", np.full(3, 1 / 2), walk, self.choices.__getitem__, leaf)
        return float(values.mean())
