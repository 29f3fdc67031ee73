"""
The row of tabs: which pages there are, which one is in front, and which of them needs you.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len

from client_cli.presenter import words
from client_cli.widgets.painted import Painted
from client_cli.widgets.rows import Piece, Row, cut

WIDEST = 18


class Tab(NamedTuple):
    """A page as its tab says it."""

    title: str
    key: str
    """The key that leads to it; empty for none."""
    here: bool = False
    wanted: bool = False
    """It needs you."""


class TabBar(Painted):
    """All tabs at the left, who you are at the right."""

    DEFAULT_CSS = "TabBar { height: 1; dock: top; }"

    def __init__(self) -> None:
        super().__init__(id="tabs")
        self._tabs: Sequence[Tab] = ()
        self._right = ""

    def show(self, tabs: Sequence[Tab], right: str) -> None:
        """Show these."""
        if (tabs, right) != (self._tabs, self._right):
            self._tabs, self._right = tabs, right
            self.repaint()

    def rows(self, width: int, height: int) -> Sequence[Row]:
        """One row."""
        return (tuple(self._row(width)),)

    def _row(self, width: int) -> Iterator[Piece]:
        used = 0
        for tab in self._tabs:
            name = cut(tab.title, WIDEST)
            mark = words.TAB_WANTED if tab.wanted else ""
            text = f" {tab.key} {name}{mark} " if tab.key else f" {name}{mark} "
            style = "bar.here" if tab.here else "bar.wanted" if tab.wanted else "bar"
            used += cell_len(text)
            yield Piece(text, style, f"alt+{tab.key}" if tab.key else None)
        right = cut(f" {self._right} ", max(0, width - used))
        yield Piece(" " * (width - used - cell_len(right)), "bar")
        yield Piece(right, "bar")
