"""
What was told so far of an old hand, the last of it marked.
"""

from collections.abc import Sequence

from client_cli.widgets.painted import Painted
from client_cli.widgets.rows import Piece, Row
from client_cli.widgets.story import wrapped

MARK, NO_MARK = "> ", "  "


class Told(Painted):
    """The newest lines that there is room for."""

    def __init__(self) -> None:
        super().__init__(id="told")
        self._lines: Sequence[str] = ()
        self._last = 0
        self._empty = ""

    def show(self, lines: Sequence[str], last: int, empty: str) -> None:
        """
        Show these lines.

        Args:
            last: so many at the end have just been told.
            empty: what to say before anything was.
        """
        self._lines, self._last, self._empty = lines, last, empty
        self.repaint()

    def rows(self, width: int, height: int) -> Sequence[Row]:
        """Those at the end."""
        if not self._lines:
            return ((Piece(NO_MARK + self._empty, "quiet"),),)
        rows: list[Row] = []
        for number, line in reversed(list(enumerate(self._lines))):
            fresh = number >= len(self._lines) - self._last
            texts = wrapped(line, width - len(MARK))
            mark, style = (MARK, "bold") if fresh else (NO_MARK, "")
            marked = [
                (Piece((mark if n == 0 else NO_MARK) + t, style),) for n, t in enumerate(texts)
            ]
            rows[:0] = marked
            if len(rows) >= height:
                break
        return rows[-height:]
