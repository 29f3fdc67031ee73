"""
The page of the lobby.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.events import Key, Resize
from textual.widgets import Input

from client_cli.desk.feed import Feed, Heard
from client_cli.desk.tables import Column, TableList, Yours
from client_cli.errors import Unclear
from client_cli.link import Back
from client_cli.presenter import Figures, words
from client_cli.presenter.refusing import noticed, told
from client_cli.presenter.words import around
from client_cli.screens.lobby.buying import Buying
from client_cli.screens.lobby.columns import about, heads, listed
from client_cli.screens.lobby.opening import OpeningTable, Wish
from client_cli.spellings import as_latin
from client_cli.waiting import OVER
from client_cli.widgets.finding import Finding, typed_too_soon
from client_cli.widgets.lines import Lines
from client_cli.widgets.listing import Listing, moved
from client_cli.widgets.messages import PlaceWanted, TableWanted
from client_cli.widgets.page import Hint, Page
from client_cli.widgets.rows import Piece, Row, cut
from showdown.protocol import messages as msg
from showdown.protocol.session import Received
from showdown.rules.ruleset import Chips, TableId
from showdown.sdk import ConnectionLost, Refused
from showdown.sdk.seating import has_room

LOOK = 4.0
"""Seconds from look to look, while the lobby is seen."""
CHIPS = 5
"""Each so many looks it is asked what you have, too: that takes a look into the database."""


class LobbyPage(Page):
    """Tables to find, to sit at, to watch and to wait for."""

    DEFAULT_CSS = """
    LobbyPage { layout: vertical; }
    LobbyPage #tables { height: 1fr; }
    LobbyPage #about { height: 4; margin: 1 0 0 0; }
    LobbyPage.tall #about { height: 8; }
    """

    def __init__(self, feed: Feed, figures: Figures) -> None:
        super().__init__(id="lobby")
        self.feed = feed
        self.tables = TableList(figures)
        self.offers: set[TableId] = set()
        """Tables where a seat is kept for you."""
        self.waits: dict[TableId, int] = {}
        self._looks = 0
        self._looking = asyncio.Lock()
        self._stop_listening = feed.listen(self.hear)

    def compose(self) -> ComposeResult:
        """Who you are, what is looked for, the tables, and more of one of them."""
        yield Lines(id="heading")
        yield Finding(str(around.KEY_FIND))
        yield Listing(id="tables")
        yield Lines(id="about")

    def on_mount(self) -> None:
        """Look for the tables, and look again and again."""
        self.set_interval(LOOK, self._look_again)
        self.look()

    def on_unmount(self) -> None:
        """Hear no more."""
        self._stop_listening()

    # Page.

    @property
    def title(self) -> str:
        """What its tab is called."""
        return str(around.LOBBY)

    @property
    def needs_you(self) -> bool:
        """Whether a seat is kept for you."""
        return bool(self.offers)

    @property
    def busy(self) -> bool:
        """Whether something is typed."""
        return self._find.typing

    @property
    def hints(self) -> tuple[Hint, ...]:
        """What can be done with the table that is pointed at, and elsewhere."""
        return (
            *self._hints_of_table(),
            Hint("slash", str(around.KEY_FIND), "/"),
            *((Hint("escape", str(around.KEY_CLEAR)),) if self.tables.typed else ()),
            Hint("o", str(around.KEY_OPEN)),
            Hint("h", str(around.KEY_HANDS)),
            Hint("p", str(around.KEY_SETTINGS)),
            Hint("ctrl+q", str(around.KEY_QUIT)),
            Hint("s", str(around.KEY_SORT)),
            Hint("u", str(around.KEY_WHO)),
        )

    def _hints_of_table(self) -> tuple[Hint, ...]:
        table = self.tables.pointed
        if table is None:
            return ()
        if self._sees(table.table) or table.table in self.tables.yours.seats:
            return (Hint("enter", str(around.KEY_GO)),)
        if table.table in self.waits and table.table not in self.offers:
            return (Hint("n", str(around.KEY_UNWAIT)), Hint("w", str(around.KEY_WATCH)))
        room = has_room(table) or table.table in self.offers
        first = Hint("enter", str(around.KEY_SIT if room else around.KEY_WAIT))
        return (first, Hint("w", str(around.KEY_WATCH)))

    def shown(self) -> None:
        """Draw what is known, and look anew."""
        self.draw()
        self.look()

    # What comes.

    def hear(self, heard: Heard) -> None:
        """Follow what is told of lines, and look again after a break."""
        if isinstance(heard, Back):
            self.look()
        if not isinstance(heard, Received):
            return
        match heard.message:
            case msg.Notice(code="seat_offered", table=str(table)):
                self.waits.pop(TableId(table), None)
                self.offers.add(TableId(table))
                self._say(around.OFFERED.format(table=table))
            case msg.Notice(code=code, table=str(table)) as notice if code in OVER:
                waited = self.waits.pop(TableId(table), None) is not None
                if waited or TableId(table) in self.offers:
                    self._say(noticed(notice))
                self.offers.discard(TableId(table))
            case msg.Snapshot(table=table):
                self.waits.pop(table, None)
                self.offers.discard(table)
            case _:
                return
        self.draw()

    def _look_again(self) -> None:
        if self.display and self.app.screen is self.screen:
            self.look()

    def look(self) -> None:
        """Ask which tables there are now, unless that is being asked."""
        if self.is_mounted and self.feed.is_open and not self._looking.locked():
            self.run_worker(self._look(), group="look")

    async def _look(self) -> None:
        async with self._looking:
            chips = self._looks % CHIPS == 0
            self._looks += 1
            try:
                found = await self.feed.connection.tables(chips=chips)
            except (Refused, ConnectionLost):
                return  # the banner says why; the next look comes
            session = self.feed.session
            yours = Yours(
                seats=session.seats, hosts=frozenset(session.hosts), waits=dict(self.waits)
            )
            if self.tables.take(found, yours) or chips:
                self.draw()

    # Drawing.

    def draw(self) -> None:
        """Show what is known."""
        if not self.is_mounted:
            return
        self.tables.yours = Yours(
            seats=self.tables.yours.seats, hosts=self.tables.yours.hosts, waits=dict(self.waits)
        )
        found = self.tables.found
        column, down = self.tables.sorting
        self.query_one("#tables", Listing).show(
            heads(),
            [listed(self.tables, each, offered=each.table in self.offers) for each in found],
            self.tables.place,
            sorted=None if column is None else (list(Column).index(column), down),
            empty=self._empty(),
        )
        self._draw_around(len(found))
        self.changed()

    def _draw_around(self, found: int) -> None:
        width = self.size.width
        heading, below = self.query_one("#heading", Lines), self.query_one("#about", Lines)
        heading.show(self._heading(found, width))
        pointed = self.tables.pointed
        below.show(*(() if pointed is None else about(self.tables, pointed, width)))

    def _heading(self, found: int, width: int) -> Row:
        session, figures = self.feed.session, self.tables.figures
        left = around.LOBBY_CHIPS.format(
            name=session.name or "", chips=figures.chips(session.chips)
        )
        if not session.chips and not self.tables.yours.seats:
            left = str(around.NO_CHIPS)
        right = around.LOBBY_COUNT.format(found=found, all=self.tables.total)
        if self.tables.typed:
            right = f"{around.LOBBY_FIND.format(typed=self.tables.typed)}   {right}"
        left = cut(left, max(8, width - cell_len(right) - 3))
        gap = " " * max(1, width - cell_len(left) - cell_len(right) - 1)
        return Piece(left, "chips"), Piece(gap), Piece(right, "quiet")

    def _empty(self) -> tuple[str, ...]:
        if not self.tables.known:
            return (str(around.LOBBY_LOADING),)
        if self.tables.total:
            return (
                around.LOBBY_NOT_FOUND.format(typed=self.tables.typed),
                str(around.LOBBY_CLEAR),
            )
        return (str(around.LOBBY_NONE), str(around.LOBBY_OPEN_ONE))

    def on_resize(self, event: Resize) -> None:
        """Use the room there is."""
        self.set_class(event.size.height >= 34, "tall")
        self.call_after_refresh(self.draw)

    # Keys and clicks.

    def on_key(self, event: Key) -> None:
        """Do what a key says."""
        if self.busy and typed_too_soon(self._find, event):
            return
        page = self.query_one("#tables", Listing).page
        count = len(self.tables.found)
        place = None
        if not self.busy or event.key in ("up", "down", "pageup", "pagedown"):
            place = moved(self.tables.place, event.key, page, count)
        if place is not None:
            event.stop()
            self.tables.point(place)
            self.draw()
        elif (key := as_latin(event.key)) in _KEYS and (not self.busy or key == "escape"):
            event.stop()
            _KEYS[key](self)

    def on_listing_pointed(self, message: Listing.Pointed) -> None:
        """Point at a table; the one that is pointed at already is entered."""
        message.stop()
        if message.place == self.tables.place:
            self.enter()
        self.tables.point(message.place)
        self.draw()

    def on_listing_sorted(self, message: Listing.Sorted) -> None:
        """Sort by a column."""
        message.stop()
        columns = list(Column)
        if message.column < len(columns):
            self.tables.sort(columns[message.column])
            self.draw()

    @property
    def _find(self) -> Finding:
        return self.query_one(Finding)

    def find(self) -> None:
        """Type what to look for."""
        self._find.open()
        self.changed()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Look for what is typed while it is."""
        event.stop()
        self.tables.typed = event.value
        self.draw()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go on in the list."""
        event.stop()
        self._find.leave()
        self.focus()
        self.draw()

    def clear(self) -> None:
        """Look for nothing any more."""
        self._find.clear_and_close()
        self.tables.typed = ""
        self.focus()
        self.draw()

    def sort(self) -> None:
        """Sort by the next column."""
        self.tables.sort_next()
        self.draw()

    # Going to a table.

    def enter(self) -> None:
        """Sit down at the table that is pointed at, wait for a seat there, or go there."""
        table = self.tables.pointed
        if table is None:
            return
        if self._sees(table.table):
            self.post_message(TableWanted(table.table))
        elif has_room(table) or table.table in self.offers:
            self._do(self._sit(table))
        elif table.table not in self.waits:
            self._do(self._wait(table.table))

    def look_on(self) -> None:
        """Look on at the table that is pointed at."""
        table = self.tables.pointed
        if table is None:
            return
        if self._sees(table.table):
            self.post_message(TableWanted(table.table))
        else:
            self._do(self._watch(table.table))

    def unwait(self) -> None:
        """Wait no more at the table that is pointed at."""
        table = self.tables.pointed
        if table is not None and table.table in self.waits:
            self._do(self._unwait(table.table))

    def open_table(self) -> None:
        """Open a table of your own."""
        self._do(self._open())

    def want(self, place: str) -> None:
        """Go elsewhere."""
        self.post_message(PlaceWanted(place))  # type: ignore[arg-type]

    def _sees(self, table: TableId) -> bool:
        return table in self.feed.session.tables

    async def _sit(self, table: msg.TableSummary) -> None:
        name, figures = table.table, self.tables.figures
        buying = Buying(table, self.feed.session.chips, figures)
        buy_in: Chips | None = await self.app.push_screen_wait(buying)
        if buy_in is None:
            return
        try:
            await self.feed.ask(lambda id: msg.Sit(id=id, table=name, buy_in=buy_in))
        except Refused as refused:
            if refused.code != "already_seated":
                raise
            # A server of several nodes cannot always say so at the beginning.
            await self.feed.ask(lambda id: msg.Resume(id=id, table=name))
        self.offers.discard(name)
        self._looks = 0
        self._say(around.SITTING_AT.format(table=name))
        self.post_message(TableWanted(name))

    async def _watch(self, table: TableId) -> None:
        await self.feed.ask(lambda id: msg.Watch(id=id, table=table))
        self.post_message(TableWanted(table))

    async def _wait(self, table: TableId) -> None:
        reply = await self.feed.ask(lambda id: msg.Wait(id=id, table=table))
        place = reply.result.place if isinstance(reply.result, msg.Waiting) else 1
        self.waits[table] = place
        self._say(around.WAITING_AT.format(place=place, table=table))

    async def _unwait(self, table: TableId) -> None:
        await self.feed.ask(lambda id: msg.Unwait(id=id, table=table))
        self.waits.pop(table, None)
        self._say(around.WAITS_NO_MORE.format(table=table))

    async def _open(self) -> None:
        templates = self.feed.connection.templates
        opening = OpeningTable(templates, self.tables.figures)
        wish: Wish | None = await self.app.push_screen_wait(opening)
        if wish is None:
            return
        reply = await self.feed.ask(
            lambda id: msg.OpenTable(id=id, template=wish.template, name=wish.name)
        )
        assert isinstance(reply.result, msg.Opened)
        table = reply.result.table
        self._say(words.OPENED.format(table=table))
        self.tables.typed = ""
        self.tables.point_at(table)
        await self._look()
        pointed = self.tables.pointed
        if pointed is not None and pointed.table == table:
            await self._sit(pointed)

    def _do(self, deed: Awaitable[None]) -> None:
        """Do something that may be refused; the refusal is said."""
        self.run_worker(self._done(deed), group="deed")

    async def _done(self, deed: Awaitable[None]) -> None:
        try:
            await deed
        except (Refused, Unclear) as error:
            self._say(told(error))
        self.draw()
        self.look()

    def _say(self, line: str) -> None:
        self.notify(line, markup=False, timeout=8)


_KEYS: dict[str, Callable[[LobbyPage], None]] = {
    "enter": LobbyPage.enter,
    "w": LobbyPage.look_on,
    "n": LobbyPage.unwait,
    "slash": LobbyPage.find,
    "escape": LobbyPage.clear,
    "s": LobbyPage.sort,
    "o": LobbyPage.open_table,
    "h": partial(LobbyPage.want, place="hands"),
    "p": partial(LobbyPage.want, place="settings"),
    "u": partial(LobbyPage.want, place="entry"),
}
