"""
Line mode: a seat at a table, in lines of text.

:class:`Game` listens and obeys at the same time. What happens at the table is told as it comes;
each line that is typed is understood, sent, and its answer told, before the next one is looked at.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Iterator
from contextlib import aclosing
from typing import Any

from client_cli.ahead import Ahead
from client_cli.console import Console
from client_cli.countdown import Countdown
from client_cli.errors import Unclear, UsageError
from client_cli.link import Back, Link, Lost
from client_cli.looking import advice, look_up
from client_cli.presenter import Figures, Presenter, words
from client_cli.presenter.refusing import noticed, told
from client_cli.remarks import Remarks
from client_cli.reminders import Reminders
from client_cli.seat import find_table
from client_cli.spoken import understand_spoken
from client_cli.talk import Talk
from client_cli.typed import Situation, is_quit, understand
from client_cli.wishes import (
    Advise,
    Forget,
    HavePassword,
    Help,
    Later,
    ListHands,
    ListTables,
    Lookup,
    MoveTo,
    PostBlinds,
    Quit,
    Remark,
    ShowHand,
    ShowTable,
    StepIn,
    StepOut,
    TellHand,
    Top,
    Wish,
)
from showdown.protocol import messages as msg
from showdown.protocol.session import Received
from showdown.rules.events import TurnKind
from showdown.rules.ruleset import Seat, TableId
from showdown.rules.seen import DrawChosen, HandStarted, Left
from showdown.rules.table_view import TableView
from showdown.sdk import ConnectionLost, NoSeat, Refused
from showdown.sdk.connection import NumberedRequest

_ASKED: dict[type, type[msg.SitOut | msg.SitIn | msg.PostNow]] = {
    StepOut: msg.SitOut,
    StepIn: msg.SitIn,
    PostBlinds: msg.PostNow,
}

GOODBYE = 2.0
"""Seconds to wait at Ctrl-C for the server to say that we have left."""


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
        self._link = link
        self._remarks = remarks
        self._console = console
        self._table = table
        self._figures = figures
        self._presenter = Presenter(figures, table)
        self._countdown = Countdown()
        self._reminders = Reminders(console.note)
        self._talk = Talk(table, console, self._send)
        self._ahead = Ahead(figures)
        self._acting: asyncio.Task[None] | None = None
        """Does what was decided before the turn."""
        self.next: str | None = None
        """Where you want to sit down when you have got up here."""
        self._request: msg.ActionRequest | None = None
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
        watched = self._link.connection.session.tables.get(self._table)
        return watched.view if watched is not None else None

    @property
    def stack(self) -> str:
        """What you have in front of you."""
        own = self.view.own if self.view is not None else None
        return self._figures.chips(own.stack if own is not None else 0)

    # Listen.

    async def _listen(self) -> None:
        async with aclosing(self._link.listen()) as coming:
            async for each in coming:
                match each:
                    case Lost():
                        self._lost(each)
                    case Back():
                        self._was_away = True
                        self._back.set()
                        self._console.note(str(words.AGAIN))
                    case Received():
                        if not self._take(each):
                            return

    def _lost(self, lost: Lost) -> None:
        self._back.clear()
        self._answer[1].set()
        self._is_up(None)
        self._ahead.lose()
        self._console.prompt(words.PROMPT)
        sentence = words.STILL_LOST if lost.again else words.LOST
        self._console.note(sentence.format(reason=lost.reason, seconds=lost.seconds))

    def _take(self, received: Received) -> bool:
        """Tell what came; false if it ends the game."""
        self._follow_time(received)
        match received.message:
            case msg.Welcome() as welcome if self._was_away and not self._has_seat(welcome):
                self._console.say(words.SEAT_GONE.format(table=self._table))
                return False
            case msg.Snapshot(table=self._table) as snapshot:
                self._show_table(snapshot.view)
                self._ask(snapshot.request)
            case msg.Update(table=self._table) as update if received.before is not None:
                if not self._update(update, received, received.before):
                    return False
            case msg.Presence(table=self._table):
                self._tell_presence(received)
            case msg.Said() as said:
                self._talk.take(said)
            case msg.Notice() as notice:
                self._console.note(noticed(notice))
        if received.reply is not None and received.reply.id == self._answer[0]:
            self._answer[1].set()
        return True

    def _follow_time(self, received: Received) -> None:
        if getattr(received.message, "table", None) == self._table:
            self._countdown.follow(received.clock)

    def _show_table(self, view: TableView) -> None:
        away = self._link.connection.session.tables[self._table].away
        self._tell(self._presenter.picture(view, away=away, clock=self._countdown.left))

    def _tell_presence(self, received: Received) -> None:
        if received.after is not None:
            self._tell(self._presenter.presence(received.after, received.gone, received.back))

    def _has_seat(self, welcome: msg.Welcome) -> bool:
        return any(seat.table == self._table for seat in welcome.seats)

    def _update(self, update: msg.Update, received: Received, before: TableView) -> bool:
        if any(isinstance(event, HandStarted) for event in received.events):
            self._console.say("")
        self._tell(self._presenter.tell(before, received.events))
        self._tell_presence(received)
        self._tell_proof(received)
        if any(isinstance(e, Left) and e.seat == before.you for e in received.events):
            return False
        if self.view is not None and (gone := self._ahead.follow(self.view)):
            self._console.note(gone)
        chosen = any(isinstance(event, DrawChosen) for event in received.events)
        if update.request is not None or chosen or not self._is_asked(before.you):
            self._ask(update.request)
        return True

    def _tell_proof(self, received: Received) -> None:
        if received.proven is not None:
            self._tell(self._presenter.proven(received.proven))

    def _is_asked(self, seat: Seat | None) -> bool:
        """Whether a turn is open for a seat, perhaps for others as well."""
        turn = self.view.turn if self.view is not None else None
        return turn is not None and seat in (turn.seat, *(each.seat for each in turn.others))

    def _is_up(self, request: msg.ActionRequest | None) -> None:
        """Take what you are to decide now, or that it is nothing, and remind you of its time."""
        self._request = request
        self._reminders.follow(request)

    def _ask(self, request: msg.ActionRequest | None) -> None:
        if self._leaving:
            request = None  # the house acts for who is on his way out
        self._is_up(request)
        if self.view is not None:
            if request is not None:
                self._tell(self._presenter.your_turn(request, self.view))
            self._console.prompt(self._prompt(self.view))
            if request is not None and (move := self._ahead.move(request)) is not None:
                self._acting = asyncio.create_task(self._move(move, self.view))

    def _prompt(self, view: TableView) -> str:
        if self._request is not None:
            return str(words.PROMPT_TURN)
        if view.turn is None or view.turn.others or view.turn.seat == view.you:
            return words.PROMPT
        return words.PROMPT_OTHER.format(who=self._presenter.name(view, view.turn.seat))

    def _tell(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._console.say(line)

    # Obey.

    async def _obey(self) -> bool:
        """Do what is typed; true if the game goes on until the hand is over."""
        while (line := await self._console.read()) is not None:
            try:
                await self._do(line)
            except UsageError as error:
                self._console.say(told(error))
        return await self._leave()

    async def _do(self, line: str) -> None:
        view = self.view
        if view is None or not self._link.connection.is_open:
            await self._do_alone(line)
            return
        spoken = understand_spoken(line)
        if spoken is not None:
            await self._talk.do(spoken)
            return
        understood = understand(line, Situation(view, self._request, self._figures))
        if isinstance(understood, Wish):
            await self._wish(understood)
        elif understood is not None:
            await self._move(understood, view)

    async def _do_alone(self, line: str) -> None:
        """Without a connection one can but leave, as soon as it is back."""
        if is_quit(line):
            self._console.note(str(words.LEAVING_LATE))
            await self._leave()
        else:
            self._console.note(str(words.NOT_SENT))

    async def _move(self, move: msg.Move, view: TableView) -> None:
        request, hand = self._request, view.hand
        if request is None or hand is None:
            return
        if isinstance(move, msg.Fold) and request.legal.check:
            self._console.say(str(words.FOLDED_FREE))
        self._is_up(None)
        refused = await self._send(
            lambda id: msg.Act(id=id, table=self._table, hand=hand, turn=request.turn, action=move)
        )
        if refused is not None and refused.reply.request is not None:
            self._is_up(refused.reply.request)
            self._choices_again()

    async def _wish(self, wish: Wish) -> None:
        await _WISHES[type(wish)](self, wish)

    async def _help(self, _: Help) -> None:
        self._tell(map(str, words.HELP))
        if self._table in self._link.connection.session.hosts:
            self._tell(map(str, words.HELP_HOST))
        self._choices_again()

    async def _picture(self, _: ShowTable) -> None:
        if self.view is not None:
            self._show_table(self.view)
            self._tell(self._noted(self.view))
        self._choices_again()

    def _noted(self, view: TableView) -> Iterator[str]:
        """What you have noted about who sits here."""
        noted = {} if self._remarks is None else self._remarks.at(self._link.url)
        for player in view.seats:
            if text := noted.get(player.name.casefold()):
                yield words.NOTED.format(name=player.name, text=text)

    async def _remark(self, remark: Remark) -> None:
        if self._remarks is not None:
            self._remarks.write(self._link.url, remark.name, remark.text)
        sentence = words.NOTED if remark.text else words.NOTE_GONE
        self._console.note(sentence.format(name=remark.name, text=remark.text))

    async def _advise(self, _: Advise) -> None:
        request = self._request
        if request is None or request.kind is not TurnKind.DRAW:
            raise Unclear(str(words.ADVICE_ONLY_AT_DRAW))
        if not request.ruleset.advice:
            raise Unclear(str(words.ADVICE_OFF))
        self._tell(await asyncio.to_thread(lambda: list(advice(request, self._figures))))
        self._choices_again()

    async def _decide(self, later: Later) -> None:
        if self.view is not None:
            self._console.note(self._ahead.decide(later.intention, self.view))

    async def _forget(self, _: Forget) -> None:
        self._console.note(self._ahead.forget())

    async def _ask_for(self, wish: StepOut | StepIn | PostBlinds) -> None:
        build = _ASKED[type(wish)]
        await self._send(lambda id: build(id=id, table=self._table))

    async def _top(self, top: Top) -> None:
        await self._send(lambda id: msg.TopUp(id=id, table=self._table, to=top.to))

    async def _quit(self, _: Quit) -> None:
        await self._leave()

    async def _look_up(self, lookup: Lookup) -> None:
        try:
            self._tell(await look_up(self._link.connection, lookup, self._figures))
        except Refused as refused:
            self._console.say(told(refused))
        except ConnectionLost:
            self._console.note(str(words.NOT_SURE))
        self._choices_again()

    async def _move_to(self, move: MoveTo) -> None:
        """Get up to sit down at another table, if there is one of that name."""
        try:
            self.next = await find_table(self._link.connection, move.table)
        except NoSeat as error:
            raise Unclear(told(error)) from None
        self._console.note(words.MOVING.format(table=self.next))
        await self._leave()

    async def _have_password(self, _: HavePassword) -> None:
        """Ask for a password twice, so that it is no slip, and let the server have it."""
        password = await self._console.read_secret(str(words.NEW_PASSWORD))
        if not password:
            raise Unclear(str(words.NO_PASSWORD))
        if await self._console.read_secret(str(words.SAME_PASSWORD)) != password:
            raise Unclear(str(words.TWO_PASSWORDS))
        refused = await self._send(lambda id: msg.Register(id=id, password=password))
        if refused is None and self._link.connection.is_open:
            self._console.note(words.HAS_PASSWORD.format(name=self._link.connection.session.name))

    async def _show_hand(self, _: ShowHand) -> None:
        hand = self.view.hand if self.view is not None else None
        if hand is None:
            raise Unclear(str(words.NOTHING_TO_SHOW))
        await self._send(lambda id: msg.Show(id=id, table=self._table, hand=hand))

    def _choices_again(self) -> None:
        if self._request is not None and self.view is not None:
            self._console.say(self._presenter.choices(self._request, self.view))

    async def _send(
        self,
        build: Callable[[str], NumberedRequest],
        then: Callable[[msg.Reply], None] = lambda _: None,
    ) -> Refused | None:
        """
        Ask the server, and wait until its answer was told; a refusal is told here.

        Args:
            then: what is done with the reply, if it is no refusal.
        """
        connection = self._link.connection
        if not connection.is_open:
            self._console.note(str(words.NOT_SENT))
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
            self._console.say(told(refused))
            return refused
        except ConnectionLost:
            self._console.note(str(words.NOT_SURE))
        return None

    # Go.

    async def _leave(self) -> bool:
        """Get up, now or after the hand; false if we have no seat to get up from."""
        self._leaving = True
        while True:
            refused = await self._send(lambda id: msg.Leave(id=id, table=self._table))
            if refused is not None:
                return False
            if self._link.connection.is_open:
                self._console.note(str(words.LEAVING_WAITS))
                return True
            self._back.clear()
            await self._back.wait()

    async def _leave_at_once(self) -> None:
        """Get up without waiting for the hand to end, and say where the chips are."""
        view = self.view
        in_hand = view is not None and view.running and view.own is not None and view.own.dealt_in
        sentence = words.LEAVING_LATER if in_hand else words.LEAVING_NOW
        stack = self.stack
        try:
            async with asyncio.timeout(GOODBYE):
                await self._link.connection.request(lambda id: msg.Leave(id=id, table=self._table))
        except Refused:
            sentence = words.LEAVING_NOW  # we had no seat any more
        except (TimeoutError, ConnectionLost):
            sentence = words.LEAVING_UNSURE
        self._console.say(sentence.format(table=self._table, stack=stack))


_WISHES: dict[type, Callable[[Game, Any], Coroutine[Any, Any, None]]] = {
    Help: Game._help,
    ShowTable: Game._picture,
    Later: Game._decide,
    Advise: Game._advise,
    Remark: Game._remark,
    Forget: Game._forget,
    ListTables: Game._look_up,
    ListHands: Game._look_up,
    TellHand: Game._look_up,
    MoveTo: Game._move_to,
    StepOut: Game._ask_for,
    StepIn: Game._ask_for,
    PostBlinds: Game._ask_for,
    Top: Game._top,
    ShowHand: Game._show_hand,
    HavePassword: Game._have_password,
    Quit: Game._quit,
}
"""What is done for a wish."""
