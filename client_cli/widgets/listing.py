"""
Rows under headings, one of which is pointed at: tables, hands, players.

Columns are as wide as they need. Where there is no room for all, the widest give way first, then
those that matter least are left out, so that the same list serves 80 columns and 200.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rich.cells import cell_len
from textual.events import Click, MouseScrollDown, MouseScrollUp
from textual.message import Message

from client_cli.widgets.painted import Painted
from client_cli.widgets.rows import Piece, Row, fitted

GAP = 2
POINTER, NO_POINTER = "> ", "  "
UP, DOWN = " ^", " v"
"""Behind the heading that sorts; signs that every terminal has."""


class Head(NamedTuple):
    """A column."""

    title: str
    right: bool = False
    least: int = 6
    """It may be cut to so many cells."""
    matters: int = 0
    """Of several that have no room the one with the greatest number goes first; 0 stays."""


class Listed(NamedTuple):
    """A row: its cells, and how they look."""

    cells: tuple[str, ...]
    style: str = ""


class Listing(Painted):
    """
    Show rows with :meth:`show`; what is clicked on comes as a message.

    The row that is pointed at has a sign before it, so that it shows without colours, too.
    """

    @dataclass
    class Pointed(Message):
        """Somebody has clicked on a row."""

        place: int

    @dataclass
    class Sorted(Message):
        """Somebody has clicked on a heading."""

        column: int

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._heads: Sequence[Head] = ()
        self._rows: Sequence[Listed] = ()
        self._place = 0
        self._sorted: tuple[int, bool] | None = None
        self._empty: Sequence[str] = ()
        self._top = 0
        self._edges: list[tuple[int, int]] = []
        """Where each column that is shown begins, and its number."""

    def show(
        self,
        heads: Sequence[Head],
        rows: Sequence[Listed],
        place: int,
        *,
        sorted: tuple[int, bool] | None = None,
        empty: Sequence[str] = (),
    ) -> None:
        """
        Show these rows.

        Args:
            place: the row that is pointed at.
            sorted: the column by which they are, and whether it goes down.
            empty: what to say where there are none, a line each.
        """
        self._heads, self._rows, self._place = heads, rows, place
        self._sorted, self._empty = sorted, empty
        self.repaint()

    @property
    def page(self) -> int:
        """So many rows are seen at once."""
        return max(1, self.size.height - 1)

    def rows(self, width: int, height: int) -> Sequence[Row]:
        """The headings, and the rows around the one that is pointed at."""
        if not self._rows:
            return [(Piece(f"{NO_POINTER}{line}", "quiet"),) for line in ("", *self._empty)]
        widths = dict(self._widths(width - len(POINTER)))
        room = max(1, height - 1)
        self._top = max(0, min(self._top, self._place, len(self._rows) - room))
        if self._place >= self._top + room:
            self._top = self._place - room + 1
        shown = range(self._top, min(self._top + room, len(self._rows)))
        return [self._headings(widths), *(self._row(number, widths, width) for number in shown)]

    def _widths(self, room: int) -> Iterator[tuple[int, int]]:
        """The columns that are shown, by number, and how wide they are."""
        wanted = {n: self._wanted(n) for n in range(len(self._heads))}
        least = {n: min(each, self._heads[n].least) for n, each in wanted.items()}
        while _total(least) > room and any(self._heads[n].matters for n in least):
            gone = max(least, key=lambda n: self._heads[n].matters)
            del least[gone], wanted[gone]
        while _total(wanted) > room and wanted != least:
            widest = max((n for n in wanted if wanted[n] > least[n]), key=lambda n: wanted[n])
            wanted[widest] -= 1
        yield from wanted.items()

    def _wanted(self, number: int) -> int:
        is_sorted = self._sorted is not None and self._sorted[0] == number
        title = cell_len(self._heads[number].title) + (len(UP) if is_sorted else 0)
        return max(title, *(cell_len(row.cells[number]) for row in self._rows))

    def _headings(self, widths: dict[int, int]) -> Row:
        self._edges, edge = [], len(POINTER)
        pieces = [Piece(NO_POINTER, "quiet")]
        for number, width in widths.items():
            self._edges.append((edge, number))
            edge += width + GAP
            head = self._heads[number]
            title = head.title
            if self._sorted is not None and self._sorted[0] == number:
                title += DOWN if self._sorted[1] else UP
            text = _aligned(title, width, right=head.right)
            pieces.append(Piece(text + " " * GAP, "quiet"))
        return tuple(pieces)

    def _row(self, number: int, widths: dict[int, int], width: int) -> Row:
        row, here = self._rows[number], number == self._place
        cells = (
            _aligned(row.cells[n], width, right=self._heads[n].right) for n, width in widths.items()
        )
        text = (" " * GAP).join(cells)
        style = "bar.here" if here else row.style
        return (Piece(fitted((POINTER if here else NO_POINTER) + text, width), style),)

    # The mouse.

    def on_click(self, event: Click) -> None:
        """Point at a row, or sort by a column."""
        event.stop()
        if not self._rows:
            return
        if event.y == 0:
            before = [number for edge, number in self._edges if edge <= event.x]
            if before:
                self.post_message(self.Sorted(before[-1]))
        elif (place := self._top + event.y - 1) < len(self._rows):
            self.post_message(self.Pointed(place))

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Point at the next row."""
        event.stop()
        self.post_message(self.Pointed(min(self._place + 1, max(0, len(self._rows) - 1))))

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Point at the row before."""
        event.stop()
        self.post_message(self.Pointed(max(0, self._place - 1)))


def _total(widths: dict[int, int]) -> int:
    return sum(widths.values()) + GAP * (len(widths) - 1)


def _aligned(text: str, width: int, *, right: bool) -> str:
    cut = fitted(text, width)
    if not right:
        return cut
    bare = cut.rstrip()
    return " " * (width - cell_len(bare)) + bare


def moved(place: int, key: str, page: int, count: int) -> int | None:
    """
    Where a key leads in a list; None for a key that leads nowhere.

    >>> moved(3, "down", 10, 5), moved(4, "down", 10, 5), moved(3, "home", 10, 5)
    (4, 4, 0)
    """
    steps = {"up": -1, "down": 1, "pageup": -page, "pagedown": page, "k": -1, "j": 1}
    ends = {"home": 0, "end": count - 1}
    if key in ends:
        return max(0, ends[key])
    return max(0, min(place + steps[key], count - 1)) if key in steps else None
