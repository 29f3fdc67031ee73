"""
The page of one table: what you see of it, and what your keys do there.
"""

from collections.abc import Callable
from time import monotonic
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Key, Resize
from textual.widgets import Input

from client_cli.desk.advice import may_advise
from client_cli.desk.controls import Controls
from client_cli.desk.feed import Build, Feed, Heard
from client_cli.desk.table import TableDesk
from client_cli.presenter import Figures, words
from client_cli.presenter.refusing import told
from client_cli.remarks import Remarks
from client_cli.screens.reading import Reading
from client_cli.screens.table.beside import Beside
from client_cli.screens.table.helping import help_rows
from client_cli.screens.table.keys import address_of, key_of
from client_cli.screens.table.typing import Typing
from client_cli.settings import Settings
from client_cli.widgets.felt import Felt
from client_cli.widgets.finding import typed_too_soon
from client_cli.widgets.page import Hint, Page
from client_cli.widgets.panel import Panel
from client_cli.widgets.story import Story
from showdown.errors import ShowdownError
from showdown.protocol import messages as msg
from showdown.rules.ruleset import HandId, TableId
from showdown.sdk import Refused

WIDE = 110
"""From so many columns on, what was told stands beside the table."""
WIDER = 160
TICK = 0.5
"""Seconds between two looks at the clock, while somebody's runs."""


class TablePage(Page):
    """A table where you sit or look on."""

    DEFAULT_CSS = """
    TablePage #felt { height: 14; }
    TablePage #story { height: 1fr; padding: 0 1; }
    TablePage #line { display: none; height: 1; border: none; padding: 0 1; }
    TablePage.typing #line { display: block; }
    TablePage.wide #felt { height: 1fr; }
    TablePage.wide #story {
        dock: right; width: 36; height: 100%; border-left: solid $secondary;
    }
    TablePage.wider #story { width: 56; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pageup", "scroll_story(5)", show=False),
        Binding("pagedown", "scroll_story(-5)", show=False),
        Binding("question_mark,f1", "help", show=False),
        Binding("m", "menu", show=False),
        Binding("o", "odds", show=False),
        Binding("i", "obey('in')", show=False),
        Binding("b", "buy", show=False),
        Binding("p", "obey('post')", show=False),
        Binding("tab", "screen.wanted", show=False),
        Binding("escape", "end_typing", show=False),
    ]

    def __init__(
        self,
        feed: Feed,
        table: TableId,
        figures: Figures,
        settings: Callable[[], Settings],
        now: Callable[[], float] = monotonic,
        remarks: Remarks | None = None,
    ) -> None:
        """
        Begin to listen; what is heard before the page is on the screen is not lost.

        Args:
            settings: how you like things, as of when it is asked.
            remarks: where notes on players are kept.
        """
        super().__init__(id=address_of(table))
        self.feed = feed
        self.desk = TableDesk(table, figures, now)
        self.settings = settings
        self.controls = Controls(self.desk, confirm=lambda: settings().confirm)
        self.typing = Typing(self)
        self.beside = Beside(self, remarks)
        self._stop_listening = feed.listen(self.hear)

    def compose(self) -> ComposeResult:
        """The parts of the page."""
        yield Felt(self.desk)
        yield Panel(self.desk, self.controls)
        yield Story(self.desk)
        yield Input(id="line", compact=True, select_on_focus=False)

    def on_mount(self) -> None:
        """Begin with what is known of the table already."""
        watched = self.feed.session.tables.get(self.desk.table)
        if watched is not None and self.desk.view is None:
            self.desk.view, self.desk.away = watched.view, watched.away
        self.beside.read_remarks()
        self.set_interval(TICK, self._tick)

    def on_unmount(self) -> None:
        """Hear no more."""
        self._stop_listening()

    # What comes.

    def hear(self, heard: Heard) -> None:
        """Take what came, and show it if this page is seen."""
        needed = self.needs_you
        self.desk.hears_talk = self.settings().chat
        if not self.desk.hear(heard):
            return
        intended = self.desk.take_intended()
        if intended is not None:
            self.send(intended)
        if self.needs_you and not needed:
            self._ring()
        if not self.is_mounted:
            return  # it is drawn when it comes to the screen
        if self.display:
            self.shown()
        if self.needs_you != needed or self.display:
            self.changed()
        if self.desk.over and self.desk.leaving:
            self.done()

    def _ring(self) -> None:
        if self.settings().bell:
            self.app.bell()

    def _tick(self) -> None:
        """Show how the clock runs, if anybody sees it."""
        if self.display and self.desk.clock:
            panel = self.query_one_optional(Panel)
            if panel is not None:
                panel.repaint()

    # What a page tells the screen.

    @property
    def title(self) -> str:
        """The table's name."""
        return self.desk.table

    @property
    def needs_you(self) -> bool:
        """Whether it is your turn, and nothing was sent for it."""
        return self.desk.needs_you and not self.desk.sending

    @property
    def busy(self) -> bool:
        """Whether you type, choose or confirm."""
        draft = self.desk.draft
        return self.typing.open or (draft is not None and draft.open)

    @property
    def hints(self) -> tuple[Hint, ...]:
        """Keys beside those of your turn."""
        odds = (Hint("o", str(words.KEY_ODDS)),) if self.may_advise else ()
        return (
            *odds,
            Hint("question_mark", str(words.KEY_HELP)),
            Hint("m", str(words.KEY_MENU)),
            Hint("t", str(words.KEY_CHAT)),
            Hint("colon", str(words.KEY_COMMAND)),
            Hint("pageup", str(words.KEY_OLDER)),
            Hint("tab", str(words.KEY_NEXT)),
            Hint("ctrl+q", str(words.KEY_QUIT)),
        )

    @property
    def may_advise(self) -> bool:
        """Whether you may ask for odds now: you want to, and the table does not mind."""
        return self.settings().advice and may_advise(self.desk)

    def shown(self) -> None:
        """Draw everything that has changed; there is nothing to draw on while the page goes."""
        if self.query_one_optional(Felt) is None:
            return
        self._arrange()
        for part in (Felt, Panel, Story):
            self.query_one(part).repaint()

    def focus_first(self) -> None:
        """Keys go to the page, or to the line that is being typed."""
        if self.typing.open:
            self.query_one(Input).focus()
        else:
            self.focus()

    def on_resize(self, _: Resize) -> None:
        """Arrange the parts for the new room."""
        self._arrange()

    def _arrange(self) -> None:
        width, felt, view = self.size.width, self.query_one(Felt), self.desk.view
        self.set_class(width >= WIDE, "wide")
        self.set_class(width >= WIDER, "wider")
        if width >= WIDE:
            felt.styles.clear_rule("height")
        elif view is not None:
            felt.styles.height = Felt.rows_wanted(view.ruleset.max_seats, view.you is not None)

    # Keys.

    def on_key(self, event: Key) -> None:
        """What a key does in your turn, or before it."""
        if self.typing.open:
            typed_too_soon(self.query_one(Input), event)
        elif self.press(key_of(event)) or self._opens_line(event.key):
            event.stop()
            event.prevent_default()

    def _opens_line(self, key: str) -> bool:
        """Open the line at once: what follows in the same breath belongs there."""
        opens = _OPENING.get(key)
        if opens is None:
            return False
        opens(self)
        return True

    def press(self, key: str) -> bool:
        """Press a key of the game; false if it means nothing at this moment."""
        pressed = self.controls.press(key)
        if not pressed.known:
            return False
        if pressed.move is not None:
            self.send(pressed.move)
        self.shown()
        self.changed()
        return True

    def action_scroll_story(self, by: int) -> None:
        """Show what was told before, or what came after."""
        self.query_one(Story).scroll(by)

    def action_chat(self) -> None:
        """Speak to the table."""
        self.typing.begin(chat=True)

    def action_command(self) -> None:
        """Type a command, as in line mode."""
        self.typing.begin(chat=False)

    def action_help(self) -> None:
        """Say what can be done."""
        hosts = self.desk.table in self.feed.session.hosts
        rows = help_rows(hosts=hosts, advice=self.settings().advice)
        self.app.push_screen(Reading(tuple(rows)))

    def action_menu(self) -> None:
        """Choose what else to do."""
        self.run_worker(self.beside.choose(), group="menu", exclusive=True)

    def action_obey(self, command: str) -> None:
        """Do what a command says that has a key, where it is offered."""
        key = {"in": "i", "post": "p"}[command]
        if key in {choice.key for choice in self.controls.choices()}:
            self.typing.obey(command)

    def action_buy(self) -> None:
        """Buy chips: how many is typed; they are played with at once."""
        own, view = self.desk.own, self.desk.view
        if own is not None and view is not None and not self.desk.needs_you:
            self.typing.begin(chat=False, text=f"top {view.ruleset.usual_buy}")

    def action_note(self) -> None:
        """Note something about a player."""
        self.typing.begin(chat=False, text="note ")

    def action_odds(self) -> None:
        """Say what each discard becomes."""
        if self.may_advise and self.desk.request is not None:
            self.run_worker(self.beside.advise(self.desk.request), group="odds", exclusive=True)

    # What is sent.

    def send(self, move: msg.Move) -> None:
        """Act in this turn, once."""
        desk = self.desk
        request, hand = desk.request, desk.view.hand if desk.view is not None else None
        if request is None or hand is None or desk.sending:
            return
        if not self.feed.is_open:
            desk.note(str(words.NOT_SENT))
            return
        desk.sending = True
        self.run_worker(self._act(hand, request.turn, move), group="act")

    async def _act(self, hand: HandId, turn: int, move: msg.Move) -> None:
        table = self.desk.table
        reply = await self.ask(
            lambda id: msg.Act(id=id, table=table, hand=hand, turn=turn, action=move)
        )
        if reply is None and self.feed.is_open:
            self.desk.sending = False

    async def ask(self, build: Build) -> msg.Reply | None:
        """Ask the server; a refusal is told here, and None is returned."""
        desk = self.desk
        try:
            return await self.feed.ask(build)
        except Refused as refused:
            if refused.reply.request is not None:
                desk.asked_again(refused.reply.request)
            desk.note(told(refused))
        except ShowdownError as error:
            desk.note(told(error))
        if self.is_mounted:
            self.shown()
            self.changed()
        return None

    # The line at the bottom.

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Do what was typed."""
        event.stop()
        self.typing.submit(event.value)

    def action_end_typing(self) -> None:
        """Close the line, and keep what is in it."""
        if self.typing.open:
            self.typing.end()


_OPENING: dict[str, Callable[[TablePage], None]] = {
    "t": TablePage.action_chat,
    "apostrophe": TablePage.action_chat,
    "colon": TablePage.action_command,
    "slash": TablePage.action_command,
    "n": TablePage.action_note,
}
"""Keys after which a line is typed."""
