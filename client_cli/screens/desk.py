"""
The screen that is always there: tabs above, a page in the middle, keys below.
"""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.screen import Screen
from textual.widgets import ContentSwitcher

from client_cli.widgets.banner import Banner
from client_cli.widgets.keybar import KeyBar
from client_cli.widgets.messages import PageChanged, PageDone
from client_cli.widgets.page import Page
from client_cli.widgets.tabs import Tab, TabBar

WITH_ALT = "¡™£¢∞§¶•ª"
"""What Textual makes of Alt and a digit where a terminal does not say it otherwise."""
MOST_KEYS = len(WITH_ALT)
"""So many tabs have a key."""


class Desk(Screen[None]):
    """
    Pages behind tabs; :meth:`open` brings one more.

    The page in front has the focus, so that keys go to it, and what it does not want comes here.
    """

    DEFAULT_CSS = """
    Desk { layout: vertical; }
    Desk #pages { height: 1fr; }
    Desk #switcher { height: 100%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(f"alt+{number},{sign}", f"page({number - 1})", show=False)
            for number, sign in enumerate(WITH_ALT, start=1)
        ),
        Binding("ctrl+right", "step(1)", show=False),
        Binding("ctrl+left", "step(-1)", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.to_front = False
        """Whether a page that needs you comes to the front by itself."""
        self.who = ""
        """Who you are, as the row of tabs says it."""

    def compose(self) -> ComposeResult:
        """The parts of the screen."""
        yield TabBar()
        yield Banner()
        with Container(id="pages"):
            yield ContentSwitcher(id="switcher")
        yield KeyBar()

    @property
    def pages(self) -> list[Page]:
        """All pages in the order of their tabs."""
        return list(self._switcher.query_children(Page))

    @property
    def front(self) -> Page | None:
        """The page that is seen."""
        current = self._switcher.current
        return next((page for page in self.pages if page.id == current), None)

    @property
    def banner(self) -> Banner:
        """The row that says how the connection is."""
        return self.query_one(Banner)

    @property
    def _switcher(self) -> ContentSwitcher:
        return self.query_one("#switcher", ContentSwitcher)

    async def open(self, page: Page, *, front: bool = True) -> None:
        """Add a page, or show the one that has its address already."""
        assert page.id is not None
        if page.id not in {each.id for each in self.pages}:
            page.display = False
            await self._switcher.mount(page)
        if front or self.front is None:
            self.show_page(page.id)
        self.refresh_bars()

    async def close(self, address: str) -> None:
        """Take a page away; the one before it comes to the front."""
        addresses = [page.id for page in self.pages]
        place = addresses.index(address)
        was_front = self._switcher.current == address
        await self.pages[place].remove()
        if was_front:
            left = self.pages
            self._switcher.current = None
            if left:
                self.show_page(left[max(0, place - 1)].id or "")
        self.refresh_bars()

    async def close_all(self) -> None:
        """Take all pages away."""
        self._switcher.current = None
        await self._switcher.remove_children(Page)
        self.refresh_bars()

    def show_page(self, address: str) -> None:
        """Bring a page to the front; one that is gone, as when all of it ends, stays away."""
        if address not in {page.id for page in self.pages}:
            return
        self._switcher.current = address
        page = self.front
        if page is not None:
            page.shown()
            page.focus_first()
        self.refresh_bars()

    def refresh_bars(self) -> None:
        """Say anew which tabs and keys there are; when all of it ends there are no bars."""
        bar = self.query_one_optional(TabBar)
        if bar is None:
            return
        front = self.front
        tabs = [
            Tab(
                page.title,
                str(number) if number <= MOST_KEYS else "",
                here=page is front,
                wanted=page.needs_you,
            )
            for number, page in enumerate(self.pages, start=1)
        ]
        bar.show(tabs, self.who)
        self.query_one(KeyBar).show(() if front is None else front.hints)

    def on_page_changed(self, message: PageChanged) -> None:
        """Follow a page, and bring it to the front if it needs you and you are not busy."""
        message.stop()
        page = next((each for each in self.pages if each.id == message.page), None)
        if page is not None and page.needs_you and self._may_come(page):
            self.show_page(message.page)
        else:
            self.refresh_bars()

    def _may_come(self, page: Page) -> bool:
        """Whether a page that needs you may come to the front by itself."""
        front, covered = self.front, self.app.screen is not self
        if not self.to_front or covered or page is front:
            return False
        return front is None or not (front.needs_you or front.busy)

    async def on_page_done(self, message: PageDone) -> None:
        """Close a page that has nothing more to show."""
        message.stop()
        if message.page in {page.id for page in self.pages}:
            await self.close(message.page)

    def action_page(self, place: int) -> None:
        """Show the page at a place."""
        pages = self.pages
        if place < len(pages):
            self.show_page(pages[place].id or "")

    def action_step(self, by: int) -> None:
        """Show the page so many further on."""
        pages = self.pages
        if pages and self.front is not None:
            self.show_page(pages[(pages.index(self.front) + by) % len(pages)].id or "")

    def action_wanted(self) -> None:
        """Show the next page that needs you, or else the next one."""
        pages, front = self.pages, self.front
        start = 0 if front is None else pages.index(front) + 1
        for page in (*pages[start:], *pages[:start]):
            if page.needs_you and page is not front:
                self.show_page(page.id or "")
                return
        self.action_step(1)
