"""
A field of signs on which pieces of text are put at places, whatever they cover.
"""

from collections.abc import Iterator
from itertools import groupby

from rich.cells import cell_len

from client_cli.widgets.rows import Piece, Row, cut
from showdown.protocol.plain import plain

Cell = tuple[str, str, str | None]
"""Signs that share a column, their style, and the key that they stand for."""
BLANK: Cell = (" ", "", None)
COVERED = ""
"""What a column holds that the sign to its left reaches into."""
MOST_MARKS = 2
"""So many combining marks stand above a sign; more would climb into other rows."""


class Canvas:
    """Rows and columns of a screen; what is put outside of it is not seen."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._cells: list[list[Cell]] = [[BLANK] * width for _ in range(height)]

    def put(
        self, x: int, y: int, text: str, style: str = "", key: str | None = None, most: int = -1
    ) -> int:
        """
        Put a text somewhere, cut at the edge.

        Args:
            most: how wide it may be; -1 is as wide as there is room.

        Returns:
            The column behind it.
        """
        if most >= 0:
            text = cut(text, most)
        if not 0 <= y < self.height:
            return x
        row = self._cells[y]
        for sign in plain(text):
            wide = cell_len(sign)
            if wide == 0:
                self._mark(row, x - 1, sign)
            elif x >= 0 and x + wide <= self.width:
                self._clear(row, x, wide)
                row[x] = (sign, style, key)
                if wide == 2:
                    row[x + 1] = (COVERED, style, key)
                x += wide
            else:
                x += wide
        return x

    def _mark(self, row: list[Cell], x: int, mark: str) -> None:
        """A combining mark belongs to the sign before it."""
        if 0 <= x < self.width:
            sign, style, key = row[x]
            if sign != COVERED and len(sign) <= MOST_MARKS:
                row[x] = (sign + mark, style, key)

    def _clear(self, row: list[Cell], x: int, wide: int) -> None:
        """Leave no half of a wide sign beside what is put here."""
        if row[x][0] == COVERED and x:
            row[x - 1] = (" ", *row[x - 1][1:])
        behind = x + wide
        if behind < self.width and row[behind][0] == COVERED:
            row[behind] = (" ", *row[behind][1:])

    def centre(self, x: int, y: int, width: int, text: str, style: str = "") -> None:
        """Put a text into the middle of some columns."""
        text = cut(text, width)
        self.put(x + (width - cell_len(text)) // 2, y, text, style)

    def rows(self) -> Iterator[Row]:
        """What there is to see, in pieces."""
        for cells in self._cells:
            yield tuple(
                Piece("".join(sign for sign, *_ in group), *look)
                for look, group in groupby(cells, key=lambda cell: cell[1:])
            )
