"""
The line at the bottom of a table: what you say, and commands as in line mode.
"""

from typing import TYPE_CHECKING

from textual.widgets import Input

from client_cli.desk.table import Tone
from client_cli.errors import Unclear, UsageError
from client_cli.presenter import words
from client_cli.presenter.refusing import told
from client_cli.spoken import Hear, Ignore, Order, Say, Spoken, understand_spoken
from client_cli.typed import Situation, understand
from client_cli.wishes import (
    ASKED,
    Forget,
    HavePassword,
    Help,
    Later,
    PostBlinds,
    Quit,
    Remark,
    ShowHand,
    ShowTable,
    StepIn,
    StepOut,
    Top,
    Wish,
)
from showdown.protocol import messages as msg

if TYPE_CHECKING:
    from client_cli.screens.table.page import TablePage


class Typing:
    """The line that is being typed at a table, if one is."""

    def __init__(self, page: "TablePage") -> None:
        self._page = page
        self.open = False
        self._chat = False

    @property
    def _line(self) -> Input:
        return self._page.query_one("#line", Input)

    def begin(self, *, chat: bool, text: str = "") -> None:
        """Open the line; what was typed and not sent is still there, unless there is a text."""
        self.open, self._chat = True, chat
        line = self._line
        if text:
            line.value = text
            line.cursor_position = len(text)
        line.placeholder = str(words.CHAT_PROMPT if chat else words.COMMAND_PROMPT)
        self._page.add_class("typing")
        line.focus()
        self._page.changed()

    def end(self) -> None:
        """Close the line; the keys are the table's again."""
        self.open = False
        self._page.remove_class("typing")
        self._page.focus()
        self._page.changed()

    def submit(self, text: str) -> None:
        """Do what was typed."""
        self._line.value = ""
        self.end()
        if not text.strip():
            return
        if self._chat:
            self._speak(Say(text.strip()))
            self._page.shown()
        else:
            self.obey(text)

    def obey(self, text: str) -> None:
        """Do what a command says, or say what it needs."""
        try:
            self._obey(text)
        except UsageError as error:
            self._page.desk.note(told(error))
        self._page.shown()

    def _obey(self, text: str) -> None:
        desk = self._page.desk
        spoken = understand_spoken(text)
        if spoken is not None:
            self._speak(spoken)
            return
        if desk.view is None:
            return
        understood = understand(text, Situation(desk.view, desk.request, desk.figures))
        if isinstance(understood, Wish):
            self._wish(understood)
        elif understood is not None:
            self._page.send(understood)

    # What others hear, and what a host does.

    def _speak(self, spoken: Spoken) -> None:
        desk, page = self._page.desk, self._page
        match spoken:
            case Say(text=text):
                page.run_worker(page.ask(lambda id: msg.Chat(id=id, table=desk.table, text=text)))
            case Ignore(name=name):
                desk.ignored.add(name.casefold())
                desk.note(words.IGNORED.format(name=name))
            case Hear(name=name):
                desk.ignored.discard(name.casefold())
                desk.note(words.HEARD.format(name=name))
            case Order(do=deed):
                page.run_worker(self._order(deed))

    async def _order(self, deed: msg.Deed) -> None:
        desk = self._page.desk
        reply = await self._page.ask(lambda id: msg.Host(id=id, table=desk.table, do=deed))
        if reply is None:
            return
        if isinstance(reply.result, msg.Invitation):
            desk.tell((words.INVITATION.format(table=reply.result.table),), Tone.NOTE)
            links = reply.result.links
            desk.tell((words.INVITATION_LINK.format(link=link) for link in links), Tone.NOTE)
        sentence = words.OBEYED.get(type(deed))
        if sentence is not None:
            desk.note(sentence.format(name=getattr(deed, "player", "")))
        self._page.shown()

    # Wishes.

    def _wish(self, wish: Wish) -> None:
        page, table = self._page, self._page.desk.table
        match wish:
            case Help() | ShowTable():
                page.action_help()
            case StepOut() | StepIn() | PostBlinds():
                build = ASKED[type(wish)]
                page.run_worker(page.ask(lambda id: build(id=id, table=table)))
            case Top(to=to):
                page.run_worker(page.ask(lambda id: msg.TopUp(id=id, table=table, to=to)))
            case ShowHand():
                self._show_hand()
            case HavePassword():
                page.run_worker(self._have_password())
            case Quit():
                page.run_worker(self.leave())
            case Remark(name=name, text=text):
                page.beside.remark(name, text)
            case Later(intention=intention):
                page.desk.intention = intention
            case Forget():
                page.desk.intention = None
            case _:
                page.desk.note(str(words.ON_A_SCREEN))

    def _show_hand(self) -> None:
        page, view = self._page, self._page.desk.view
        hand, table = view.hand if view is not None else None, self._page.desk.table
        if hand is None:
            raise Unclear(str(words.NOTHING_TO_SHOW))
        page.run_worker(page.ask(lambda id: msg.Show(id=id, table=table, hand=hand)))

    async def _have_password(self) -> None:
        page = self._page
        ask = page.app.ask_secret  # type: ignore[attr-defined]
        password = await ask(str(words.NEW_PASSWORD))
        if not password:
            page.desk.note(str(words.NO_PASSWORD))
        elif await ask(str(words.SAME_PASSWORD)) != password:
            page.desk.note(str(words.TWO_PASSWORDS))
        elif await page.ask(lambda id: msg.Register(id=id, password=password)) is not None:
            page.desk.note(words.HAS_PASSWORD.format(name=page.feed.session.name))
        page.shown()

    async def leave(self) -> None:
        """Get up, now or when the hand is over; a table that is only watched is left alone."""
        page, desk = self._page, self._page.desk
        table = desk.table
        if desk.own is None:
            if await page.ask(lambda id: msg.Unwatch(id=id, table=table)) is not None:
                page.feed.session.forget(table)
                page.done()
            return
        desk.leaving = True
        await page.ask(lambda id: msg.Leave(id=id, table=table))
        if desk.over:
            page.done()
