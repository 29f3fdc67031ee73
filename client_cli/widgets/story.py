"""
What was told at a table, the newest at the bottom; it can be scrolled back.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from rich.cells import cell_len

from client_cli.desk.table import Line, TableDesk, Tone
from client_cli.widgets.painted import Painted
from client_cli.widgets.rows import Piece, Row
from showdown.protocol.plain import plain

STYLES = {Tone.GAME: "", Tone.TALK: "talk", Tone.NOTE: "note"}
INDENT = "  "


class Story(Painted):
    """The last lines, or those that were scrolled to."""

    def __init__(self, desk: TableDesk) -> None:
        super().__init__(id="story")
        self._desk = desk
        self._back = 0
        """How many lines of the newest are below what is seen."""
        self._told = 0

    def scroll(self, by: int) -> None:
        """Show older lines, or newer ones if it is negative."""
        most = max(0, len(self._desk.lines) - 1)
        self._back = min(max(0, self._back + by), most)
        self.repaint()

    def rows(self, width: int, height: int) -> Sequence[Row]:
        """The newest rows that there is room for."""
        if self._back:  # what is read stays in its place while more is told
            self._back = min(self._back + self._desk.told - self._told, len(self._desk.lines) - 1)
        self._told = self._desk.told
        rows: list[Row] = []
        for line in islice(reversed(self._desk.lines), self._back, None):
            rows[:0] = [(Piece(text, self._style(line)),) for text in wrapped(line.text, width)]
            if len(rows) >= height:
                break
        return rows[-height:]

    def _style(self, line: Line) -> str:
        return "bold" if line.opens else STYLES[line.tone]


def wrapped(text: str, width: int) -> list[str]:
    """
    A text in rows that are no wider, broken between words where that is possible.

    Only the first begins at the edge, so that nothing that somebody says looks like another line.

    >>> wrapped("Pot 20: you win with a pair.", 16)
    ['Pot 20: you win', '  with a pair.']
    """
    return list(_wrapped(plain(text), max(width, len(INDENT) + 2)))


def _wrapped(text: str, width: int) -> Iterator[str]:
    row = ""
    for word in text.split(" "):
        joined = f"{row} {word}" if row.strip() else row + word
        if cell_len(joined) <= width:
            row = joined
            continue
        if row.strip():
            yield row
            row = INDENT
        row += word
        while cell_len(row) > width:
            kept = _head(row, width)
            yield row[:kept]
            row = INDENT + row[kept:]
    yield row


def _head(text: str, width: int) -> int:
    """How many signs have room."""
    used = 0
    for place, sign in enumerate(text):
        used += cell_len(sign)
        if used > width:
            return max(place, len(INDENT) + 1)
    return len(text)
