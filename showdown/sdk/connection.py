"""
A connection to a server: requests get their replies, and everything that comes can be iterated.

One task reads. It hands replies to those who wait for them and queues all that was received, in
order. If nobody takes from the queue it stops reading after :data:`QUEUE` messages, so that a slow
client is slow for the server too, except while a request waits: its reply may stand behind them.
"""

import asyncio
import contextlib
import logging
import secrets
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from time import monotonic
from types import TracebackType
from typing import Any, Self

from websockets.exceptions import ConnectionClosed

from showdown.errors import ProtocolError
from showdown.protocol import messages as msg
from showdown.protocol.closing import CloseCode, close_sentence, retry_hint
from showdown.protocol.codec import encode
from showdown.protocol.contributing import DealRefused
from showdown.protocol.links import split_link
from showdown.protocol.session import ClientSession, Received
from showdown.rules.fairness.hashing import DIGEST_SIZE
from showdown.sdk.errors import ConnectionFailed, ConnectionLost, Refused
from showdown.sdk.greeting import Greeting, Tries, make_nonce
from showdown.sdk.opening import Socket, open_socket

log = logging.getLogger("showdown.sdk")

QUEUE = 256
"""How many messages wait to be taken before no more are read."""

new_secret = partial(secrets.token_bytes, DIGEST_SIZE)
"""What a chain of openings begins with."""

NOT_NOW = frozenset({"unavailable", "slow_down"})
"""It could not be stored, or was too much at once; nothing has changed: send the same again."""

NumberedRequest = (
    msg.Hello
    | msg.Register
    | msg.SignOut
    | msg.Tables
    | msg.Sit
    | msg.Leave
    | msg.SitOut
    | msg.SitIn
    | msg.PostNow
    | msg.Show
    | msg.TopUp
    | msg.Wait
    | msg.Unwait
    | msg.OpenTable
    | msg.Watch
    | msg.Unwatch
    | msg.Resume
    | msg.Act
    | msg.Anchor
    | msg.Chat
    | msg.Host
    | msg.Hands
    | msg.Stats
    | msg.Hand
)
"""What gets a reply: all that a client sends but ``ping``."""


class Connection:
    """
    A connection on which you are known; :meth:`open` makes one.

    ::

        async with await Connection.open("ws://127.0.0.1:8765", name="Ada") as connection:
            await connection.request(lambda id: msg.Watch(id=id, table=table))
            async for received in connection:
                ...

    Iteration gives every message in order, the welcome first and those that carried replies too,
    and ends when the connection does; :attr:`close_reason` says why. Cancelling an iteration or a
    request loses nothing.
    """

    def __init__(self, socket: Socket, session: ClientSession | None = None) -> None:
        self.session = ClientSession(new_secret) if session is None else session
        """Who we are, and the tables that we see."""
        self.invite: str | None = None
        """The code with which we came."""
        self.lobby: msg.Lobby | None = None
        """The last page of the list of tables."""
        self.templates: tuple[msg.TemplateSummary, ...] = ()
        """From what one may open a table, as of when the tables were asked for last."""
        self.close_code: int | None = None
        self.close_reason: str | None = None
        """Why the connection ended, as a sentence; None while it is open."""
        self.refused: DealRefused | None = None
        """The deal that was not as the server had promised, if that is why we closed it."""
        self.retry_after: float | None = None
        """In how many seconds to connect again at the earliest, if the server has said so."""
        self.arrived_at = monotonic()
        """When the message came that was iterated last, on the monotonic clock."""
        self._socket = socket
        self._replies: dict[str, asyncio.Future[msg.Reply | None]] = {}
        self._welcome: asyncio.Future[msg.Welcome | None] = (
            asyncio.get_running_loop().create_future()
        )
        self._queue: deque[tuple[Received, float]] = deque()
        self._arrived = asyncio.Event()
        self._room = asyncio.Event()
        self._closing = self._draining = False
        self._reader = asyncio.create_task(self._read(), name="showdown reader")

    @classmethod
    async def open(
        cls,
        url: str,
        *,
        name: str | None = None,
        token: str | None = None,
        password: str | None = None,
        nonce: str | None = None,
        look: bool = False,
        session: ClientSession | None = None,
        invite: str | None = None,
        timeout: float = 5,  # noqa: ASYNC109 - its end is a sentence, not a TimeoutError
    ) -> Self:
        """
        Connect and say hello, as a guest by name, with a password, or as the account of a token.

        After a password the session has a token, with which you come back without it. To `look`
        leaves whoever plays for the account where he is, and allows nothing but to look.

        With the session of a connection that was lost, each of its tables goes on where it ended:
        what was missed comes first, and actions whose replies were lost are sent again.

        Args:
            url: an address, or a link with an invitation to a private table behind a #.
            nonce: what a new guest is known by if he never hears that he is one; give the same when
                you try again. By default one is made up for this call.
            invite: the code of an invitation, if the link has none.

        Raises:
            ConnectionFailed: no Showdown server answers there within ``timeout`` seconds.
            Refused: the server does not want us, as with ``name_taken`` and ``password_wanted``.
        """
        url, code = split_link(url)
        greeting = Greeting(name, token, password, nonce or make_nonce(), look, code or invite)
        try:
            async with asyncio.timeout(timeout):
                connection = await cls._greeted(url, greeting, session)
        except TimeoutError:
            raise ConnectionFailed(
                f"{url} does not answer within {timeout:g} seconds.", code="timeout", found=url
            ) from None
        if session is not None:
            await connection._go_on(timeout)
        return connection

    @classmethod
    async def _greeted(cls, url: str, greeting: Greeting, session: ClientSession | None) -> Self:
        tries = Tries(greeting)
        while True:
            connection = cls(await open_socket(url), session)
            connection.invite = greeting.invite
            try:
                await connection._hello(greeting, resume=session is not None)
            except BaseException as error:
                close_code = connection.close_code
                await connection.close()
                if not tries.again_after(error, close_code, connection.session):
                    raise
            else:
                return connection

    async def _hello(self, greeting: Greeting, *, resume: bool) -> None:
        """Wait for the welcome, or raise why there is none."""
        hello = greeting.hello(self.session, resume=resume)
        reply = self._expect(hello.id)
        try:
            await self._send(hello)
            either: set[asyncio.Future[Any]] = {reply, self._welcome}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if reply.done():
                self._checked(reply.result())
            if await self._welcome is None:
                raise self._lost()
        finally:
            self._replies.pop(hello.id, None)
        # The first heartbeat is far away; an end is told to whoever reads or sends next.
        with contextlib.suppress(ConnectionClosed):
            await self._socket.ping()

    async def _go_on(self, seconds: float) -> None:
        """
        Take up each table where an earlier connection ended, then what was left unanswered.

        Whatever hinders it, what has come by then can be iterated: it is in the session's views
        already, and nobody would hear of it again.
        """
        try:
            async with asyncio.timeout(seconds):
                for resume in self.session.resumptions(self.welcome):
                    if not await self._is_done(resume):
                        self.session.forget(resume.table)
                for act in tuple(self.session.unanswered.values()):
                    await self._is_done(act)
        except ConnectionLost:
            log.info("the connection was lost before all tables went on")
        except TimeoutError:
            await self.close()
        except BaseException:
            await self.close()
            raise

    async def _is_done(self, message: NumberedRequest) -> bool:
        """Send a message as it is; whether the server has done it."""
        try:
            await self.request(lambda _: message)
        except Refused as refused:
            log.info("%s was refused: %s", type(message).__name__, refused)
            return False
        return True

    @property
    def welcome(self) -> msg.Welcome:
        """What the server said at first: who we are, and where we sit."""
        welcome = self._welcome.result()
        if welcome is None:
            raise self._lost()
        return welcome

    @property
    def latency(self) -> float:
        """Seconds that the last ping and its answer took; 0 before the first has come back."""
        return self._socket.latency

    @property
    def is_open(self) -> bool:
        """Whether messages can still come."""
        return self.close_reason is None

    async def request(self, build: Callable[[str], NumberedRequest]) -> msg.Reply:
        """
        Send what ``build`` makes with a new id, and wait for the reply with the message's id.

        Raises:
            Refused: the reply is an error.
            ConnectionLost: the connection ended before; whether it was done is not known.
        """
        message = build(self.session.next_id())
        if not self.is_open:
            raise self._lost()
        self.session.sends(message)
        reply = self._expect(message.id)
        try:
            await self._send(message)
            return self._checked(await reply)
        finally:
            self._replies.pop(message.id, None)

    def _expect(self, request_id: str) -> asyncio.Future[msg.Reply | None]:
        """The reply with this id; None if the connection ends before."""
        reply: asyncio.Future[msg.Reply | None] = asyncio.get_running_loop().create_future()
        self._replies[request_id] = reply
        self._room.set()
        return reply

    def _checked(self, reply: msg.Reply | None) -> msg.Reply:
        if reply is None:
            raise self._lost()
        if not reply.ok:
            raise Refused(reply)
        return reply

    def _lost(self) -> ConnectionLost:
        lost = ConnectionLost(self.close_reason or close_sentence(None))
        lost.retry_after = self.retry_after
        return lost

    async def tables(self, *, chips: bool = False) -> tuple[msg.TableSummary, ...]:
        """
        The tables that there are.

        Args:
            chips: whether the session is to know what we have beside them, too.
        """
        page = await self._tables_after(None, chips=chips)
        found, self.templates = page.tables, page.templates
        while page.next is not None:
            page = await self._tables_after(page.next)
            found += page.tables
        return found

    async def _tables_after(self, number: int | None, *, chips: bool = False) -> msg.Lobby:
        await self.request(lambda id: msg.Tables(id=id, after=number, chips=chips))
        return self.lobby or msg.Lobby(tables=())

    async def ping(self, sent: int = 0) -> None:
        """Ask for a ``pong``, which comes among the messages."""
        await self._send(msg.Ping(sent=sent))

    async def _send(self, message: msg.ClientMessage) -> None:
        try:
            await self._socket.send(encode(message), text=True)
        except ConnectionClosed:
            # The reader may still be at messages that came before the end; then it says why.
            self._draining = True
            self._room.set()
            await asyncio.wait({self._reader})
            raise self._lost() from None

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Received:
        while not self._queue:
            if self._reader.done():
                self._reader.result()  # a fault of ours is not an end
                raise StopAsyncIteration
            self._arrived.clear()
            await self._arrived.wait()
        self._room.set()
        received, self.arrived_at = self._queue.popleft()
        return received

    async def close(self) -> None:
        """End the connection; what has come and was not taken can still be iterated."""
        self._closing = self._draining = True
        self._room.set()
        try:
            await self._socket.close()
        except BaseException:
            self._reader.cancel()
            raise
        finally:
            await asyncio.wait({self._reader})

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    # The reader.

    async def _read(self) -> None:
        reason = None
        try:
            while True:
                frame = await self._socket.recv()
                received = self.session.receive(frame, time.monotonic())
                self._deliver(received)
                for answer in () if received is None else received.answers:
                    await self._socket.send(encode(answer), text=True)
                await self._wait_for_room()
        except ConnectionClosed:
            pass
        except DealRefused as error:
            reason, self.refused = error.sentence, error
            await self._socket.close(CloseCode.POLICY)
        except ProtocolError as error:
            reason = error.sentence
            await self._socket.close(CloseCode.NOT_THE_PROTOCOL)
        finally:
            self._end(reason)

    def _deliver(self, received: Received | None) -> None:
        if received is None:
            return
        self._queue.append((received, monotonic()))
        self._arrived.set()
        match received.message:
            case msg.Welcome() as welcome if not self._welcome.done():
                self._welcome.set_result(welcome)
            case msg.Lobby() as lobby:
                self.lobby = lobby
        waiting = self._replies.get(received.reply.id) if received.reply else None
        if received.reply and waiting and not waiting.done():
            waiting.set_result(received.reply)

    async def _wait_for_room(self) -> None:
        while len(self._queue) >= QUEUE and not self._replies and not self._draining:
            self._room.clear()
            await self._room.wait()

    def _end(self, reason: str | None) -> None:
        self.close_code = self._socket.close_code
        self.retry_after = retry_hint(self._socket.close_reason)
        if self._closing:
            reason = "This client closed the connection."
        self.close_reason = reason or close_sentence(self.close_code, self._socket.close_reason)
        waiting: list[asyncio.Future[Any]] = [*self._replies.values(), self._welcome]
        for future in waiting:
            if not future.done():
                future.set_result(None)
        self._arrived.set()
