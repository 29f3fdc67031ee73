"""
A tiny server for the client's tests: real sockets, one table, and opponents that do as written.

The table is played by the rules; everybody but the clients acts at once, as `policy` says, so that
after each frame the next thing to happen is the client's and no test has to wait for a clock.
"""

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager

from msgspec.structs import replace
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from showdown import Call, Check, Draw, IllegalAction, LegalActions, Ruleset
from showdown.history.record import HandRecord
from showdown.history.statistics import Statistics, tally
from showdown.protocol import SUBPROTOCOL
from showdown.protocol import messages as msg
from showdown.protocol.closing import CloseCode
from showdown.protocol.codec import decode_request, encode, encode_events
from showdown.rules import events as ev
from showdown.rules import table as rules
from showdown.rules.actions import PlayerAction
from showdown.rules.hand import HandState
from showdown.rules.legal import legal_actions, to_call
from showdown.rules.positions import Positions
from showdown.rules.ruleset import AccountId, HandId, TableId
from showdown.rules.seating import Occupant, Seating
from showdown.rules.settlement import hand_pots
from showdown.rules.table import TableState
from showdown.rules.table_view import turn_view, view_table
from showdown.rules.view import hand_viewer, project_all, table_viewer

TABLE = TableId("blue")
RULES = Ruleset(sb=5, bb=10, time_bank=60, proof=False)
LIMITS = msg.Limits(max_frame=8192, heartbeat_s=15)
Policy = Callable[[LegalActions], PlayerAction]


def calls(legal: LegalActions) -> PlayerAction:
    """Checks, calls, and stands pat."""
    if legal.draw is not None:
        return Draw(legal.seat)
    return Check(legal.seat) if legal.check else Call(legal.seat)


class Refusal(Exception):
    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


_WISHES: dict[type, Callable[..., rules.TableAction]] = {
    msg.Leave: rules.Leave,
    msg.SitOut: rules.SitOut,
    msg.SitIn: rules.SitIn,
    msg.PostNow: rules.PostNow,
    msg.Show: rules.ShowHand,
}


class House:
    """The server; `opponents` sit in the first seats, and a hand begins when `deals` is above 0."""

    def __init__(
        self,
        *opponents: str,
        ruleset: Ruleset = RULES,
        policy: Policy = calls,
        deals: int = 1,
        key: int = 1,
        show: bool = False,
        last: Positions | None = None,
    ) -> None:
        """
        With `show` the opponents also play when there are only onlookers; `last` is where button
        and blinds were in a hand before.
        """
        occupants = tuple(
            Occupant(seat=seat, account=AccountId(900 + seat), name=name, stack=1000)
            for seat, name in enumerate(opponents, start=1)
        )
        self.state = TableState(seating=Seating(ruleset=ruleset, occupants=occupants, last=last))
        self.policy = policy
        self.deals, self.show = deals, show
        self.names: dict[str, AccountId] = {o.name: o.account for o in occupants}
        self.tokens: dict[str, str] = {}
        self.invitations: dict[str, TableId] = {}
        """Where codes lead."""
        self.other_tables: tuple[msg.TableSummary, ...] = ()
        """Tables that are listed and at which nothing happens."""
        self.tells_seats = True
        """Whether a welcome says where one sits."""
        self.line: int | None = None
        """At which place somebody stands who waits; None if the line is full."""
        self.result: msg.Invitation | None = None
        """What a host gets who asks for something."""
        self.hosts: set[str] = set()
        """Names of those whose table it is."""
        self.passwords: dict[str, str] = {}
        """Of names that have one."""
        self.refusals: list[tuple[str, str]] = []
        """The next hellos are refused like this."""
        self.clients: dict[ServerConnection, str] = {}
        self.requests: list[msg.ClientMessage] = []
        self.records: list[tuple[ev.HandEvent, ...]] = []
        self._hand_events: list[ev.HandEvent] = []
        self._listeners: list[ServerConnection] = []
        self._events: list[rules.TableEvent] = []
        self._key = key
        self._server: Server | None = None

    @property
    def url(self) -> str:
        assert self._server is not None
        return f"ws://127.0.0.1:{self.port}"

    @property
    def port(self) -> int:
        assert self._server is not None
        port: int = next(iter(self._server.sockets)).getsockname()[1]
        return port

    async def start(self, port: int = 0) -> None:
        self._server = await serve(
            self._serve,
            "127.0.0.1",
            port,
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            compression=None,
            close_timeout=1,
        )

    async def stop(self) -> None:
        assert self._server is not None
        self._server.close()
        await self._server.wait_closed()

    async def drop(self) -> None:
        """Cut all lines without a word."""
        for socket in tuple(self.clients):
            socket.transport.abort()

    async def dismiss(self, code: CloseCode) -> None:
        for socket in tuple(self.clients):
            await socket.close(code)

    async def deal(self) -> None:
        """Begin one hand more."""
        self.deals += 1
        await self._go_on()

    # One client.

    async def _serve(self, socket: ServerConnection) -> None:
        try:
            async for frame in socket:
                request = decode_request(frame)
                self.requests.append(request)
                if isinstance(request, msg.Numbered):
                    await self._answer(socket, request)
        except ConnectionClosed:
            return
        finally:
            self.clients.pop(socket, None)
            self._listeners = [each for each in self._listeners if each is not socket]

    async def _answer(self, socket: ServerConnection, request: msg.Numbered) -> None:
        try:
            if isinstance(request, msg.Hello | msg.Register | msg.SignOut):
                await self._who(socket, request)
            elif isinstance(request, msg.Tables):
                await self._send(socket, self._lobby(), _yes(request))
            elif isinstance(request, msg.Hands | msg.Hand | msg.Stats):
                await self._send(socket, self._history(socket, request))
            elif isinstance(request, msg.Watch):
                await self._show(socket, request)
            elif isinstance(request, msg.Resume):
                await self._resume(socket, request)
            elif isinstance(request, msg.Act):
                await self._act(socket, request)
            else:
                await self._wish(socket, request)
        except IllegalAction as error:
            await self._refuse(socket, request, error.code, error.sentence)
        except Refusal as error:
            await self._refuse(socket, request, error.code, str(error))
        else:
            await self._go_on()

    async def _send(self, socket: ServerConnection, *messages: msg.ServerMessage) -> None:
        for message in messages:
            await socket.send(encode(message), text=True)

    async def _refuse(
        self, socket: ServerConnection, request: msg.Numbered, code: str, sentence: str
    ) -> None:
        error = msg.Error(code=code, message=sentence)
        ours = self._request_for(socket) if isinstance(request, msg.Act) else None
        await self._send(socket, msg.Reply(id=request.id, error=error, request=ours))

    async def _hello(self, socket: ServerConnection, hello: msg.Hello) -> None:
        if self.refusals:
            raise Refusal(*self.refusals.pop(0))
        given = None
        if hello.token is not None:
            name = self.tokens.get(hello.token)
            if name is None:
                raise Refusal("bad_token", "This token belongs to no account; say hello anew.")
        else:
            assert hello.name is not None
            name, given = hello.name, f"token-of-{hello.name}"
            if name in self.passwords:
                self._check_password(name, hello.password)
            elif name in self.names:
                raise Refusal("name_taken", f"The name {name} is taken; choose another one.")
            self.names.setdefault(name, AccountId(len(self.names) + 1))
            self.tokens[given] = name
        self.clients[socket] = name
        occupant = self.state.seating.of(self.names[name])
        seats = (
            ()
            if occupant is None or not self.tells_seats
            else (msg.SeatTaken(table=TABLE, seat=occupant.seat),)
        )
        welcome = msg.Welcome(
            version="0",
            account=self.names[name],
            name=name,
            chips=9000,
            limits=LIMITS,
            token=given,
            seats=seats,
            invited=self.invitations.get(hello.invite or ""),
            hosts=(TABLE,) if name in self.hosts else (),
        )
        await self._send(socket, welcome, _yes(hello))
        if seats and not hello.resume:
            await self._show(socket)

    async def _who(
        self, socket: ServerConnection, request: msg.Hello | msg.Register | msg.SignOut
    ) -> None:
        if isinstance(request, msg.Hello):
            await self._hello(socket, request)
        elif isinstance(request, msg.SignOut):
            await self._sign_out(socket, request)
        else:
            await self._register(socket, request)

    async def _register(self, socket: ServerConnection, request: msg.Register) -> None:
        name = self.clients[socket]
        if name in self.passwords:
            raise Refusal("has_password", f"{name} has a password already.")
        self.passwords[name] = request.password
        await self._send(socket, _yes(request))

    async def _sign_out(self, socket: ServerConnection, request: msg.SignOut) -> None:
        name = self.clients[socket]
        if name in self.passwords:
            self.tokens = {token: each for token, each in self.tokens.items() if each != name}
        await self._send(socket, _yes(request))

    def _check_password(self, name: str, said: str | None) -> None:
        if said is None:
            raise Refusal("password_wanted", f"The name {name} has a password; say it.")
        if said != self.passwords[name]:
            raise Refusal("wrong_password", f"{name} with this password is nobody here.")

    def _lobby(self) -> msg.Lobby:
        seating = self.state.seating
        summary = msg.TableSummary(
            table=TABLE,
            ruleset=seating.ruleset,
            players=len(seating.occupants),
            free=seating.free_seats,
            hand=self.state.running.hand if self.state.running else None,
            private=bool(self.invitations),
            seats=tuple(
                msg.SeatSummary(
                    seat=each.seat,
                    name=each.name,
                    stack=each.stack,
                    bot=each.name == "Bert",
                    sitting_out=each.name == "Carl",
                    away=each.name == "Carl",
                )
                for each in seating.occupants
            ),
        )
        template = msg.TemplateSummary(
            name="classic", ruleset=seating.ruleset, bots=0, open=1, most=20
        )
        tables = (summary, *self.other_tables)
        return msg.Lobby(tables=tables, templates=(template,), chips=9000)

    # The table.

    async def _show(self, socket: ServerConnection, request: msg.Numbered | None = None) -> None:
        if socket not in self._listeners:
            self._listeners.append(socket)
        await self._send(
            socket,
            msg.Snapshot(
                table=TABLE,
                seq=self._seq,
                view=view_table(self.state, table_viewer(self.state, self._account(socket))),
                request=self._request_for(socket),
                reply=None if request is None else msg.Answer(id=request.id, ok=True),
            ),
        )

    async def _resume(self, socket: ServerConnection, request: msg.Resume) -> None:
        """What was missed, in one update, or a snapshot."""
        if request.last_seq is None:
            await self._show(socket, request)
            return
        self._listeners.append(socket)
        viewer = table_viewer(self.state, self._account(socket))
        missed = project_all(self._events[request.last_seq :], viewer)
        await self._send(
            socket,
            msg.Update(
                table=TABLE,
                seq=request.last_seq + 1,
                events=encode_events(missed),
                hand=self.state.hand.hand if self.state.hand else None,
                request=self._request_for(socket),
                reply=msg.Answer(id=request.id, ok=True),
            ),
        )

    @property
    def _seq(self) -> int:
        return len(self._events)

    def _account(self, socket: ServerConnection) -> AccountId:
        return self.names[self.clients[socket]]

    async def _wish(self, socket: ServerConnection, request: msg.Numbered) -> None:
        account, name = self._account(socket), self.clients[socket]
        match request:
            case msg.Sit(seat=seat, buy_in=buy_in):
                action = rules.Sit(account=account, name=name, buy_in=buy_in or 1000, seat=seat)
                await self._perform(action)
                await self._show(socket, request)
                return
            case _ if type(request) in _WISHES:
                await self._perform(_WISHES[type(request)](account=account), socket, request)
            case msg.TopUp(to=to):
                await self._perform(rules.TopUp(account=account, to=to), socket, request)
            case msg.Chat(text=text):
                await self.let_speak(name, text)
                await self._send(socket, _yes(request))
            case msg.Wait() if self.line is not None:
                waiting = msg.Waiting(place=self.line)
                await self._send(socket, replace(_yes(request), result=waiting))
            case msg.Unwait():
                await self._send(socket, _yes(request))
            case msg.OpenTable():
                opened = msg.Opened(table=TABLE)
                await self._send(socket, replace(_yes(request), result=opened))
            case msg.Wait():
                raise Refusal("waiting_list_full", "So many wait for table blue already.")
            case msg.Host():
                await self._send(socket, replace(_yes(request), result=self.result))
            case _:
                raise AssertionError(request)

    async def notify(self, code: str, text: str, table: TableId | None = TABLE) -> None:
        """Everybody reads a notice."""
        for socket in tuple(self.clients):
            await self._send(socket, msg.Notice(code=code, message=text, table=table))

    async def let_speak(self, name: str, text: str, *, looks_on: bool = False) -> None:
        """Everybody hears what somebody says."""
        occupant = None if looks_on else self.state.seating.of(self.names[name])
        seat = None if occupant is None else occupant.seat
        for socket in tuple(self.clients):
            await self._send(socket, msg.Said(table=TABLE, name=name, text=text, seat=seat))

    async def _act(self, socket: ServerConnection, act: msg.Act) -> None:
        occupant, hand = self.state.seating.of(self._account(socket)), self.state.running
        assert occupant is not None
        if hand is None or (hand.hand, hand.turn) != (act.hand, act.turn):
            raise Refusal("stale_turn", "This is not the present turn.")
        await self._perform(rules.Play(action=act.action.by(occupant.seat)), socket, act)

    async def _perform(
        self,
        action: rules.TableAction,
        asker: ServerConnection | None = None,
        request: msg.Numbered | None = None,
    ) -> None:
        events, state = rules.advance(self.state, action)
        first, self.state = self._seq + 1, state
        self._events += events
        for event in events:
            if isinstance(event, ev.HandStarted):
                self._hand_events = []
            if isinstance(event, ev.HandEvent):
                self._hand_events.append(event)
            if isinstance(event, ev.HandEnded):
                self.records.append(tuple(self._hand_events))
        asks = any(isinstance(event, ev.Turn) for event in events)
        for socket in tuple(self._listeners):
            viewer = table_viewer(state, self._account(socket))
            update = msg.Update(
                table=TABLE,
                seq=first,
                events=encode_events(project_all(events, viewer)),
                hand=state.hand.hand if state.hand else None,
                request=self._request_for(socket) if asks else None,
                reply=msg.Answer(id=request.id, ok=True) if request and socket is asker else None,
            )
            with contextlib.suppress(ConnectionClosed):
                await self._send(socket, update)

    async def _go_on(self) -> None:
        """All that happens without a client."""
        while True:
            hand = self.state.running
            action = rules.dealer_action(self.state)
            if action is None and hand is not None and hand.asked:
                legal = self._asked_opponent(hand)
                if legal is None:
                    return
                action = rules.Play(action=self.policy(legal))
            for each in rules.pending_top_ups(self.state):
                await self._perform(rules.ApplyTopUp(seat=each.seat, funds=9000))
            if action is None and self._can_deal():
                self.deals -= 1
                key = self._key.to_bytes(32, "big")
                action = rules.StartHand(hand=HandId(len(self.records) + 1), hand_key=key)
                self._key += 1
            if action is None:
                return
            await self._perform(action)

    def _asked_opponent(self, hand: HandState) -> LegalActions | None:
        """What the next opponent may do; None if only people are asked."""
        for place in hand.asked:
            if hand.started.lineup[place].account not in self._people:
                return legal_actions(hand, hand.seats[place])
        return None

    @property
    def _people(self) -> set[AccountId]:
        return {self.names[name] for name in self.tokens.values()}

    def _can_deal(self) -> bool:
        if not self.deals or not rules.can_start(self.state):
            return False
        ready = {each.account for each in self.state.seating.ready}
        return bool(ready & self._people) or (self.show and bool(self._listeners))

    def _request_for(self, socket: ServerConnection) -> msg.ActionRequest | None:
        hand = self.state.running
        asked = () if hand is None else hand.asked
        account = self._account(socket)
        place = next((p for p in asked if hand and hand.started.lineup[p].account == account), None)
        legal = None if hand is None or place is None else legal_actions(hand, hand.seats[place])
        if hand is None or place is None or legal is None:
            return None
        turn = turn_view(hand)
        assert turn is not None
        return msg.ActionRequest(
            ruleset=hand.ruleset,
            seat=legal.seat,
            turn=hand.turn,
            kind=legal.kind,
            cards=hand.cards[place],
            to_call=0 if legal.draw is not None else to_call(hand, place),
            pot=hand.pot,
            pots=hand_pots(hand),
            stacks={hand.seats[at]: hand.stacks[at] for at in hand.in_hand},
            legal=legal,
            base_ms=turn.base_ms,
            bank_ms=turn.bank_ms,
        )

    # What is over.

    def _history(self, socket: ServerConnection, request: msg.Numbered) -> msg.Reply:
        account = self._account(socket)
        match request:
            case msg.Hands():
                result: msg.HandList | msg.HandView | msg.StatsView = self._list(request)
            case msg.Stats(player=player):
                result = msg.StatsView(figures=self._figures(player))
            case msg.Hand(hand=hand) if 1 <= hand <= len(self.records):
                events = self.records[hand - 1]
                started = events[0]
                assert isinstance(started, ev.HandStarted)
                viewer = hand_viewer(started, account)
                result = msg.HandView(
                    hand=hand,
                    table=TABLE,
                    ended_at="2026-11-30T12:00:00Z",
                    you=viewer.hand_seat,
                    events=encode_events(project_all(events, viewer)),
                )
            case _:
                raise Refusal("no_such_hand", "There is no hand of this number that is over.")
        return msg.Reply(id=request.id, ok=True, result=result)

    def _figures(self, player: str | None) -> Statistics:
        records = (HandRecord(table=TABLE, events=tuple(events)) for events in self.records)
        return tally(records, player or "ada")

    def _list(self, request: msg.Hands) -> msg.HandList:
        newest = (request.before or len(self.records) + 1) - 1
        numbers = range(newest, max(newest - request.limit, 0), -1)
        found = tuple(
            msg.HandSummary(
                hand=HandId(number),
                table=TABLE,
                ended_at="2026-11-30T12:00:00Z",
                pot=20,
                players=("Ada", "Bert"),
                winners=("Bert",),
                net=-10,
            )
            for number in numbers
        )
        return msg.HandList(hands=found, more=newest > request.limit)


def _yes(request: msg.Numbered) -> msg.Reply:
    return msg.Reply(id=request.id, ok=True)


@asynccontextmanager
async def open_house(house: House) -> AsyncIterator[House]:
    """The server in this event loop."""
    await house.start()
    try:
        yield house
    finally:
        await house.stop()


@contextlib.contextmanager
def house_next_door(house: House) -> Iterator[House]:
    """The server in a thread of its own, for commands that have the main one."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()

    def do(coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, loop).result()

    do(house.start())
    try:
        yield house
    finally:
        do(house.stop())
        do(_settled())
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _settled() -> None:
    """Wait for the tasks that serve the last clients."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    if others:
        await asyncio.wait(others)
