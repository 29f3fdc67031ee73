"""
One client: who he is, what he asks, and what he is told.
"""

import asyncio
import math
from typing import Any

import structlog
from msgspec.structs import replace

from server import metrics
from server.gateway.answering import Services, answer, help_out, tell_of_help
from server.gateway.encoded import ENCODED
from server.gateway.entrance import Entrance
from server.gateway.hearing import read_request
from server.gateway.metering import Meter
from server.gateway.outbox import Outbox
from server.gateway.porter import Porter
from server.gateway.prices import price
from server.gateway.refusals import Refusing
from server.gateway.sign_in import Copied, Entered, SignInFailed
from server.gateway.skipping import OF_A_TABLE, Skipping
from server.gateway.socket import ClientSocket, Ended
from server.gateway.welcoming import welcome
from server.ports import Account, SessionId, StorageError
from server.tables.telling import Handed, Listener
from showdown.protocol import messages as msg
from showdown.protocol.closing import CloseCode, with_hint
from showdown.protocol.codec import BadRequest
from showdown.rules.ruleset import AccountId, TableId

log = structlog.get_logger()

AUTH_DEADLINE = 5.0
"""Seconds that a client has to say who it is."""

HEARTBEAT = 15.0
"""Seconds between pings."""

MOST_BAD_REQUESTS = 20
"""So many requests that cannot be read, and the connection is closed."""

FULL = with_hint("full", 30.0)
"""Why somebody has to go, or cannot come in, who has no seat."""


class Connection(Refusing):
    """A client from handshake to close; it is what tables tell."""

    __slots__ = (
        "_acted",
        "_bad_requests",
        "_entered",
        "_entrance",
        "_farewell",
        "_outbox",
        "_peer",
        "_porter",
        "_services",
        "_skipping",
        "_socket",
        "account",
        "dismissed",
        "gone",
        "heir",
        "invited",
        "knocked",
        "looks",
        "number",
    )

    def __init__(
        self,
        socket: ClientSocket,
        services: Services,
        entrance: Entrance,
        porter: Porter,
        number: int,
    ) -> None:
        """
        Make a connection of a socket; :meth:`serve` it.

        Args:
            number: it grows from connection to connection.
        """
        self.account: AccountId | None = None
        """Who tables take this for: nobody while it is not known, and for one that only looks."""
        self.invited: TableId | None = None
        """The private table that his invitation opens."""
        self.number = number
        self._socket = socket
        self._services = services
        self._entrance = entrance
        self._porter = porter
        self.knocked = 0.0
        """When his hello came in by which he was let in."""
        self.gone = False
        """Whether there is nobody to tell any more."""
        self.heir: Listener | None = None
        """The newer connection of the account that has taken its place."""
        self.looks = False
        """Whether it only looks."""
        self.dismissed = False
        """Whether it is being closed: what still comes in is not done any more."""
        self._outbox = Outbox(socket, self._catch_up)
        self._skipping = Skipping()
        self._entered: Entered | None = None
        self._bad_requests = 0
        self._farewell: asyncio.Task[None] | None = None
        """Held so that it is not forgotten."""
        self._acted: float | None = None
        """When the action came in that is not answered yet."""
        self._peer = socket.peer

    @property
    def _log(self) -> Any:
        """Says whose connection this is."""
        bound = log.bind(peer=self._peer)
        return bound if self._entered is None else bound.bind(account=self.owner)

    @property
    def who(self) -> Account:
        """Whose connection it is; only of one who is signed in."""
        assert self._entered is not None
        return self._entered.account

    @property
    def owner(self) -> AccountId:
        """Whose connection it is; only of one who is signed in."""
        return self.who.account

    @property
    def session(self) -> SessionId | None:
        """Which session it goes on with."""
        entered = self._entered
        return entered.session.session if entered is not None and entered.session else None

    @property
    def entrance(self) -> int:
        """Of two that came in, at whichever node, the later has the greater one; 0 for none."""
        entered = self._entered
        return entered.session.entrance if entered is not None and entered.session else 0

    @property
    def is_signed_in(self) -> bool:
        """Whether it is known whose connection it is."""
        return self._entered is not None

    def tell(self, message: msg.ServerMessage, handed: Handed | None = None) -> None:
        """Queue a message; a client who does not read is cut off, or as an onlooker skips some."""
        if type(message) is msg.Update and message.reply is None and self._is_shown(message.table):
            self._outbox.put(ENCODED.text(message), handed)
            return
        if isinstance(message, OF_A_TABLE):
            sits = self.account is not None and self._services.lobby.sits(
                self.account, message.table
            )
            late = not sits and self._outbox.is_late
            if self._skipping.passes_over(message, seated=sits, late=late):
                return
        reply = message if type(message) is msg.Reply else getattr(message, "reply", None)
        if reply is not None:
            handed = self._counted(reply, handed)
        self._outbox.put(ENCODED.text(message), handed)

    def _is_shown(self, table: TableId) -> bool:
        """
        Whether news of a table that answer nothing are told, and there is nothing to note of it.

        So it is nearly always, for who plays there and for an onlooker who reads in time; and with
        each action it is asked for each of them.
        """
        if table in self._skipping.watched:
            return self._skipping.sees(table) and self._outbox.is_empty
        return self.account is not None and self._services.lobby.sits(self.account, table)

    def has_unread(self, moment: float) -> bool:
        """Whether something that came in by then waits behind an earlier request."""
        return not self.dismissed and self._socket.has_unread(moment)

    def _counted(self, reply: msg.Reply | msg.Answer, handed: Handed | None) -> Handed | None:
        """Count a refusal; of an action that was taken, measure how long that took."""
        acted, self._acted = self._acted, None
        if reply.error is not None:
            metrics.REFUSALS.labels(reply.error.code).inc()
        if not reply.ok or acted is None:
            return handed
        now = self._services.clock.now

        def measured() -> None:
            metrics.ACTION_SECONDS.observe(now() - acted)
            if handed is not None:
                handed()

        return measured

    def _catch_up(self) -> None:
        """Show the tables of which something was left out, if they are still watched."""
        for table in self._skipping.caught_up():
            desk = self._services.lobby.find(table)
            if desk is not None and self in desk.actor.audience.listeners:
                desk.actor.show(self)
            elif desk is None and self._services.reach is not None:
                self._services.reach.show(self, table)

    @property
    def unsent(self) -> int:
        """How many frames wait for the client."""
        return self._outbox.waiting

    async def serve(self) -> None:
        """Answer requests until the client goes; his seats stay his."""
        try:
            if await self._greet():
                await self._converse()
        except Ended:
            self.gone = True
            self._log.debug("client went away")
            await self._turn_of_the_loop(self.account)  # a thousand may be lost in the same moment
        finally:
            self.gone = True
            self._services.lobby.goes(self)
            if self._services.reach is not None and self.is_signed_in:
                self._services.reach.goes(self)
            await self._flush()
            if self._outbox.overflowed:
                self._log.warning("client did not read and was cut off")

    async def _turn_of_the_loop(self, account: AccountId | None) -> None:
        """Wait until there is time for somebody without a seat, if he is one."""
        if account is None or not self._services.lobby.plays(account):
            await self._entrance.turns.come()

    async def end(self, code: CloseCode, reason: str = "") -> None:
        """Send what is queued, so that the last answer arrives, then close; hear nothing more."""
        self.dismissed = True
        await self._flush()
        await self._socket.close(code, reason)

    def cut(self) -> None:
        """Drop the client without a word."""
        self._outbox.cut()

    async def _flush(self) -> None:
        self._outbox.finish()
        await self._outbox.flushed()

    # Who is it?

    async def _greet(self) -> bool:
        """
        Find out whose connection this is; False if it never says.

        What we need ourselves to look somebody up costs him nothing: who is cut off then may have
        an account by now, and no token for it.
        """
        loop = asyncio.get_running_loop()
        left = AUTH_DEADLINE
        while self._entered is None and not self.dismissed:
            asked = loop.time()
            try:
                async with asyncio.timeout(left):
                    frame = await self._socket.recv()
            except TimeoutError:
                await self.end(CloseCode.AUTH, "no hello in time")
                return False
            left -= loop.time() - asked
            await self._turn_of_the_loop(None)
            if not self.dismissed:
                await self._hear_hello(frame)
        return True

    async def _hear_hello(self, frame: bytes | str) -> None:
        request = self._read(frame)
        if isinstance(request, msg.Ping):
            self.tell(msg.Pong(sent=request.sent))
        elif isinstance(request, msg.Hello | msg.Register):
            await self._enter(request)
        elif isinstance(request, msg.Numbered):
            kind = str(type(request).__struct_config__.tag)
            self.refuse(request.id, "hello_first", "Say hello before anything else.", found=kind)

    async def _enter(self, request: msg.Hello | msg.Register) -> None:
        reception = self._services.reception
        self._entrance.door.is_known(self._socket)
        if not await self._is_admitted(request):
            return
        self.knocked = self._services.clock.now()
        try:
            if isinstance(request, msg.Register):
                entered = await reception.register(request)
            else:
                entered = await reception.hello(request, self._bearer(), self._socket.address)
        except (SignInFailed, StorageError) as error:
            self.tell_why(request.id, error)
            if not self._socket.gone:
                self._entrance.door.knocks(self._socket)
            if isinstance(error, Copied):
                self._porter.copied(error.reused)
                await self.end(CloseCode.AUTH, "an old resume token")
            return
        # Those whose sessions were begun in one transaction come back from it in the same moment.
        await self._turn_of_the_loop(entered.account.account)
        self.looks = isinstance(request, msg.Hello) and request.look
        help_ = 0 if self.looks else await help_out(self._services, entered.account)
        account = replace(entered.account, chips=entered.account.chips + help_)
        self._entered = replace(entered, account=account)
        self.account = None if self.looks else account.account
        if account.is_program and not self.looks:
            self._services.lobby.programs.add(account.account)
        heard = await self._services.doorman.hear(
            request.invite, None if self.looks else account, self._socket.address
        )
        self.invited = heard.table
        await self._services.lobby.elsewhere.seats_known()
        if not self._porter.signed_in(self):
            await self.end(CloseCode.OVERLOAD, FULL)
            return
        self._meter.is_of(account.account)
        if self.dismissed:
            return
        await self._show(self._welcome(request, self._entered))
        if heard.notice is not None:
            self.tell(heard.notice)
        tell_of_help(self, help_)

    async def sign_out(self, request: msg.SignOut) -> None:
        """
        Let him come back no more by what he is signed in with, and close his connections.

        Raises:
            StorageError: the database cannot do it now.
        """
        assert self._entered is not None
        await self._services.reception.sign_out(self._entered, everywhere=request.everywhere)
        self.tell(msg.Reply(id=request.id, ok=True))
        self._porter.signed_out(self)

    def _bearer(self) -> str | None:
        """The token in the handshake, for clients that would not write it into a message."""
        kind, _, token = self._socket.authorization.partition(" ")
        return token.strip() or None if kind.lower() == "bearer" else None

    async def _is_admitted(self, request: msg.Hello | msg.Register) -> bool:
        """Whether there may be room for somebody; if not, he has been told."""
        may_be_known = isinstance(request, msg.Hello) and (
            request.token or request.resume_token or request.password or self._bearer()
        )
        if self._porter.is_full and not may_be_known:
            await self.end(CloseCode.OVERLOAD, FULL)
            return False
        return True

    def _welcome(
        self, request: msg.Hello | msg.Register, entered: Entered
    ) -> tuple[msg.SeatTaken, ...]:
        """Tell him that he is in; gives where he sits, if he is to see it now."""
        lobby, account = self._services.lobby, entered.account
        seats = () if self.looks else lobby.seats_of(account.account)
        self.tell(
            welcome(
                entered,
                self._services,
                self._entrance.limits,
                heartbeat_s=HEARTBEAT,
                seats=seats,
                invited=self.invited,
            )
        )
        self.tell(msg.Reply(id=request.id, ok=True))
        if not self.looks:
            self._come_back()
        resumes = isinstance(request, msg.Hello) and request.resume
        return () if resumes else seats

    async def _show(self, seats: tuple[msg.SeatTaken, ...]) -> None:
        """Show the tables where he sits, in order, whichever nodes run them."""
        for taken in seats:
            desk = self._services.lobby.find(taken.table)
            if desk is None and self._services.reach is not None:
                await self._services.reach.show_seat(self, taken.table)
            elif desk is not None and desk.actor.parked is None:
                desk.actor.show(self)

    def _come_back(self) -> None:
        """Stand in the lines again in which the account waits."""
        self._services.lobby.come_back(self)
        if self._services.reach is not None:
            self._services.reach.come_back(self)

    # What does he want?

    async def _converse(self) -> None:
        read = 0
        while True:
            frame = await self._socket.recv()
            arrived = self._socket.arrived
            if self._socket.read == read:
                await asyncio.sleep(0)  # it has waited here, and so may others
            read = self._socket.read
            if self._outbox.is_late:
                await self._outbox.has_room()
            await self._turn_of_the_loop(self.account)
            if self.dismissed:
                continue  # until the close has arrived
            if self._socket.flooded:
                return
            request = self._read(frame)
            if request is not None:
                self._acted = arrived if isinstance(request, msg.Act) else None
                await answer(self._services, self, request, arrived)
            elif self._bad_requests >= MOST_BAD_REQUESTS:
                # What he has sent beyond is read meanwhile, or his answer to the close would wait.
                self.dismissed = True
                farewell = self.end(CloseCode.POLICY, "too many requests that cannot be read")
                self._farewell = asyncio.create_task(farewell, name="farewell")

    def _read(self, frame: bytes | str) -> msg.ClientMessage | None:
        """A request; None if it cannot be read, which the client has then been told."""
        try:
            return self._paid(read_request(frame))
        except BadRequest as error:
            self._bad_requests += 1
            self.refuse(
                error.request_id or "",
                error.code,
                str(error),
                found=error.found,
                wanted=error.wanted,
            )
            return None

    def _paid(self, request: msg.ClientMessage) -> msg.ClientMessage | None:
        """A request that is paid for; None if the client has sent too much, and was told."""
        wait = self._meter.charge(price(request))
        if not wait:
            return request
        asked = request.id if isinstance(request, msg.Numbered) else ""
        sentence = f"You send more than this server takes; wait {wait:.1f} seconds."
        self.refuse(
            asked, "slow_down", sentence, found=price(request), wanted=math.ceil(wait * 1000)
        )
        return None

    @property
    def _meter(self) -> Meter:
        """What the client may send; there is one since the handshake."""
        assert self._socket.meter is not None
        return self._socket.meter

    @property
    def complaints(self) -> Any:
        """The log of this client."""
        return self._log
