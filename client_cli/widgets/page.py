"""
A page of the screen: the lobby, a table, old hands. Tabs lead to them.
"""

from typing import ClassVar, NamedTuple

from textual.binding import Binding, BindingType
from textual.containers import Container

from client_cli.widgets.messages import PageChanged, PageDone


class Hint(NamedTuple):
    """A key that does something now, as the last row shows it."""

    key: str
    """As Textual calls it, and as it is pressed when somebody clicks on it."""
    label: str
    shown: str | None = None
    """What to call the key, where its name says little."""


class Page(Container):
    """
    One page; what is below it is yours.

    Its ``id`` is its address. Say :meth:`changed` when the title, the keys or :attr:`needs_you`
    are other ones, and :meth:`done` when it can be closed.
    """

    can_focus = True
    BINDINGS: ClassVar[list[BindingType]] = [Binding("tab", "screen.wanted", show=False)]
    DEFAULT_CSS = """
    Page { width: 100%; height: 100%; }
    """

    @property
    def title(self) -> str:
        """What its tab is called."""
        return self.id or ""

    @property
    def needs_you(self) -> bool:
        """Whether something waits for you here."""
        return False

    @property
    def busy(self) -> bool:
        """Whether you type or confirm something here, and must not be taken elsewhere."""
        return False

    @property
    def hints(self) -> tuple[Hint, ...]:
        """The keys that do something now, the most wanted first."""
        return ()

    def shown(self) -> None:
        """It has come to the front: draw what has changed since."""

    def focus_first(self) -> None:
        """Take the keys: the page itself, unless one of its widgets is to have them."""
        self.focus()

    def watch_has_focus(self, _has_focus: bool) -> None:
        """Work no style out anew, as Textual would: with the keys it looks as it does without."""

    def changed(self) -> None:
        """Say that title, keys or need are other ones."""
        self.post_message(PageChanged(self.id or ""))

    def done(self) -> None:
        """Say that the page can be closed."""
        self.post_message(PageDone(self.id or ""))
