"""
The full screen: ``showdown play`` on a terminal.

The application signs in, keeps one :class:`~client_cli.desk.feed.Feed` alive and opens pages on the
:class:`~client_cli.screens.desk.Desk`. What a page does is its own business.
"""

import asyncio
import os
import sys
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.driver import Driver

from client_cli.desk.feed import Feed, Heard
from client_cli.link import Back, Link, Lost
from client_cli.memory import Memory
from client_cli.presenter import Figures, screen_words, words
from client_cli.screens.asking import Question, Secret
from client_cli.screens.desk import Desk
from client_cli.screens.table import TablePage, address_of
from client_cli.seat import Wanted, own_seat, take_seat
from client_cli.settings import Settings
from client_cli.sign_in import Doorway, Place, Role, user_name
from client_cli.waiting import open_table
from client_cli.widgets.colours import Styles, is_dark, styles_of, theme_name, theme_of
from showdown.errors import ShowdownError
from showdown.protocol import messages as msg
from showdown.rules.ruleset import TableId
from showdown.sdk import ConnectionLost, Refused

GOODBYE = 2.0
"""Seconds to wait at the end for the server to say that we have left."""


def _driver() -> type[Driver] | None:
    """What speaks to the terminal; None is Textual's own choice."""
    if sys.platform == "win32":
        return None
    from client_cli.hanging_up import TerminalDriver

    return TerminalDriver


class ShowdownApp(App[None]):
    """Five-card draw on the whole terminal."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c", "leave", show=False, priority=True),
    ]

    def __init__(
        self, place: Place, memory: Memory, wanted: Wanted, figures: Figures, settings: Settings
    ) -> None:
        """
        Prepare the screen; nothing is connected yet.

        Args:
            place: which server, and as whom.
            wanted: where to sit down at once.
        """
        no_colour = "NO_COLOR" in os.environ
        super().__init__(ansi_color=True if no_colour else None, driver_class=_driver())
        self.place = place
        self.memory = memory
        self.wanted = wanted
        self.figures = figures
        self.settings = settings
        self.painter: Styles
        """Styles of everything that we draw ourselves."""
        self.desk = Desk()
        self.feed: Feed | None = None
        self.ended: ShowdownError | None = None
        """Why it ended, if not because you wanted it."""
        self.farewell: list[str] = []
        """What is to be said when the screen is gone."""
        self.use(settings)

    def use(self, settings: Settings) -> None:
        """Show everything as these settings say."""
        self.settings = settings
        dark = is_dark(settings, os.environ)
        self.painter = styles_of(settings, dark=dark, no_colour=self.no_color)
        self.register_theme(theme_of(settings, dark=dark))
        self.theme = theme_name(settings, dark=dark)
        self.desk.to_front = settings.to_front

    async def on_mount(self) -> None:
        """Show the desk, and connect."""
        await self.push_screen(self.desk)
        self.desk.banner.tell(screen_words.CONNECTING.format(url=self.place.url))
        self.run_worker(self._play(), name="play")

    # The connection.

    async def _play(self) -> None:
        """Sign in, sit down, and follow the server until it ends."""
        try:
            await self._signed_in()
        except ShowdownError as error:
            self.ended = error
            self.exit(return_code=2)

    async def _signed_in(self) -> None:
        doorway = Doorway(
            self.place, Role.PLAY, self.memory, self.note, user_name(), self.ask_secret
        )
        async with doorway.enter() as entry:
            feed = self.feed = Feed(Link(entry, self.place.url))
            feed.listen(self._follow)
            name = entry.connection.session.name or ""
            self.desk.who = screen_words.WHO.format(name=name, url=self.place.url)
            self.desk.banner.tell("")
            await self._sit(feed)
            try:
                await feed.run()
            except ConnectionLost as lost:
                raise self._gave_up(lost) from None
            finally:
                await feed.connection.close()

    async def _sit(self, feed: Feed) -> None:
        """Take the seat that is wanted, and show its table."""
        wanted, connection = self.wanted, feed.connection
        name = wanted.table
        if wanted.template is not None:
            name = await open_table(connection, wanted.template, wanted.table)
            self.note(words.OPENED.format(table=name))
        table = await take_seat(connection, name, wanted.buy_in, self.note, wanted.seat)
        await self.show_table(table)

    async def show_table(self, table: TableId) -> None:
        """Open the page of a table that the session sees, or bring it to the front."""
        assert self.feed is not None
        if address_of(table) not in {page.id for page in self.desk.pages}:
            await self.desk.open(TablePage(self.feed, table, self.figures))
        self.desk.show_page(address_of(table))

    def _follow(self, heard: Heard) -> None:
        """Say how the connection is."""
        if isinstance(heard, Lost):
            sentence = words.STILL_LOST if heard.again else words.LOST
            self.desk.banner.tell(sentence.format(reason=heard.reason, seconds=heard.seconds))
        elif isinstance(heard, Back):
            self.desk.banner.tell("")

    def _gave_up(self, lost: ConnectionLost) -> ConnectionLost:
        seats = ", ".join(self._seats())
        sentence = words.GAVE_UP.format(reason=lost.sentence, stack="", table=seats)
        return ConnectionLost(sentence if seats else lost.sentence)

    # What is said and asked.

    def note(self, line: str) -> None:
        """Say something that is about no table."""
        self.notify(line, markup=False, timeout=8)

    async def ask_secret(self, question: str) -> str | None:
        """Ask for a line that is not shown."""
        return await self.push_screen_wait(Secret(question))

    # The end.

    def _seats(self) -> list[TableId]:
        """Tables where you sit."""
        if self.feed is None:
            return []
        session = self.feed.session
        return [table for table, seen in session.tables.items() if seen.view.you is not None]

    def action_leave(self) -> None:
        """End, after a question if you sit somewhere."""
        self.run_worker(self._leave(), name="leave", exclusive=True, group="leave")

    async def _leave(self) -> None:
        if isinstance(self.screen, Question):
            self.exit()
            return
        seats = self._seats()
        if seats:
            line = screen_words.QUIT_SEATED.format(tables=", ".join(seats))
            question = Question(screen_words.QUIT_TITLE, line, screen_words.QUIT_IN_HAND)
            if not await self.push_screen_wait(question):
                return
        await self.get_up()
        self.exit()

    async def hung_up(self) -> None:
        """Nobody sees this any more: get up and end."""
        await self.get_up()
        self.exit()

    async def get_up(self) -> None:
        """Get up everywhere without waiting for hands to end, and say where the chips are."""
        await asyncio.gather(*(self._get_up(table) for table in self._seats()))

    async def _get_up(self, table: TableId) -> None:
        assert self.feed is not None
        connection = self.feed.connection
        own = own_seat(connection, table)
        view = self.feed.session.tables[table].view
        in_hand = view.running and own is not None and own.dealt_in
        sentence = words.LEAVING_LATER if in_hand else words.LEAVING_NOW
        stack = self.figures.chips(own.stack if own is not None else 0)
        try:
            async with asyncio.timeout(GOODBYE):
                await connection.request(lambda id: msg.Leave(id=id, table=table))
        except Refused:
            sentence = words.LEAVING_NOW  # there was no seat any more
        except (TimeoutError, ConnectionLost):
            sentence = words.LEAVING_UNSURE
        self.farewell.append(sentence.format(table=table, stack=stack))
