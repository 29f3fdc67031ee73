"""
A run: what is measured once and not turn by turn, since it takes a server and its players.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from benchmarks.contest import Missing, Result


class Run(NamedTuple):
    """One thing that is measured; it says itself what it is measured against."""

    id: str
    title: str
    measure: Callable[[bool], Iterable[Result]]
    """Measures, briefly if so asked. Raises :class:`Missing` where it cannot."""


def carry_out(run: Run, *, quick: bool) -> list[Result]:
    """Carry out a run; where it cannot be, its line says why."""
    try:
        return list(run.measure(quick))
    except Missing as reason:
        return [Result(contest=run.id, peer=run.title, unit="", missing=str(reason))]


def within(
    contest: str, peer: str, said: str, *, used: float, allowed: float, is_budget: bool = True
) -> Result:
    """A line about something of which less is better: how often what is used is in the budget."""
    return Result(
        contest=contest,
        peer=peer,
        unit="",
        said=said,
        ratio=allowed / used,
        budget=1 if is_budget else None,
    )
