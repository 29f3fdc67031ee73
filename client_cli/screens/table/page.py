"""
The page of one table.
"""

from textual.app import ComposeResult

from client_cli.desk.feed import Feed, Heard
from client_cli.desk.table import TableDesk
from client_cli.presenter import Figures
from client_cli.widgets.page import Page
from client_cli.widgets.story import Story
from showdown.rules.ruleset import TableId


def address_of(table: TableId) -> str:
    """
    The id of a table's page; names have signs that an id may not have.

    >>> address_of(TableId("blue~2"))
    'table-blue-7e2'
    """
    safe = "".join(
        sign if sign.isascii() and sign.isalnum() else f"-{ord(sign):x}" for sign in table
    )
    return f"table-{safe}"


class TablePage(Page):
    """A table where you sit or look on."""

    def __init__(self, feed: Feed, table: TableId, figures: Figures) -> None:
        super().__init__(id=address_of(table))
        self.feed = feed
        self.desk = TableDesk(table, figures)
        self._stop_listening = feed.listen(self.hear)

    def compose(self) -> ComposeResult:
        """The parts of the page."""
        yield Story(self.desk)

    def on_mount(self) -> None:
        """Begin with what is known of the table already."""
        watched = self.feed.session.tables.get(self.desk.table)
        if watched is not None and self.desk.view is None:
            self.desk.view, self.desk.away = watched.view, watched.away

    def on_unmount(self) -> None:
        """Hear no more."""
        self._stop_listening()

    def hear(self, heard: Heard) -> None:
        """Take what came, and show it if this page is seen."""
        needed = self.needs_you
        if not self.desk.hear(heard):
            return
        if self.is_mounted and self.display:
            self.shown()
        if self.needs_you != needed or self.display:
            self.changed()

    @property
    def title(self) -> str:
        """The table's name."""
        return self.desk.table

    @property
    def needs_you(self) -> bool:
        """Whether it is your turn."""
        return self.desk.needs_you

    def shown(self) -> None:
        """Draw everything that has changed."""
        self.query_one(Story).repaint()
