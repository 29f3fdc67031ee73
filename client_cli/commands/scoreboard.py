"""
How a match of bots stands: a bar and a table on a terminal while it goes on, tables at its end.
"""

import sys
from contextlib import ExitStack
from types import TracebackType
from typing import Self

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from client_cli.commands.grids import cell, grid
from client_cli.presenter import Figures, words
from client_cli.presenter.match import chance, reach, signed
from showdown.arena.contestants import display_names
from showdown.arena.figures import estimates_of
from showdown.arena.plan import Plan
from showdown.arena.result import Result
from showdown.arena.tally import Tally

REACH, CHANCE, CORRECTED = "95 %", "p", "p (Holm)"
"""Headings that are the same in every language."""


def standings_grid(result: Result) -> Table:
    """The bots, best first."""
    bot, hands, net, raw, adjusted = words.ARENA_COLUMNS
    rated = result.plan.tables > 1
    extra = (words.ARENA_RATING, REACH) if rated else ()
    numbers = (hands, net, raw, REACH, adjusted, REACH, *extra)
    table = grid(bot, *numbers, right=numbers)
    for each in result.ranked():
        figures = (each.raw, each.adjusted, each.rating)[: 3 if rated else 2]
        table.add_row(
            cell(each.bot),
            Figures().chips(each.hands),
            Figures().net(each.net),
            *[text for figure in figures for text in (signed(figure), reach(figure))],
        )
    return table


def pairs_grid(result: Result) -> Table:
    """Every two bots compared."""
    numbers = (words.ARENA_DIFFERENCE, REACH, CHANCE, CORRECTED)
    table = grid(words.ARENA_PAIR_COLUMN, *numbers, right=numbers)
    for each in result.pairs:
        table.add_row(
            cell(words.ARENA_PAIR.format(first=each.first, second=each.second)),
            signed(each.raw.estimate),
            reach(each.raw.estimate),
            chance(each.raw.p),
            chance(each.raw.holm),
        )
    return table


class Scoreboard:
    """A match while it goes on; shown only where stderr is a terminal."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._names = display_names(plan.bots)
        self._stack = ExitStack()
        self._live: Live | None = None
        columns = (
            TextColumn(str(words.ARENA_PLAYING)),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
        )
        self._bar = Progress(*columns)
        self._task = self._bar.add_task("", total=plan.rounds * plan.hands_per_round)

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            console = Console(stderr=True)
            live = Live(self._bar, console=console, transient=True, refresh_per_second=4)
            self._live = self._stack.enter_context(live)
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Take it away."""
        self._stack.close()

    def update(self, tally: Tally) -> None:
        """More has been played."""
        if self._live is None:
            return
        self._bar.update(self._task, completed=tally.hands_seen)
        self._live.update(Group(self._bar, self._standings(tally)))

    def _standings(self, tally: Tally) -> Table:
        bot, _, _, raw, _ = words.ARENA_COLUMNS
        table = grid(bot, raw, REACH, right=(raw, REACH))
        for name, figure in zip(self._names, estimates_of(tally), strict=True):
            table.add_row(cell(name), signed(figure), reach(figure))
        return table
