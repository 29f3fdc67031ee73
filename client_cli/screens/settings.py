"""
The page of the settings: each in a row, changed where it stands and kept at once.
"""

import os
from collections.abc import Callable
from enum import StrEnum
from typing import Any

import msgspec
from msgspec import structs
from textual.app import ComposeResult
from textual.events import Key, Resize

from client_cli.errors import UsageError
from client_cli.languages import LANGUAGES, speak
from client_cli.languages.choosing import language
from client_cli.presenter.refusing import told
from client_cli.presenter.words import around
from client_cli.settings import Language, Settings, SettingsFile
from client_cli.widgets.lines import Lines
from client_cli.widgets.listing import Head, Listed, Listing, moved
from client_cli.widgets.page import Hint, Page
from client_cli.widgets.painted import Painted
from client_cli.widgets.rows import Piece
from client_cli.widgets.story import wrapped

NAMES = tuple(around.SETTING_NAMES)


class SettingsPage(Page):
    """How you like your terminal."""

    DEFAULT_CSS = """
    SettingsPage { layout: vertical; }
    SettingsPage #settings { height: 1fr; }
    SettingsPage #about { height: 4; margin: 1 0 0 0; }
    """

    def __init__(self, file: SettingsFile, use: Callable[[Settings], None]) -> None:
        """``use`` shows everything as settings say."""
        super().__init__(id="settings-page")
        self._file = file
        self._use = use
        self.settings, self.complaint = file.read()
        self._place = 0

    def compose(self) -> ComposeResult:
        """The settings, and more of one of them."""
        yield Listing(id="settings")
        yield Lines(id="about")

    @property
    def title(self) -> str:
        """What its tab is called."""
        return str(around.SETTINGS)

    @property
    def hints(self) -> tuple[Hint, ...]:
        """How to change one."""
        return (
            Hint("space", str(around.KEY_CHANGE)),
            Hint("left", str(around.KEY_OTHER_WAY)),
            Hint("escape", str(around.KEY_CLOSE)),
        )

    def shown(self) -> None:
        """Read the file: it may have been edited."""
        self.settings, self.complaint = self._file.read()
        self.draw()

    def on_resize(self, _: Resize) -> None:
        """Use the room there is."""
        self.call_after_refresh(self.draw)

    def draw(self) -> None:
        """Show what is set."""
        if not self.is_mounted:
            return
        rows = [
            Listed((str(around.SETTING_NAMES[name]), said(name, getattr(self.settings, name))))
            for name in NAMES
        ]
        heads = [Head(str(around.SETTINGS), least=30), Head("", least=10)]
        self.query_one("#settings", Listing).show(heads, rows, self._place)
        width = self.size.width
        texts = [str(around.SETTING_ABOUT[NAMES[self._place]])]
        kept = self.complaint or around.SETTINGS_KEPT.format(path=self._file.path)
        about = [*texts, *wrapped(kept, max(20, width))]
        lines = [
            (Piece(text, "" if number == 0 else "quiet"),) for number, text in enumerate(about)
        ]
        self.query_one("#about", Lines).show(*lines)
        self.changed()

    def on_key(self, event: Key) -> None:
        """Go to a setting, or change it."""
        place = moved(self._place, event.key, 5, len(NAMES))
        if place is not None:
            self._place = place
            self.draw()
        elif event.key in ("space", "enter", "right"):
            self.change(1)
        elif event.key == "left":
            self.change(-1)
        elif event.key in ("escape", "q"):
            self.done()
        else:
            return
        event.stop()

    def on_listing_pointed(self, message: Listing.Pointed) -> None:
        """Go to a setting; the one that is pointed at already changes."""
        message.stop()
        again, self._place = message.place == self._place, message.place
        if again:
            self.change(1)
        self.draw()

    def change(self, by: int) -> None:
        """Set the next value of what is pointed at, and keep it."""
        name = NAMES[self._place]
        value = other(name, getattr(self.settings, name), by)
        try:
            self.settings = self._file.change(**{name: value})
            self.complaint = None
        except UsageError as error:  # it holds until the end of this run
            self.settings = structs.replace(self.settings, **{name: value})
            self.complaint = told(error)
        if name == "language":
            is_auto = value is Language.AUTO
            speak(language(None, None, os.environ) if is_auto else str(value))
        self._use(self.settings)
        self.draw()
        for each in self.screen.query(Painted):
            each.repaint()


def said(name: str, value: Any) -> str:
    """A value as one reads it."""
    if name == "language" and value != Language.AUTO:
        return LANGUAGES[value].name
    if isinstance(value, bool):
        return str(around.SETTING_ON if value else around.SETTING_OFF)
    return str(around.SETTING_VALUES[value])


def other(name: str, value: Any, by: int) -> Any:
    """
    The value that follows.

    >>> other("bell", False, 1), other("ground", "auto", -1)
    (True, <Ground.LIGHT: 'light'>)
    """
    if isinstance(value, bool):
        return not value
    kind = _TYPES[name]
    values = list(kind)
    return values[(values.index(value) + by) % len(values)]


_TYPES: dict[str, type[StrEnum]] = {
    field.name: field.type for field in structs.fields(Settings) if field.type is not bool
}
assert set(NAMES) == set(msgspec.structs.asdict(Settings()))
