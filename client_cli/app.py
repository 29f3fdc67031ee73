"""
The full screen: ``showdown play`` on a terminal.

The application signs in, keeps one :class:`~client_cli.desk.feed.Feed` alive and opens pages on the
:class:`~client_cli.screens.desk.Desk`. What a page does is its own business. Pages that nobody
sees at first are loaded when they are opened, so that the first one is there sooner.
"""

import asyncio
import os
import sys
from collections.abc import Callable
from math import ceil
from time import monotonic
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.driver import Driver

from client_cli.desk.feed import Feed, Heard
from client_cli.errors import UsageError
from client_cli.link import Back, Link, Lost
from client_cli.memory import Memory
from client_cli.presenter import Figures, words
from client_cli.presenter.refusing import noticed, told
from client_cli.presenter.words import around
from client_cli.remarks import Remarks
from client_cli.screens.asking import Question, Secret
from client_cli.screens.desk import Desk
from client_cli.screens.entry import Entry, EntryScreen
from client_cli.screens.lobby import LobbyPage
from client_cli.screens.reading import READING_WIDTH, Reading
from client_cli.screens.table import TablePage, address_of
from client_cli.seals import keep_evidence
from client_cli.seat import Wanted, get_up_at_once, take_seat
from client_cli.settings import Settings, SettingsFile
from client_cli.sign_in import Doorway, Place, Role, user_name
from client_cli.waiting import open_table
from client_cli.widgets.colours import CSS, IN_LETTERS, Styles, dress
from client_cli.widgets.messages import HandWanted, PlaceWanted, TableWanted
from client_cli.widgets.rows import Piece
from client_cli.widgets.story import wrapped
from showdown.errors import ShowdownError
from showdown.protocol import messages as msg
from showdown.protocol.contributing import DealRefused
from showdown.protocol.session import Received
from showdown.rules.ruleset import TableId
from showdown.sdk import ConnectionFailed, ConnectionLost, NoSeat, Refused


def _driver() -> type[Driver] | None:
    """What speaks to the terminal; None is Textual's own choice."""
    if sys.platform == "win32":
        return None
    from client_cli.hanging_up import TerminalDriver

    return TerminalDriver


class ShowdownApp(App[None]):
    """Five-card draw on the whole terminal."""

    ENABLE_COMMAND_PALETTE = False
    CSS = CSS
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
        self.now: Callable[[], float] = monotonic
        """The clock by which turns are counted down."""
        self.desk = Desk()
        self.feed: Feed | None = None
        self.ended: ShowdownError | None = None
        """Why it ended, if not because you wanted it."""
        self.complaint: str | None = None
        """What is wrong with the settings, if anything is."""
        self._tries_at = 0.0
        """When the next attempt to connect comes, where there is no connection."""
        self._somebody_else = asyncio.Event()
        self._opening = asyncio.Lock()
        self._listening: dict[TableId, TablePage] = {}
        """Pages of tables that are on their way to the desk."""
        self.farewell: list[str] = []
        """What is to be said when the screen is gone."""
        self.use(settings)

    def use(self, settings: Settings) -> None:
        """Show everything as these settings say."""
        self.settings = settings
        self.painter = dress(self, settings)
        self.painter.ascii = self.figures.ascii
        self.set_class(self.figures.ascii, IN_LETTERS)
        self.desk.to_front = settings.to_front

    async def on_mount(self) -> None:
        """Show the desk, and connect."""
        await self.push_screen(self.desk)
        if self.complaint is not None:
            self.note(self.complaint)
        self.set_interval(1, self._count_down)
        self.run_worker(self._play(), name="play")

    # The connection.

    async def _play(self) -> None:
        """Sign in, sit down, and follow the server until it ends."""
        try:
            await self._go_in()
        except DealRefused as refused:
            await self._stopped_by(refused)
        except ShowdownError as error:
            self.ended = error
            self.exit(return_code=2)

    async def _stopped_by(self, refused: DealRefused) -> None:
        """A deal was not as promised: keep the evidence, say which check failed, and end."""
        path, sentence = keep_evidence(self.memory.folder, refused), told(refused)
        if path is not None:
            sentence = words.EVIDENCE.format(sentence=sentence, path=path)
        rows = [
            (Piece(row, "bad" if not place else ""),)
            for place, row in enumerate(wrapped(sentence, READING_WIDTH))
        ]
        await self.push_screen_wait(Reading(rows))
        self.ended = UsageError(sentence)
        self.exit(return_code=2)

    async def _go_in(self) -> None:
        """Sign in as whom was said, or ask; as often as somebody wants to be somebody else."""
        entry, asks, complaint = Entry(self.place), self._is_nobody(), ""
        while True:
            if asks:
                asked = EntryScreen(self.memory, entry.place, complaint)
                wanted: Entry | None = await self.push_screen_wait(asked)
                if wanted is None:
                    self.exit()
                    return
                entry, complaint = wanted, ""
            try:
                await self._signed_in(entry)
            except (Refused, ConnectionFailed, UsageError) as error:
                if not asks or self.feed is not None:
                    raise
                complaint = told(error)
            else:
                entry, self.wanted = Entry(entry.place._replace(token=None)), Wanted()
            asks = True

    def _is_nobody(self) -> bool:
        """Whether nothing says as whom to play, or where to sit."""
        place = self.place
        known = self.memory.read().at(place.url)
        said = place.name or place.token or place.invite or any(self.wanted)
        return not (said or known.last or known.tokens)

    async def _signed_in(self, entry: Entry) -> None:
        """Be somebody at a server until it ends, or until you want to be somebody else."""
        self.place = entry.place
        self.desk.banner.tell(words.CONNECTING.format(url=self.place.url))

        async def ask(question: str) -> str | None:
            return entry.password or await self.ask_secret(question)

        doorway = Doorway(self.place, Role.PLAY, self.memory, self.note, user_name(), ask)
        async with doorway.enter() as signed_in:
            feed = self.feed = Feed(Link(signed_in, self.place.url))
            feed.listen(self._follow)
            name = signed_in.connection.session.name or ""
            self.desk.who = words.WHO.format(name=name, url=self.place.url)
            self.desk.banner.tell("")
            if entry.registers and entry.password:
                await self._have_password(feed, entry.password)
            await self._sit(feed)
            try:
                await self._follow_until_somebody_else(feed)
            except ConnectionLost as lost:
                raise self._gave_up(lost) from None
            finally:
                await feed.connection.close()
        self.feed = None
        await self.desk.close_all()

    async def _follow_until_somebody_else(self, feed: Feed) -> None:
        self._somebody_else.clear()
        following = asyncio.create_task(feed.run())
        leaving = asyncio.create_task(self._somebody_else.wait())
        try:
            await asyncio.wait({following, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if following.done():
                following.result()
        finally:
            following.cancel()
            leaving.cancel()
            await asyncio.gather(following, leaving, return_exceptions=True)

    async def _have_password(self, feed: Feed, password: str) -> None:
        try:
            await feed.connection.request(lambda id: msg.Register(id=id, password=password))
        except Refused as refused:
            self.note(told(refused))
        else:
            self.note(words.HAS_PASSWORD.format(name=feed.session.name))

    async def _sit(self, feed: Feed) -> None:
        """Show the lobby; where a seat is wanted or there is one, take it and show its table."""
        await self.desk.open(LobbyPage(feed, self.figures))
        connection = feed.connection
        if not (any(self.wanted) or connection.invite or connection.welcome.seats):
            return
        try:
            await self._sit_down(feed)
        except (NoSeat, Refused) as error:
            self.note(told(error))

    async def _sit_down(self, feed: Feed) -> None:
        wanted, connection = self.wanted, feed.connection
        name = wanted.table
        if wanted.template is not None:
            name = await open_table(connection, wanted.template, wanted.table)
            self.note(words.OPENED.format(table=name))
        table = await take_seat(connection, name, wanted.buy_in, self.note, wanted.seat)
        await self.show_table(table)

    async def show_table(self, table: TableId) -> None:
        """Open the page of a table that the session sees, or bring it to the front."""
        async with self._opening:
            if not self._has_page(table):
                await self.desk.open(self._table_page(table))
            self.desk.show_page(address_of(table))

    def _has_page(self, table: TableId) -> bool:
        return address_of(table) in {page.id for page in self.desk.pages}

    def _table_page(self, table: TableId) -> TablePage:
        """The page of a table that has none on the desk; it may have begun to listen already."""
        assert self.feed is not None
        return self._listening.pop(table, None) or self._new_page(table)

    def _new_page(self, table: TableId) -> TablePage:
        assert self.feed is not None
        return TablePage(
            self.feed,
            table,
            self.figures,
            lambda: self.settings,
            self.now,
            Remarks(self.memory.folder),
        )

    def _listen_at(self, table: TableId, heard: Received) -> None:
        """Let a page hear all of a table from its first frame on, before it is on the desk."""
        assert self.feed is not None
        if table not in self._listening and not self._has_page(table):
            page = self._listening[table] = self._new_page(table)
            page.hear(heard)
            self.run_worker(self._open_behind(table), group="open")

    async def _open_behind(self, table: TableId) -> None:
        async with self._opening:
            if table in self._listening:
                await self.desk.open(self._table_page(table), front=False)

    async def on_table_wanted(self, message: TableWanted) -> None:
        """Show a table."""
        message.stop()
        await self.show_table(message.table)

    async def on_place_wanted(self, message: PlaceWanted) -> None:
        """Show another part of the program."""
        message.stop()
        await self.go_to(message.place)

    async def go_to(self, place: str) -> None:
        """Open a page that is no table, or bring it to the front."""
        feed = self.feed
        if feed is None:
            return
        if place == "entry":
            self._be_somebody_else()
        elif place == "settings":
            from client_cli.screens.settings import SettingsPage

            await self.desk.open(SettingsPage(SettingsFile(), self.use))
        elif place == "hands":
            from client_cli.screens.hands import HandsPage

            await self.desk.open(HandsPage(feed, self.figures))
        else:
            self.desk.show_page(place)

    async def on_hand_wanted(self, message: HandWanted) -> None:
        """Show old hands again."""
        message.stop()
        from client_cli.screens.replay import ReplayPage

        await self.desk.open(ReplayPage(message.hands, self.figures))

    def _be_somebody_else(self) -> None:
        seats = self._seats()
        if seats:
            self.note(around.GET_UP_FIRST.format(tables=", ".join(seats)))
        else:
            self._somebody_else.set()

    def _follow(self, heard: Heard) -> None:
        """Say how the connection is, and what the server says to you about no table."""
        if isinstance(heard, Received):
            match heard.message:
                case msg.Notice(table=None) as notice:
                    self.note(noticed(notice))
                case msg.Snapshot(table=table):
                    self._listen_at(table, heard)
            return
        if isinstance(heard, Lost):
            self._tries_at = self.now() + heard.pause
            self._count_down()
        elif isinstance(heard, Back):
            self.desk.banner.tell("")

    def _count_down(self) -> None:
        """Say when the next attempt to connect comes, or that it is being made."""
        if self.feed is None or self.feed.lost is None:
            return
        left = ceil(round(self._tries_at - self.now(), 3))
        self.desk.banner.tell(
            words.NO_CONNECTION.format(seconds=left)
            if left > 0
            else words.CONNECTING.format(url=self.place.url)
        )

    def _gave_up(self, lost: ConnectionLost) -> ConnectionLost:
        seats = ", ".join(self._seats())
        sentence = words.GAVE_UP.format(reason=told(lost), stack="", table=seats)
        return ConnectionLost(sentence if seats else told(lost))

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
        return list(self.feed.session.seats)

    def action_leave(self) -> None:
        """End, after a question if you sit somewhere."""
        self.run_worker(self._leave(), name="leave", exclusive=True, group="leave")

    async def _leave(self) -> None:
        if isinstance(self.screen, Question):
            self.exit()
            return
        seats = self._seats()
        if seats:
            line = words.QUIT_SEATED.format(tables=", ".join(seats))
            question = Question(str(words.QUIT_TITLE), line, str(words.QUIT_IN_HAND))
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
        if self.feed is None:
            return
        connection = self.feed.connection
        self.farewell += await asyncio.gather(
            *(get_up_at_once(connection, table, self.figures) for table in self._seats())
        )
