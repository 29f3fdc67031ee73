"""
From what to open a table, and how its name begins.
"""

import re
from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from client_cli.presenter import Figures, Presenter, words
from client_cli.presenter.words import around
from client_cli.screens.asking import BOX
from client_cli.widgets.listing import Head, Listed, Listing, moved
from showdown.protocol import messages as msg

_NAME = re.compile(r"[A-Za-z0-9_-]{1,20}")


class Wish(NamedTuple):
    """The table that somebody wants."""

    template: str
    name: str | None


class OpeningTable(ModalScreen[Wish | None]):
    """Asks for a template and a name; Esc gives nothing."""

    DEFAULT_CSS = (
        BOX.format(name="OpeningTable")
        + """
    OpeningTable > Vertical { width: 76; }
    OpeningTable Listing { height: 8; margin: 1 0; }
    OpeningTable Input { width: 30; background: $panel; }
    """
    )
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "nothing", show=False)]

    def __init__(self, templates: Sequence[msg.TemplateSummary], figures: Figures) -> None:
        super().__init__()
        self._templates, self._figures = templates, figures
        self._place = 0

    def compose(self) -> ComposeResult:
        """The templates, and where to type a name."""
        with Vertical():
            yield Static(str(around.OPENING_TITLE), markup=False)
            yield Listing()
            yield Static(str(around.OPENING_NAME), markup=False)
            yield Input(max_length=20, compact=True, placeholder="." * 20)
            yield Static("", id="wrong", markup=False)
            yield Static(str(around.OPENING_KEYS), markup=False)

    def on_mount(self) -> None:
        """Show the templates as soon as there is room."""
        self.query_one(Input).focus()
        self.call_after_refresh(self._draw)

    def _draw(self) -> None:
        heads = [
            Head(
                str(title),
                right=n >= 2,
                least=8 if n == 1 else 99,
                matters=(0, 0, 4, 5, 3, 6, 2)[n],
            )
            for n, title in enumerate(around.OPENING_HEADS)
        ]
        rows = [Listed(self._cells(each)) for each in self._templates]
        empty = (str(around.OPENING_NONE),)
        self.query_one(Listing).show(heads, rows, self._place, empty=empty)

    def _cells(self, template: msg.TemplateSummary) -> tuple[str, ...]:
        rules = template.ruleset
        return (
            template.name,
            Presenter(self._figures, template.name).stakes(rules),
            str(rules.max_seats),
            str(template.bots or "-"),
            self._figures.chips(rules.usual_buy),
            words.PACE.format(base=f"{rules.act_time:g}", bank=f"{rules.time_bank:g}"),
            words.OF.format(part=template.open, whole=template.most),
        )

    def on_key(self, event: Key) -> None:
        """Choose a template."""
        if event.key in ("up", "down", "pageup", "pagedown"):
            event.stop()
            place = moved(self._place, event.key, 5, len(self._templates))
            self._place = max(0, place or 0)
            self._draw()

    def on_listing_pointed(self, message: Listing.Pointed) -> None:
        """Choose a template with the mouse."""
        message.stop()
        self._place = message.place
        self._draw()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take what was chosen."""
        event.stop()
        name = event.value.strip()
        if not self._templates:
            self.dismiss(None)
        elif name and not _NAME.fullmatch(name):
            self.query_one("#wrong", Static).update(str(around.BAD_NAME))
        else:
            self.dismiss(Wish(self._templates[self._place].name, name or None))

    def action_nothing(self) -> None:
        """Give nothing."""
        self.dismiss(None)
