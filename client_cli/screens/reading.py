"""
Something to read in front of everything else: help, odds.
"""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Key
from textual.screen import ModalScreen

from client_cli.presenter import words
from client_cli.screens.asking import BOX
from client_cli.widgets.painted import Painted
from client_cli.widgets.rows import Piece, Row

READING_WIDTH = 72
"""Cells that a row may have on the narrowest screen."""
KEYS = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10, "home": -10_000, "end": 10_000}


class Text(Painted):
    """Rows of which as many are seen as there is room for."""

    DEFAULT_CSS = "Text { width: 1fr; height: 1fr; }"

    def __init__(self, lines: Sequence[Row]) -> None:
        super().__init__(id="text")
        self.lines = lines
        self._first = 0

    def move(self, by: int) -> None:
        """Show rows further down, or further up."""
        most = max(0, len(self.lines) - self.size.height)
        self._first = min(max(0, self._first + by), most)
        self.repaint()

    def rows(self, width: int, height: int) -> Sequence[Row]:
        """From the first row on that was moved to."""
        return self.lines[self._first : self._first + height]


class Reading(ModalScreen[None]):
    """Shows rows of text; any key that does not scroll closes it."""

    DEFAULT_CSS = (
        BOX.format(name="Reading")
        + """
    Reading > Vertical { width: 76; max-width: 100%; max-height: 100%; padding: 0 1; }
    Reading Text { height: auto; max-height: 40; }
    """
    )
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,enter", "close", show=False)]

    def __init__(self, lines: Sequence[Row]) -> None:
        super().__init__()
        self._lines = (*lines, (), (Piece(str(words.READING_KEYS), "quiet"),))

    def compose(self) -> ComposeResult:
        """The rows."""
        with Vertical():
            yield Text(self._lines)

    def on_mount(self) -> None:
        """Be as high as there are rows, and as there is room."""
        room = max(4, self.app.size.height - 2)
        self.query_one(Text).styles.height = min(len(self._lines), room)

    def on_key(self, event: Key) -> None:
        """Scroll."""
        if event.key in KEYS:
            event.stop()
            self.query_one(Text).move(KEYS[event.key])

    def action_close(self) -> None:
        """Go back."""
        self.dismiss(None)
