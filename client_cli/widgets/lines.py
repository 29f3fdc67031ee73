"""
A few rows of text that a page puts together.
"""

from collections.abc import Sequence

from client_cli.widgets.painted import Painted
from client_cli.widgets.rows import Row


class Lines(Painted):
    """Shows the rows that it is given, cut to its width."""

    DEFAULT_CSS = "Lines { height: 1; }"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines: Sequence[Row] = ()

    def show(self, *lines: Row) -> None:
        """Show these."""
        self._lines = lines
        self.repaint()

    def rows(self, width: int, height: int) -> Sequence[Row]:
        """As many as there is room for."""
        return self._lines
