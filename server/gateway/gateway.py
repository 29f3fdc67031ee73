"""
The listening socket: handshakes, limits, health, and one :class:`Connection` per client.
"""

import asyncio
import math
import ssl
from collections.abc import Sequence
from http import HTTPStatus
from itertools import count
from typing import Self

import structlog
from websockets.http11 import Response

from server import metrics
from server.gateway.addresses import Network
from server.gateway.admission import LineTooLong
from server.gateway.answering import Asker, Reach, Services
from server.gateway.callers import Callers
from server.gateway.connection import FULL, HEARTBEAT, Connection
from server.gateway.entrance import Entrance, too_long, turned_away
from server.gateway.inside import Inside
from server.gateway.readiness import Readiness
from server.gateway.signing_out import SigningOut
from server.gateway.socket import Asking, ClientSocket, Reception
from server.gateway.wire import listening
from server.gateway.wire.terms import Listen, Listening, Terms
from server.limits import Limits
from server.ports import Reused
from showdown.protocol import SUBPROTOCOL
from showdown.protocol.closing import CLOSE_SENTENCES, CloseCode, with_hint
from showdown.rules.ruleset import AccountId

log = structlog.get_logger()

PING_TIMEOUT = 10.0
CLOSE_TIMEOUT = 2.0
OPEN_TIMEOUT = 5.0
FAREWELL = 2.0
"""Seconds in which clients are told that the server ends; who does not listen is cut off."""

RESTART_TAKES = 0.5
"""Seconds after which the first ones may come back."""

SIGNED_OUT = "signed out"

REMEMBERED = 60.0
"""Seconds in which whoever was knocking when his account was signed out has been looked up."""

LAST_CALL = 1.0
"""Seconds more in which their tasks have to end."""


UNSET_LIMITS = Limits()


class CannotListen(Exception):
    """The address cannot be had; the text is one sentence for the operator."""

    @classmethod
    def at(cls, host: str, port: int, error: OSError) -> Self:
        """Say it of the address where players were to connect."""
        return cls(
            f"Cannot listen on {host}:{port}: {reason(error)}; give another --host or --port."
        )


class Gateway:
    """The door; :meth:`open` it once, :meth:`close` it once."""

    def __init__(
        self,
        services: Services,
        limits: Limits = UNSET_LIMITS,
        *,
        origins: Sequence[str] = (),
        trusted_proxies: Sequence[Network] = (),
        listen: Listen = listening.listen,
        callers: Callers | None = None,
    ) -> None:
        """
        Make a gateway that is still closed.

        Args:
            origins: web pages that may connect; programs, which name none, always may.
            trusted_proxies: who may say for whom it connects.
            listen: whose websockets it has.
            callers: counts who is connected to other nodes, too; None where there are none.
        """
        self._services = services
        self._origins = origins
        self._entrance = Entrance(limits, services.clock, trusted_proxies, callers)
        self._readiness = Readiness(services.storage_answers, services.obstacle, services.clock)
        self._listen = listen
        self._server: Listening | None = None
        self.connections: set[Connection] = set()
        """Everybody who is connected."""
        self._inside = Inside[Connection](
            limits.connections, lambda account: bool(services.lobby.seats_of(account))
        )
        self._numbers = count(1)
        self._signed_out: dict[AccountId, float] = {}
        """When accounts were signed out, lately."""
        self._handlers: set[asyncio.Task[None]] = set()
        """The tasks of those who are connected."""
        self._farewells: set[asyncio.Task[None]] = set()
        self._signing_out = SigningOut(services.accounts, self.sign_out)
        self._watching: asyncio.Task[None] | None = None

    @property
    def port(self) -> int:
        """Where it listens."""
        assert self._server is not None
        return self._server.port

    @property
    def present(self) -> int:
        """How many are connected, who has not shaken hands among them."""
        return self._entrance.door.present

    @property
    def reception(self) -> Reception:
        """Who counts those who connect."""
        return self._entrance

    async def open(self, host: str, port: int, tls: ssl.SSLContext | None = None) -> None:
        """
        Listen.

        Args:
            tls: for a server that speaks TLS itself.

        Raises:
            CannotListen: the port is taken, or the address is not this machine's.
        """
        try:
            self._server = await self._listen(
                self,
                host,
                port,
                Terms(
                    heartbeat=HEARTBEAT,
                    ping_timeout=PING_TIMEOUT,
                    open_timeout=OPEN_TIMEOUT,
                    close_timeout=CLOSE_TIMEOUT,
                    origins=self._origins,
                    tls=tls,
                ),
            )
        except OSError as error:
            raise CannotListen.at(host, port, error) from None
        self._watching = asyncio.create_task(self._signing_out.run(), name="signing out")

    async def close(self) -> None:
        """
        Take nobody new, tell everybody that the server restarts, and end.

        It takes a few seconds at most, whatever clients and tables do: whose request is not
        answered by then has no answer, and asks again after the start.
        """
        server = self._server
        if server is None:
            return
        if self._watching is not None:
            self._watching.cancel()
        server.stop()
        self._entrance.close()
        await self._say_farewell()
        for handler in tuple(self._handlers):
            handler.cancel()
        server.close()
        await _wait(self._handlers | self._farewells, "connections did not end")

    async def _say_farewell(self) -> None:
        try:
            async with asyncio.timeout(FAREWELL):
                await asyncio.gather(
                    *(each.end(CloseCode.RESTART, reason) for each, reason in self._invitations())
                )
                if self._handlers:
                    await asyncio.wait(self._handlers)
        except TimeoutError:
            for each in tuple(self.connections):
                each.cut()

    def _invitations(self) -> list[tuple[Connection, str]]:
        """When to come back: players first, and no more at once than are signed in then."""
        apart = 1 / self._entrance.limits.arrivals_per_second
        seated = self._services.lobby.seated()
        in_order = sorted(self.connections, key=lambda each: each.account not in seated)
        return [
            (each, with_hint("restart", RESTART_TAKES + place * apart))
            for place, each in enumerate(in_order)
        ]

    async def attend(self, socket: ClientSocket) -> None:
        """Do what there is to do with a client, until he is gone."""
        metrics.CONNECTIONS_OPENED.inc()
        connection = Connection(socket, self._services, self._entrance, self, next(self._numbers))
        self.connections.add(connection)
        handler = asyncio.current_task()
        assert handler is not None
        self._handlers.add(handler)
        try:
            await connection.serve()
        finally:
            self._handlers.discard(handler)
            self.connections.discard(connection)
            _count_close(socket)
            if connection.is_signed_in:
                self._inside.leaves(connection)

    def playing(self, account: AccountId) -> Connection | None:
        """The connection that plays for an account."""
        first = next(iter(self._inside.of(account)), None)
        return None if first is None or first.looks else first

    @property
    def all_playing(self) -> tuple[Connection, ...]:
        """Those that play."""
        return self._inside.all_playing

    @property
    def guests(self) -> int:
        """How many connections of other nodes have to do with tables here."""
        return 0 if self._reach is None else self._reach.guests

    @property
    def _reach(self) -> Reach | None:
        """What leads to other nodes."""
        return self._services.reach

    def numbered(self, number: int) -> Connection | None:
        """The connection of a number, of those that are signed in."""
        return next((e for e in self.connections if e.number == number and e.is_signed_in), None)

    @property
    def is_full(self) -> bool:
        """Whether there is room for nobody new."""
        return self._inside.is_full

    def signed_in(self, connection: Connection) -> bool:
        """One connection that plays for an account: the older gives way; False if all is full."""
        if not self._inside.may_enter(connection):
            return False
        for gone in self._inside.enters(connection):
            if gone.owner == connection.owner:
                self._give_way(gone, connection)
            else:
                self._send_away(gone, CloseCode.OVERLOAD, FULL)
        if self._signed_out.get(connection.owner, -math.inf) >= connection.knocked:
            self._send_all_away(connection.owner)
        elif self._reach is not None and not connection.looks and not connection.dismissed:
            self._reach.sign_ins.entered(connection)
        return True

    def give_way(self, newer: Asker) -> None:
        """Close the connection that plays for an account here, for a newer one elsewhere."""
        older = self.playing(newer.owner)
        if older is not None:
            self._give_way(older, newer)

    def _give_way(self, older: Connection, newer: Asker) -> None:
        """Close a connection; if it plays, the newer one has what it was still doing."""
        if older is not newer and not older.looks:
            older.heir = newer
            if self._reach is not None:
                self._reach.give_way(older, newer)
        self._send_away(older, CloseCode.SUPERSEDED, "superseded")

    def signed_out(self, connection: Connection) -> None:
        """Close all connections of somebody who signed himself out."""
        self._send_away(connection, CloseCode.NORMAL, SIGNED_OUT)
        self._send_all_away(connection.owner, but=connection)
        if self._reach is not None:
            self._reach.sign_ins.signed_out(connection.owner)

    def copied(self, reused: Reused) -> None:
        """A token was shown of which somebody has a copy: its session is over, at all nodes."""
        self.end_session(reused)
        if self._reach is not None:
            self._reach.sign_ins.copied(reused)

    def end_session(self, reused: Reused) -> None:
        """Close the connection that goes on with a session of which a token was copied."""
        self._note_signed_out(reused.account)
        connection = self._inside.going_on_with(reused.account, reused.session)
        if connection is not None:
            self._send_away(connection, CloseCode.AUTH, "an old resume token")

    def turn_out(self) -> None:
        """Ask everybody to come back: another node may be of more use to them."""
        for each, reason in self._invitations():
            self._send_away(each, CloseCode.RESTART, reason)

    def sign_out(self, account: AccountId) -> None:
        """
        Close the connections of an account, as an operator wants it; its seats stay its own.

        One that is just coming in is closed as soon as it is in.
        """
        self._send_all_away(account)

    def _send_all_away(self, account: AccountId, but: Connection | None = None) -> None:
        self._note_signed_out(account)
        for connection in self._inside.of(account):
            if connection is not but:
                self._send_away(connection, CloseCode.AUTH, SIGNED_OUT)

    def _note_signed_out(self, account: AccountId) -> None:
        """Let nobody in who has knocked by now and is still being looked up."""
        now = self._services.clock.now()
        recent = {each: at for each, at in self._signed_out.items() if at > now - REMEMBERED}
        self._signed_out = {**recent, account: now}

    def _send_away(self, connection: Connection, code: CloseCode, reason: str) -> None:
        connection.dismissed = True
        farewell = asyncio.create_task(_dismiss(connection, code, reason))
        self._farewells.add(farewell)
        farewell.add_done_callback(self._farewells.discard)

    async def asked(self, socket: ClientSocket, asking: Asking) -> Response | None:
        """Answer those who do not want a websocket, or cannot have one now."""
        if asking.path == "/healthz":
            return socket.respond(HTTPStatus.OK, "alive\n")
        if asking.path == "/readyz":
            why_not = await self._readiness.why_not()
            if why_not is None:
                return socket.respond(HTTPStatus.OK, "ready\n")
            return socket.respond(HTTPStatus.SERVICE_UNAVAILABLE, f"not ready: {why_not}\n")
        if not asking.wants_websocket:
            return socket.respond(
                HTTPStatus.UPGRADE_REQUIRED,
                f"This is a showdown server: connect by websocket, subprotocol {SUBPROTOCOL}.\n",
            )
        refused = self._entrance.asks(socket, asking.forwarded)
        if refused is not None:
            return turned_away(socket, refused)
        try:
            await self._entrance.admission.stand_in_line()
        except LineTooLong as line:
            await self._entrance.refusals.come()  # a thousand may ask in the same moment
            return too_long(socket, line)
        return None

    def answered(self, asking: Asking, status: int) -> None:
        """Count a handshake that failed; who asks for something else is none."""
        if asking.wants_websocket and status != HTTPStatus.SWITCHING_PROTOCOLS:
            metrics.HANDSHAKES_REFUSED.labels(str(status)).inc()


async def _dismiss(connection: Connection, code: CloseCode, reason: str) -> None:
    """Close a connection, and cut off a client who does not listen."""
    try:
        async with asyncio.timeout(FAREWELL):
            await connection.end(code, reason)
    except TimeoutError:
        connection.cut()


def reason(error: OSError) -> str:
    """Why an address cannot be had."""
    taken = error.errno is not None and "address already in use" in str(error).lower()
    return "the port is in use" if taken else (error.strerror or str(error)).lower()


def _count_close(socket: ClientSocket) -> None:
    """Count by which code a connection ended, and whether we or the client began to close it."""
    code, by = socket.ending
    known = int(code) if code in CLOSE_SENTENCES else metrics.OTHER
    metrics.CLOSES.labels(str(known), by).inc()


async def _wait(tasks: set[asyncio.Task[None]], sentence: str) -> None:
    """Wait for tasks that should end at once; if some do not, say so and go on."""
    if tasks:
        _, left = await asyncio.wait(tasks, timeout=LAST_CALL)
        if left:
            log.error(sentence, count=len(left))
