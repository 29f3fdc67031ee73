"""
The connection to NATS: made anew for as long as it takes, and never waited for.

The library would reconnect by itself, but it gives up for good on some words of the server, waits
for bytes to go out to one that stands still, and says late what it said before. Here a connection
that is lost is thrown away, with all that was not sent, and another one is made.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from random import random, shuffle

import nats.errors
import structlog
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.transport import TcpTransport
from nats.errors import NoServersError

from server.broker.access import Access
from server.broker.explaining import NATS_ERRORS, NoTls, explained, why_not_connected
from server.cluster.ports import BusError
from server.ending import end

log = structlog.get_logger()

# What goes wrong comes to us, and is told there; the library tells some of it once more by itself.
logging.getLogger("nats").addHandler(logging.NullHandler())
logging.getLogger("nats").propagate = False

CONNECT_SECONDS = 1.0
"""So long a server of NATS has for each step of making a connection."""

PING_EVERY = 1.0
"""Seconds between two questions whether NATS is there."""

PING_SECONDS = 2.0
"""Who has not answered by then is away."""

AGAIN_AFTER = 0.1
MOST_AGAIN_AFTER = 1.0
"""Seconds between tries to connect: at first, and in the end."""

MOST_WAITING = 16 * 1024 * 1024
"""So many bytes wait for a NATS that is slow; what is more is lost."""

Heard = Callable[[bytes], None]


class Connection:
    """A connection that is there, or will be again; :meth:`open` it once, :meth:`close` it once."""

    def __init__(self, access: Access, name: str) -> None:
        self.access = access
        self._name = name
        self._client: Client | None = None
        self._lost = asyncio.Event()
        self._subjects: dict[str, Heard] = {}
        self._on_up: list[Callable[[], None]] = []
        self._on_down: list[Callable[[], None]] = []
        self._outbox: deque[tuple[str, bytes]] = deque()
        self._waiting = 0
        """Bytes in the outbox."""
        self._wake = asyncio.Event()
        self._empty = asyncio.Event()
        self._refusals = 0
        """How often NATS has said that this user may not do something."""
        self._keeping: asyncio.Task[None] | None = None
        self._sending: asyncio.Task[None] | None = None
        self._away_since: float | None = None

    # What others ask.

    @property
    def client(self) -> Client:
        """
        The library's client.

        Raises:
            BusError: there is no connection just now.
        """
        if self._client is None:
            raise BusError("NATS is away.")
        return self._client

    @property
    def away_for(self) -> float:
        """Seconds since the connection was lost; 0 while it is there."""
        if self._away_since is None:
            return 0.0
        return asyncio.get_running_loop().time() - self._away_since

    def on_up(self, up: Callable[[], None]) -> None:
        """Be told whenever there is a connection again."""
        self._on_up.append(up)

    def on_down(self, down: Callable[[], None]) -> None:
        """Be told whenever the connection is lost."""
        self._on_down.append(down)

    # Coming and going.

    async def open(self) -> None:
        """
        Connect.

        Raises:
            BusError: no server can be used; the sentence says why.
        """
        self._begin(await self._connect())
        self._keeping = asyncio.create_task(self._keep())
        self._keeping.add_done_callback(_tell_how_it_ended)

    async def close(self) -> None:
        """Connect no more; what is not sent yet is lost."""
        if self._keeping is not None:
            await end(self._keeping)
        client, self._client = self._client, None
        if client is not None:
            await self._send_no_more()
            await _throw_away(client)

    async def let_go_out(self) -> None:
        """Wait until all that was said is at NATS, for a second at most."""
        client = self._client
        if client is not None:
            with suppress(*NATS_ERRORS):
                async with asyncio.timeout(1):
                    await self._empty.wait()
                    await _there_and_back(client)

    # Saying and hearing.

    def publish(self, subject: str, payload: bytes) -> None:
        """Say something, if there is a connection and room; else it is lost."""
        if self._client is None or self._waiting > MOST_WAITING:
            return
        self._outbox.append((subject, payload))
        self._waiting += len(payload)
        self._empty.clear()
        self._wake.set()

    async def hear(self, subject: str, heard: Heard) -> None:
        """
        Hear what is said from now on, by this connection and each that follows.

        Raises:
            BusError: there is no connection just now.
        """
        client, refusals = self.client, self._refusals
        self._subjects[subject] = heard
        with explained():
            await self._subscribe(client, subject, heard)
            await _there_and_back(client)
        if self._refusals != refusals:
            who = self.access.user or "who is nobody"
            raise BusError(
                f"NATS does not let {who} hear {subject}: "
                f"let it subscribe to {self.access.prefix}.> and publish there."
            )

    def hear_no_more(self) -> None:
        """Pass over all that is still said."""
        self._subjects.clear()

    async def _subscribe(self, client: Client, subject: str, heard: Heard) -> None:
        async def hear(message: Msg) -> None:
            if self._subjects.get(subject) is heard:
                heard(message.data)

        await client.subscribe(subject, cb=hear)

    async def _send_no_more(self) -> None:
        if self._sending is not None:
            await end(self._sending)

    async def _send(self, client: Client) -> None:
        """Send what is said, in order, until the connection is lost."""
        while True:
            while self._outbox:
                subject, payload = self._outbox.popleft()
                self._waiting -= len(payload)
                try:
                    await client.publish(subject, payload)
                except nats.errors.MaxPayloadError:
                    log.error("too long to be sent", subject=subject, bytes=len(payload))  # noqa: TRY400
                except NATS_ERRORS:
                    self._lost.set()
                    return
            self._empty.set()
            self._wake.clear()
            await self._wake.wait()

    # The connection.

    async def _keep(self) -> None:
        """Notice that the connection was lost, and make another one, again and again."""
        while True:
            client = self.client
            await self._until_lost(client)
            log.warning("connection to the bus was lost", servers=self.access.servers)
            self._away_since = asyncio.get_running_loop().time()
            self._client = None
            for down in self._on_down:
                down()
            await self._send_no_more()
            self._outbox.clear()
            self._waiting = 0
            self._empty.set()
            await _throw_away(client)
            await self._connect_at_last()

    async def _until_lost(self, client: Client) -> None:
        while not self._lost.is_set():
            try:
                await asyncio.wait_for(self._lost.wait(), PING_EVERY)
            except TimeoutError:
                try:
                    await client.flush(PING_SECONDS)  # type: ignore[arg-type]
                except NATS_ERRORS:
                    return

    async def _connect_at_last(self) -> None:
        pause = AGAIN_AFTER
        while True:
            try:
                client = await self._connect_and_hear()
            except (BusError, *NATS_ERRORS) as error:
                log.info("bus is still away", reason=str(error))
                await asyncio.sleep(pause * (0.5 + random()))
                pause = min(2 * pause, MOST_AGAIN_AFTER)
            else:
                break
        self._begin(client)
        log.info("bus is there again")
        for up in self._on_up:
            up()

    async def _connect_and_hear(self) -> Client:
        """A client of the first server that can be used, which hears what is to be heard."""
        client = await self._connect()
        try:
            for subject, heard in self._subjects.items():
                await self._subscribe(client, subject, heard)
            await _there_and_back(client)
        except BaseException:
            await _throw_away(client)  # it may live on, and hear all a second time
            raise
        return client

    def _begin(self, client: Client) -> None:
        self._away_since = None
        self._client = client
        self._sending = asyncio.create_task(self._send(client))

    async def _connect(self) -> Client:
        """A client of the first server that can be used."""
        servers = list(self.access.servers)
        shuffle(servers)
        why = ""
        for server in servers:
            try:
                return await self._connect_to(server)
            except BusError as error:
                why = str(error)
        raise BusError(why)

    async def _connect_to(self, server: str) -> Client:
        client, lost, errors = Client(), asyncio.Event(), list[Exception]()
        access = self.access

        async def failed(error: Exception) -> None:
            errors.append(error)
            if isinstance(error, OSError | nats.errors.StaleConnectionError):
                lost.set()
            elif "permissions violation" in str(error).lower():
                self._refusals += 1
                log.warning("the bus does not let this node do that", reason=str(error))

        async def closed() -> None:
            lost.set()

        def password() -> str:
            self._check_tls(client)  # before it is said in clear
            return access.password or ""

        try:
            await client.connect(
                [server],
                name=self._name,
                error_cb=failed,
                closed_cb=closed,
                allow_reconnect=False,
                max_reconnect_attempts=1,
                reconnect_time_wait=0,
                connect_timeout=CONNECT_SECONDS,  # type: ignore[arg-type]
                ping_interval=3600,  # asked by ourselves
                no_echo=True,
                inbox_prefix=f"{access.prefix}.inbox",
                user=access.user,
                password=password if access.user is not None else None,
                tls=access.tls,
            )
            self._check_tls(client)
        except NATS_ERRORS as error:
            await _throw_away(client)
            reasons = (each for each in (*errors, error) if not isinstance(each, NoServersError))
            raise BusError(why_not_connected(server, next(reasons, None), access)) from None
        errors.clear()
        self._lost = lost
        return client

    def _check_tls(self, client: Client) -> None:
        """The library speaks in clear with who does not want TLS, also where it was told to."""
        if self.access.tls is not None and not client._server_info.get("tls_required"):
            raise NoTls


async def _there_and_back(client: Client) -> None:
    """Wait until NATS has all that was given to the client, and has answered."""
    for _ in range(2):  # the library's ping overtakes what was said just before it
        await client.flush(PING_SECONDS)  # type: ignore[arg-type]


async def _throw_away(client: Client) -> None:
    """Close it if that is quickly done, and its socket in any case."""
    with suppress(*NATS_ERRORS):
        await asyncio.wait_for(client.close(), 0.2)
    transport = client._transport
    if isinstance(transport, TcpTransport) and transport._io_writer is not None:
        transport._io_writer.transport.abort()


def _tell_how_it_ended(keeping: asyncio.Task[None]) -> None:
    if not keeping.cancelled():
        log.error("bus is kept no more", exc_info=keeping.exception())
