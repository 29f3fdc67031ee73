"""
Widgets that draw their rows as a whole, of which only those go to the terminal that have changed.
"""

from collections.abc import Sequence

from textual.events import Resize
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from client_cli.widgets.colours import Styles
from client_cli.widgets.rows import Piece, strip_of


class Painted(Widget):
    """A widget of rows: override :meth:`rows`, and call :meth:`repaint` when they are others."""

    can_focus = False

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._strips: list[Strip] = []

    def rows(self, width: int, height: int) -> Sequence[Sequence[Piece]]:
        """What to show in so much room, row by row; what is missing is blank."""
        raise NotImplementedError

    @property
    def painter(self) -> Styles:
        """The styles of the screen."""
        styles: Styles = self.app.painter  # type: ignore[attr-defined]
        return styles

    def repaint(self) -> None:
        """Draw anew, and send what has changed."""
        width, height = self.size
        if not width or not height:
            return
        before, self._strips = self._strips, self._drawn(width, height)
        if len(before) != len(self._strips):
            self.refresh()
            return
        changed = [
            Region(0, y, width, 1)
            for y, (old, new) in enumerate(zip(before, self._strips, strict=True))
            if old != new
        ]
        if changed:
            self.refresh(*changed)

    def _drawn(self, width: int, height: int) -> list[Strip]:
        styles = self.painter
        rows = list(self.rows(width, height))[:height]
        rows += [()] * (height - len(rows))
        return [strip_of(row, width, styles) for row in rows]

    def render_line(self, y: int) -> Strip:
        """A row as it was drawn last."""
        if y < len(self._strips):
            return self._strips[y]
        return Strip.blank(self.size.width, self.painter(""))

    def on_resize(self, _: Resize) -> None:
        """Draw for the new room."""
        self._strips = []
        self.repaint()
