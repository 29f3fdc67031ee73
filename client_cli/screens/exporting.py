"""
In which format to write a hand.
"""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Static

from client_cli.presenter.words import around
from client_cli.screens.asking import BOX
from client_cli.widgets.listing import Head, Listed, Listing, moved

FORMATS = tuple(around.EXPORT_FORMATS)


class Exporting(ModalScreen[str | None]):
    """Asks for a format; Esc gives none."""

    DEFAULT_CSS = (
        BOX.format(name="Exporting")
        + """
    Exporting > Vertical { width: 60; }
    Exporting Listing { height: 6; margin: 0 0 1 0; }
    """
    )
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "nothing", show=False)]

    def __init__(self) -> None:
        super().__init__()
        self._place = 0

    def compose(self) -> ComposeResult:
        """The formats."""
        with Vertical():
            yield Static(str(around.EXPORT_TITLE), markup=False)
            yield Listing()
            yield Static(str(around.EXPORT_KEYS), markup=False)

    def on_mount(self) -> None:
        """Show them as soon as there is room."""
        self.call_after_refresh(self._draw)

    def _draw(self) -> None:
        rows = [Listed((str(around.EXPORT_FORMATS[name]),)) for name in FORMATS]
        self.query_one(Listing).show([Head("")], rows, self._place)

    def on_key(self, event: Key) -> None:
        """Choose."""
        place = moved(self._place, event.key, 5, len(FORMATS))
        if place is not None:
            event.stop()
            self._place = place
            self._draw()
        elif event.key == "enter":
            event.stop()
            self.dismiss(FORMATS[self._place])

    def on_listing_pointed(self, message: Listing.Pointed) -> None:
        """Choose with the mouse."""
        message.stop()
        self.dismiss(FORMATS[message.place])

    def action_nothing(self) -> None:
        """Give nothing."""
        self.dismiss(None)
