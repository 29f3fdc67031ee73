"""
Line mode: a seat at a table, in lines of text.

:class:`Game` listens and obeys at the same time. What happens at the table is told as it comes;
each line that is typed is understood, sent, and its answer told, before the next one is looked at.
"""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import aclosing

from client_cli.ahead import Ahead
from client_cli.console import Console
from client_cli.countdown import Countdown
from client_cli.errors import UsageError
from client_cli.granting import GRANTS
from client_cli.link import Back, Link, Lost
from client_cli.presenter import Figures, Presenter, words
from client_cli.presenter.refusing import noticed, told
from client_cli.remarks import Remarks
from client_cli.reminders import Reminders
from client_cli.seat import get_up_at_once
from client_cli.spoken import understand_spoken
from client_cli.talk import Talk
from client_cli.typed import Situation, is_quit, understand
from client_cli.wishes import Wish
from showdown.protocol import messages as msg
from showdown.protocol.session import Received
from showdown.rules.ruleset import Seat, TableId
from showdown.rules.seen import DrawChosen, HandStarted, Left
from showdown.rules.table_view import TableView
from showdown.sdk import ConnectionLost, Refused
from showdown.sdk.connection import NumberedRequest


class Game:
    """You at one table, until you leave."""

    def __init__(
        self,
        link: Link,
        console: Console,
        table: TableId,
        figures: Figures,
        remarks: Remarks | None = None,
    ) -> None:
        """
        Sit at a table.

        Args:
            remarks: where notes on players are kept.
        """
        self.link = link
        self.remarks = remarks
        self.console = console
        self.table = table
        self.figures = figures
        self.presenter = Presenter(figures, table)
        self._countdown = Countdown()
        self._reminders = Reminders(console.note)
        self._talk = Talk(table, console, self.send)
        self.ahead = Ahead(figures)
        self._acting: asyncio.Task[None] | None = None
        """Does what was decided before the turn."""
        self.next: str | None = None
        """Where you want to sit down when you have got up here."""
        self.request: msg.ActionRequest | None = None
        self._leaving = False
        self._was_away = False
        self._back = asyncio.Event()
        self._answer: tuple[str, asyncio.Event] = ("", asyncio.Event())
        """The request that was sent last, and that its answer was told."""

    async def run(self) -> None:
        """
        Play until you have left the table.

        Raises:
            ConnectionLost: the connection ended for good; the seat stays.
        """
        listening = asyncio.create_task(self._listen())
        obeying = asyncio.create_task(self._obey())
        try:
            await asyncio.wait({listening, obeying}, return_when=asyncio.FIRST_COMPLETED)
            if not listening.done() and obeying.result():
                await asyncio.wait({listening})
            if listening.done():
                listening.result()
        except asyncio.CancelledError:
            listening.cancel()
            obeying.cancel()
            await self._leave_at_once()
            raise
        finally:
            tasks = [each for each in (listening, obeying, self._acting) if each is not None]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._reminders.follow(None)

    @property
    def view(self) -> TableView | None:
        """The table as it is now."""
        watched = self.link.connection.session.tables.get(self.table)
        return watched.view if watched is not None else None

    @property
    def stack(self) -> str:
        """What you have in front of you."""
        own = self.view.own if self.view is not None else None
        return self.figures.chips(own.stack if own is not None else 0)

    # Listen.

    async def _listen(self) -> None:
        async with aclosing(self.link.listen()) as coming:
            async for each in coming:
                match each:
                    case Lost():
                        self._lost(each)
                    case Back():
                        self._was_away = True
                        self._back.set()
                        self.console.note(str(words.AGAIN))
                    case Received():
                        if not self._take(each):
                            return

    def _lost(self, lost: Lost) -> None:
        self._back.clear()
        self._answer[1].set()
        self._is_up(None)
        self.ahead.lose()
        self.console.prompt(words.PROMPT)
        sentence = words.STILL_LOST if lost.again else words.LOST
        self.console.note(sentence.format(reason=lost.reason, seconds=lost.seconds))

    def _take(self, received: Received) -> bool:
        """Tell what came; false if it ends the game."""
        self._follow_time(received)
        match received.message:
            case msg.Welcome() as welcome if self._was_away and not self._has_seat(welcome):
                self.console.say(words.SEAT_GONE.format(table=self.table))
                return False
            case msg.Snapshot(table=self.table) as snapshot:
                self.show_table(snapshot.view)
                self._ask(snapshot.request)
            case msg.Update(table=self.table) as update if received.before is not None:
                if not self._update(update, received, received.before):
                    return False
            case msg.Presence(table=self.table):
                self._tell_presence(received)
            case msg.Said() as said:
                self._talk.take(said)
            case msg.Notice() as notice:
                self.console.note(noticed(notice))
        if received.reply is not None and received.reply.id == self._answer[0]:
            self._answer[1].set()
        return True

    def _follow_time(self, received: Received) -> None:
        if getattr(received.message, "table", None) == self.table:
            self._countdown.follow(received.clock)

    def show_table(self, view: TableView) -> None:
        away = self.link.connection.session.tables[self.table].away
        self.tell(self.presenter.picture(view, away=away, clock=self._countdown.left))

    def _tell_presence(self, received: Received) -> None:
        if received.after is not None:
            self.tell(self.presenter.presence(received.after, received.gone, received.back))

    def _has_seat(self, welcome: msg.Welcome) -> bool:
        return any(seat.table == self.table for seat in welcome.seats)

    def _update(self, update: msg.Update, received: Received, before: TableView) -> bool:
        if any(isinstance(event, HandStarted) for event in received.events):
            self.console.say("")
        self.tell(self.presenter.tell(before, received.events))
        self._tell_presence(received)
        self._tell_proof(received)
        if any(isinstance(e, Left) and e.seat == before.you for e in received.events):
            return False
        if self.view is not None and (gone := self.ahead.follow(self.view)):
            self.console.note(gone)
        chosen = any(isinstance(event, DrawChosen) for event in received.events)
        if update.request is not None or chosen or not self._is_asked(before.you):
            self._ask(update.request)
        return True

    def _tell_proof(self, received: Received) -> None:
        if received.proven is not None:
            self.tell(self.presenter.proven(received.proven))

    def _is_asked(self, seat: Seat | None) -> bool:
        """Whether a turn is open for a seat, perhaps for others as well."""
        return self.view is not None and seat in self.view.asked

    def _is_up(self, request: msg.ActionRequest | None) -> None:
        """Take what you are to decide now, or that it is nothing, and remind you of its time."""
        self.request = request
        self._reminders.follow(request)

    def _ask(self, request: msg.ActionRequest | None) -> None:
        if self._leaving:
            request = None  # the house acts for who is on his way out
        self._is_up(request)
        if self.view is not None:
            if request is not None:
                self.tell(self.presenter.your_turn(request, self.view))
            self.console.prompt(self._prompt(self.view))
            if request is not None and (move := self.ahead.move(request)) is not None:
                self._acting = asyncio.create_task(self._move(move, self.view))

    def _prompt(self, view: TableView) -> str:
        if self.request is not None:
            return str(words.PROMPT_TURN)
        if view.turn is None or view.turn.others or view.turn.seat == view.you:
            return words.PROMPT
        return words.PROMPT_OTHER.format(who=self.presenter.name(view, view.turn.seat))

    def tell(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.console.say(line)

    # Obey.

    async def _obey(self) -> bool:
        """Do what is typed; true if the game goes on until the hand is over."""
        while (line := await self.console.read()) is not None:
            try:
                await self._do(line)
            except UsageError as error:
                self.console.say(told(error))
        return await self.leave()

    async def _do(self, line: str) -> None:
        view = self.view
        if view is None or not self.link.connection.is_open:
            await self._do_alone(line)
            return
        spoken = understand_spoken(line)
        if spoken is not None:
            await self._talk.do(spoken)
            return
        understood = understand(line, Situation(view, self.request, self.figures))
        if isinstance(understood, Wish):
            await self._wish(understood)
        elif understood is not None:
            await self._move(understood, view)

    async def _do_alone(self, line: str) -> None:
        """Without a connection one can but leave, as soon as it is back."""
        if is_quit(line):
            self.console.note(str(words.LEAVING_LATE))
            await self.leave()
        else:
            self.console.note(str(words.NOT_SENT))

    async def _move(self, move: msg.Move, view: TableView) -> None:
        request, hand = self.request, view.hand
        if request is None or hand is None:
            return
        if isinstance(move, msg.Fold) and request.legal.check:
            self.console.say(str(words.FOLDED_FREE))
        self._is_up(None)
        refused = await self.send(
            lambda id: msg.Act(id=id, table=self.table, hand=hand, turn=request.turn, action=move)
        )
        if refused is not None and refused.reply.request is not None:
            self._is_up(refused.reply.request)
            self.choices_again()

    async def _wish(self, wish: Wish) -> None:
        await GRANTS[type(wish)](self, wish)

    def choices_again(self) -> None:
        if self.request is not None and self.view is not None:
            self.console.say(self.presenter.choices(self.request, self.view))

    async def send(
        self,
        build: Callable[[str], NumberedRequest],
        then: Callable[[msg.Reply], None] = lambda _: None,
    ) -> Refused | None:
        """
        Ask the server, and wait until its answer was told; a refusal is told here.

        Args:
            then: what is done with the reply, if it is no refusal.
        """
        connection = self.link.connection
        if not connection.is_open:
            self.console.note(str(words.NOT_SENT))
            return None
        answered = asyncio.Event()

        def numbered(request_id: str) -> NumberedRequest:
            self._answer = (request_id, answered)
            return build(request_id)

        try:
            reply = await connection.request(numbered)
            await answered.wait()
            then(reply)
        except Refused as refused:
            await answered.wait()
            self.console.say(told(refused))
            return refused
        except ConnectionLost:
            self.console.note(str(words.NOT_SURE))
        return None

    # Go.

    async def leave(self) -> bool:
        """Get up, now or after the hand; false if we have no seat to get up from."""
        self._leaving = True
        while True:
            refused = await self.send(lambda id: msg.Leave(id=id, table=self.table))
            if refused is not None:
                return False
            if self.link.connection.is_open:
                self.console.note(str(words.LEAVING_WAITS))
                return True
            self._back.clear()
            await self._back.wait()

    async def _leave_at_once(self) -> None:
        """Get up without waiting for the hand to end, and say where the chips are."""
        self.console.say(await get_up_at_once(self.link.connection, self.table, self.figures))
