"""
The replay viewer alone: ``showdown replay`` on a terminal.
"""

import os
from collections.abc import Sequence
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from client_cli.presenter import Figures
from client_cli.screens.desk import Desk
from client_cli.screens.replay import ReplayPage
from client_cli.settings import Settings
from client_cli.story import Hand
from client_cli.widgets.colours import CSS, IN_LETTERS, dress


class ViewerApp(App[None]):
    """Hands to be watched again, and nothing else; it ends with its page."""

    ENABLE_COMMAND_PALETTE = False
    CSS = CSS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c", "quit", show=False, priority=True),
    ]

    def __init__(self, hands: Sequence[Hand], figures: Figures, settings: Settings) -> None:
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        self.page = OnlyPage(hands, figures)
        self.painter = dress(self, settings)
        """Styles of everything that we draw ourselves."""
        self.painter.ascii = figures.ascii
        self.set_class(figures.ascii, IN_LETTERS)

    async def on_mount(self) -> None:
        """Show the hands."""
        desk = Desk()
        await self.push_screen(desk)
        await desk.open(self.page)


class OnlyPage(ReplayPage):
    """The one page of an application."""

    def done(self) -> None:
        """End."""
        self.app.exit()
