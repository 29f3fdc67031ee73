"""
What can be done at a table beside playing, to choose from.
"""

from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Static

from client_cli.desk.table import TableDesk
from client_cli.languages import Phrase
from client_cli.presenter import words
from client_cli.screens.asking import BOX
from client_cli.widgets.listing import Head, Listed, Listing, moved


class Entry(NamedTuple):
    """Something to choose: what it is, and the command that does it."""

    label: Phrase
    command: str
    more: bool = False
    """Whether something is still to be typed behind it."""


def entries(desk: TableDesk, *, hosts: bool) -> Iterator[Entry]:
    """What can be done now."""
    own, view = desk.own, desk.view
    if own is not None and view is not None:
        if own.sitting_out:
            yield Entry(words.MENU_IN, "in")
        else:
            yield Entry(words.MENU_OUT, "out")
        yield Entry(words.MENU_TOP, f"top {view.ruleset.usual_buy}", more=True)
        if (own.owes_bb or own.owes_sb) and not own.asks_to_post:
            yield Entry(words.MENU_POST, "post")
        if view.hand is not None and not view.running:
            yield Entry(words.MENU_SHOW, "show")
    yield Entry(words.MENU_NOTE, "note ", more=True)
    yield Entry(words.MENU_IGNORE, "ignore ", more=True)
    if hosts:
        yield (
            Entry(words.MENU_UNPAUSE, "unpause")
            if desk.paused
            else Entry(words.MENU_PAUSE, "pause")
        )
        yield Entry(words.MENU_INVITE, "invite")
        yield Entry(words.MENU_KICK, "kick ", more=True)
        yield Entry(words.MENU_MUTE, "mute ", more=True)
        yield Entry(words.MENU_GRANT, "grant ", more=True)
    yield Entry(words.MENU_PASSWORD, "password")
    yield Entry(words.MENU_LEAVE if own is not None else words.MENU_UNWATCH, "quit")


class Menu(ModalScreen[Entry | None]):
    """Asks which; Esc is none."""

    DEFAULT_CSS = (
        BOX.format(name="Menu")
        + """
    Menu > Vertical { width: 56; }
    Menu Listing { margin: 0 0 1 0; }
    """
    )
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,m", "nothing", show=False)]

    def __init__(self, table: str, choices: tuple[Entry, ...]) -> None:
        super().__init__()
        self._table = table
        self._choices = choices
        self._place = 0

    def compose(self) -> ComposeResult:
        """The choices."""
        with Vertical():
            listing = Listing()
            listing.styles.height = len(self._choices) + 1
            yield listing
            yield Static(str(words.MENU_KEYS), markup=False)

    def on_mount(self) -> None:
        """Show them as soon as there is room."""
        self.call_after_refresh(self._draw)

    def _draw(self) -> None:
        rows = [Listed((str(each.label),)) for each in self._choices]
        self.query_one(Listing).show([Head(self._table)], rows, self._place)

    def on_key(self, event: Key) -> None:
        """Go to a choice, or take it."""
        place = moved(self._place, event.key, 5, len(self._choices))
        if place is not None:
            event.stop()
            self._place = place
            self._draw()
        elif event.key == "enter":
            event.stop()
            self.dismiss(self._choices[self._place])

    def on_listing_pointed(self, message: Listing.Pointed) -> None:
        """Take what is clicked on."""
        message.stop()
        self.dismiss(self._choices[message.place])

    def action_nothing(self) -> None:
        """Choose nothing."""
        self.dismiss(None)
