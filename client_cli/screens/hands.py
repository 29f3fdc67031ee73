"""
The page of old hands: the list, found by what is typed, and what it says in figures.
"""

import asyncio
from collections.abc import Awaitable

from msgspec import structs
from rich.cells import cell_len
from textual.app import ComposeResult
from textual.events import Key, Resize
from textual.widgets import Input

from client_cli.desk.feed import Feed
from client_cli.desk.searching import Search, understand_search
from client_cli.errors import Unclear
from client_cli.presenter import Figures, sums, words
from client_cli.presenter.refusing import told
from client_cli.presenter.words import around
from client_cli.story import figures_of, when
from client_cli.widgets.finding import Finding, typed_too_soon
from client_cli.widgets.lines import Lines
from client_cli.widgets.listing import Head, Listed, Listing, moved
from client_cli.widgets.messages import HandWanted
from client_cli.widgets.page import Hint, Page
from client_cli.widgets.rows import Piece, cut
from showdown.history.statistics import Statistics
from showdown.protocol import messages as msg
from showdown.rules.hand_rank import Category
from showdown.rules.ruleset import HandId
from showdown.sdk import Refused

PAGE = 50
"""So many hands are fetched at once."""
TALLEST = 16
"""Of the chart."""

_LEAST = {1: 8, 5: 8, 6: 8, 7: 10}
_MATTERS = {1: 3, 2: 2, 5: 1, 6: 4, 7: 5}


class HandsPage(Page):
    """Hands that were played, newest first; Enter shows one again."""

    DEFAULT_CSS = """
    HandsPage { layout: vertical; }
    HandsPage #hands { height: 1fr; }
    HandsPage #figures { height: 1fr; display: none; }
    HandsPage.figures #figures { display: block; }
    HandsPage.figures #hands { display: none; }
    """

    def __init__(self, feed: Feed, figures: Figures) -> None:
        super().__init__(id="hands-page")
        self.feed = feed
        self.figures = figures
        self.search = Search()
        self.found: list[msg.HandSummary] = []
        self.more = False
        self.sums: Statistics | None = None
        self._typed = ""
        self._place = 0
        self._known = False
        self._asking = asyncio.Lock()

    def compose(self) -> ComposeResult:
        """What is looked for, the hands, or the figures in their place."""
        yield Lines(id="heading")
        yield Finding(str(around.KEY_SEARCH), str(around.HANDS_FIND_HELP))
        yield Listing(id="hands")
        yield Lines(id="figures")

    # Page.

    @property
    def title(self) -> str:
        """What its tab is called."""
        return str(around.HANDS)

    @property
    def busy(self) -> bool:
        """Whether something is typed."""
        return self.query_one(Finding).typing

    @property
    def hints(self) -> tuple[Hint, ...]:
        """What can be done."""
        replay = (Hint("enter", str(around.KEY_REPLAY)),) if self._pointed else ()
        other = around.KEY_LIST if self._shows_figures else around.KEY_FIGURES
        return (
            *(() if self._shows_figures else replay),
            Hint("slash", str(around.KEY_SEARCH), "/"),
            Hint("s", str(other)),
            Hint("escape", str(around.KEY_CLEAR if self._typed else around.KEY_CLOSE)),
        )

    @property
    def _shows_figures(self) -> bool:
        return self.has_class("figures")

    @property
    def _pointed(self) -> msg.HandSummary | None:
        return self.found[self._place] if self.found else None

    def shown(self) -> None:
        """Look whether there are newer hands."""
        self.draw()
        self._ask(self._first_page())

    def on_resize(self, _: Resize) -> None:
        """Use the room there is."""
        self.call_after_refresh(self.draw)

    # Asking.

    def _ask(self, question: Awaitable[None]) -> None:
        self.run_worker(self._asked(question), group="ask")

    async def _asked(self, question: Awaitable[None]) -> None:
        async with self._asking:
            try:
                await question
            except (Refused, Unclear) as error:
                self.notify(told(error), markup=False, timeout=8)
        self.draw()

    async def _first_page(self) -> None:
        pointed = self._pointed
        page = await self._page(None)
        self.found, self.more, self._known = list(page.hands), page.more, True
        numbers = [each.hand for each in self.found]
        still = pointed is not None and pointed.hand in numbers
        self._place = numbers.index(pointed.hand) if pointed is not None and still else 0
        if self._shows_figures:
            await self._sum_up()

    async def _next_page(self) -> None:
        if self.more and self.found:
            page = await self._page(self.found[-1].hand)
            self.found += page.hands
            self.more = page.more

    async def _page(self, before: HandId | None) -> msg.HandList:
        asked = structs.asdict(self.search)
        reply = await self.feed.ask(lambda id: msg.Hands(id=id, before=before, limit=PAGE, **asked))
        assert isinstance(reply.result, msg.HandList)
        return reply.result

    async def _sum_up(self) -> None:
        asked = structs.asdict(self.search)
        reply = await self.feed.ask(lambda id: msg.Stats(id=id, **asked))
        assert isinstance(reply.result, msg.StatsView)
        self.sums = reply.result.figures

    async def _replay(self, number: HandId) -> None:
        reply = await self.feed.ask(lambda id: msg.Hand(id=id, hand=number))
        assert isinstance(reply.result, msg.HandView)
        self.post_message(HandWanted((reply.result,)))

    # Drawing.

    def draw(self) -> None:
        """Show what is known."""
        if not self.is_mounted:
            return
        self._draw_heading()
        if self._shows_figures:
            self._draw_figures()
        else:
            self._draw_list()
        self.changed()

    def _draw_heading(self) -> None:
        width = self.size.width
        looked = around.HANDS_FIND.format(typed=self._typed)
        left = looked if self._typed else str(around.HANDS_ALL)
        right = str(around.HANDS_MORE) if self.more else ""
        left = cut(left, max(8, width - cell_len(right) - 2))
        gap = " " * max(1, width - cell_len(left) - cell_len(right) - 1)
        self.query_one("#heading", Lines).show(
            (Piece(left, "bold"), Piece(gap), Piece(right, "quiet"))
        )

    def _draw_list(self) -> None:
        heads = [
            Head(
                str(title),
                right=number in (3, 4),
                least=_LEAST.get(number, 99),
                matters=_MATTERS.get(number, 0),
            )
            for number, title in enumerate(around.HANDS_HEADS)
        ]
        if not self._known:
            empty = around.HANDS_LOADING
        else:
            empty = around.HANDS_NONE_FOUND if self._typed else around.HANDS_NONE
        rows = [Listed(cells_of(each)) for each in self.found]
        self.query_one("#hands", Listing).show(heads, rows, self._place, empty=(str(empty),))

    def _draw_figures(self) -> None:
        found, lines = self.sums, self.query_one("#figures", Lines)
        if found is None:
            lines.show((), (Piece(str(around.FIGURES_LOADING), "quiet"),))
            return
        if not found.hands:
            lines.show((), (Piece(words.STATS_NO_HANDS.format(player=found.player), "quiet"),))
            return
        told = [(Piece(line, "bold" if n == 0 else ""),) for n, line in enumerate(sums.told(found))]
        room = self.size.height - len(told) - 4
        drawn = sums.course(
            found,
            width=self.size.width - sums.LABEL,
            height=max(3, min(TALLEST, room)),
            ascii=self.figures.ascii,
        )
        lines.show(*told, (), *((Piece(line),) for line in drawn))

    # Keys.

    def on_key(self, event: Key) -> None:
        """Do what a key says."""
        if self.busy and typed_too_soon(self.query_one(Finding), event):
            return
        list_page = self.query_one("#hands", Listing).page
        place = None
        if not self.busy or event.key in ("up", "down", "pageup", "pagedown"):
            place = moved(self._place, event.key, list_page, len(self.found))
        if place is not None and not self._shows_figures:
            self._point(place)
        elif event.key == "escape":
            self._escape()
        elif self.busy:
            return
        elif event.key == "slash":
            self.query_one(Finding).open()
            self.changed()
        elif event.key == "s":
            self._turn()
        elif event.key == "enter" and self._pointed is not None and not self._shows_figures:
            self._ask(self._replay(self._pointed.hand))
        else:
            return
        event.stop()

    def _point(self, place: int) -> None:
        self._place = place
        if self.more and place >= len(self.found) - 2 and not self._asking.locked():
            self._ask(self._next_page())
        self.draw()

    def _turn(self) -> None:
        self.toggle_class("figures")
        if self._shows_figures:
            self._ask(self._sum_up())
        self.call_after_refresh(self.draw)

    def _escape(self) -> None:
        finding = self.query_one(Finding)
        if self._typed or finding.typing:
            finding.clear_and_close()
            self.focus()
            self._look_for("")
        elif self._shows_figures:
            self._turn()
        else:
            self.done()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Nothing is asked before Enter: each search costs the server something."""
        event.stop()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Look for what was typed."""
        event.stop()
        if self._look_for(event.value):
            self.query_one(Finding).leave()
            self.focus()

    def _look_for(self, typed: str) -> bool:
        try:
            self.search = understand_search(typed)
        except Unclear as error:
            self.notify(told(error), markup=False, timeout=8)
            return False
        self._typed, self._place, self.sums = typed.strip(), 0, None
        self._ask(self._first_page())
        return True

    def on_listing_pointed(self, message: Listing.Pointed) -> None:
        """Point at a hand; the one that is pointed at already is shown again."""
        message.stop()
        if message.place == self._place and self._pointed is not None:
            self._ask(self._replay(self._pointed.hand))
        self._point(message.place)

    def on_listing_sorted(self, message: Listing.Sorted) -> None:
        """Hands are in the order in which they were played."""
        message.stop()


def cells_of(hand: msg.HandSummary) -> tuple[str, ...]:
    """A hand as a row."""
    figures = figures_of(hand.source)
    category = "" if hand.category is None else str(words.CATEGORIES[Category(hand.category)])
    return (
        str(hand.hand),
        hand.table,
        when(hand.ended_at).removesuffix(" UTC"),
        figures.chips(hand.pot),
        "" if hand.net is None else figures.net(hand.net),
        ", ".join(hand.winners),
        category,
        ", ".join(hand.players),
    )
