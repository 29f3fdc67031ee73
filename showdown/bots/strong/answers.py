"""
What the strategy does about a bet whose size it does not know: something between two that it knows.

A bet of some size is taken for the next smaller one with one chance and for the next larger with
the other, as the pseudo-harmonic mapping has it; here both answers are mixed in one turn. Below a
bet of the pot the next smaller one is none at all, to which nobody folds.

Source: Ganzfried and Sandholm, "Action translation in extensive-form games with large action
spaces" (IJCAI 2013).
"""

from showdown.bots.strong.games import NO_LIMIT
from showdown.bots.strong.reading import Reading
from showdown.bots.strong.table import FULL, Name, Table

Cell = tuple[int, ...]

THE_POT = 1.0


def answers(table: Table, name: Name, cell: Cell, reading: Reading) -> dict[str, float]:
    """
    How likely each action of a betting round is, by its letter.

    Args:
        name: of the decision, with the last bet as it was read.
        cell: what is known.
    """
    line = reading.line
    if table.game is not NO_LIMIT or not line.endswith(("r", "a")):
        return _known(table, name, cell, line)
    pot, everything = (
        _known(table, _ending(name, letter), cell, line[:-1] + letter) for letter in "ra"
    )
    largest = min(THE_POT, reading.everything)
    if reading.size <= largest:
        return _folding_less(pot or everything, nearness(0, largest, reading.size))
    return _mixed(pot, everything, nearness(THE_POT, reading.everything, reading.size))


def nearness(smaller: float, larger: float, size: float) -> float:
    """
    How often a size is taken for the smaller of two; all sizes in pots.

    >>> nearness(1, 49, 1), nearness(1, 49, 49), round(nearness(0, 1, 1 / 3), 3)
    (1.0, 0.0, 0.5)
    """
    if larger <= smaller:
        return 1.0
    near = (larger - size) * (1 + smaller) / ((larger - smaller) * (1 + size))
    return min(1.0, max(0.0, near))


def _known(table: Table, name: Name, cell: Cell, line: str) -> dict[str, float]:
    """The chances of a decision as parts of one; none if the game does not have it."""
    if name not in table:
        return {}
    betting = table.game.before if name[1] == "before" else table.game.after
    said = zip(betting.actions(line), table.chances(name, cell), strict=True)
    return {action: each / FULL for action, each in said}


def _ending(name: Name, letter: str) -> Name:
    before, after = name
    if after == "before":
        return before[:-1] + letter, after
    return before, after[:-1] + letter


def _folding_less(chances: dict[str, float], part: float) -> dict[str, float]:
    """The same, with so much of the folds as calls."""
    kept = part * chances["f"]
    return {**chances, "f": chances["f"] - kept, "c": chances["c"] + kept}


def _mixed(one: dict[str, float], other: dict[str, float], part: float) -> dict[str, float]:
    """So much of one, and the rest of the other."""
    if not one or not other:
        return one or other
    return {
        action: part * one.get(action, 0) + (1 - part) * other.get(action, 0)
        for action in "fcra"
        if action in one or action in other
    }
