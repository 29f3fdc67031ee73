"""
Where the parts meet: settings in, a running server out.
"""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from typing import Any, NoReturn

import structlog
from msgspec import Struct

from server import crash
from server.config import Settings, make_usual_folder
from server.gateway.answering import Services
from server.gateway.attempts import Attempts
from server.gateway.figures import figures
from server.gateway.gateway import Gateway
from server.gateway.guesses import Guesses
from server.gateway.inviting import Doorman
from server.gateway.metrics_port import MetricsPort
from server.gateway.sign_in import Reception
from server.gateway.wire import listening, reference
from server.gateway.wire.terms import Listen
from server.hosting import Codes
from server.hosts import Hosts
from server.links import address_url, link
from server.lobby import Lobby
from server.lobby.opening import Opening
from server.open_files import fitting
from server.passwords import Passwords
from server.ports import Journal
from server.setups import limits_of, setup_of, templates_of
from server.storage import open_storage
from server.storage.database import answers
from server.storage.housekeeping import keep_house
from server.storage.keyring import KeySource
from server.storage.store import Store
from server.tables.clock import LoopClock
from server.tables.world import World
from server.tls import Certificate, certificate_of
from showdown.rules.deal import KEY_SIZE
from showdown.rules.ruleset import HandId, TableId

log = structlog.get_logger()

WEBSOCKETS: dict[str, Listen] = {"own": listening.listen, "library": reference.listen}
"""Whose websockets a server can speak by."""

HAND_IDS_AT_ONCE = 100
"""Ids taken from the database together; what is left of them at the end is never used."""


class PrivateTable(Struct, frozen=True):
    """A table that one finds by a link alone."""

    table: TableId
    codes: Codes


class Running(Struct, frozen=True, kw_only=True):
    """A server that is up."""

    port: int
    certificate: Certificate | None
    address: str
    """Where guests reach it: what was said, else where it listens."""
    lobby: Lobby
    private: tuple[PrivateTable, ...]


@asynccontextmanager
async def running_server(settings: Settings) -> AsyncIterator[Running]:
    """
    A server from first to last: storage, tables, house bots, and then the door.

    It ends in the other order, so that nobody is told what is not stored.

    Raises:
        ConfigError: a place to crash at is named that does not exist.
        StorageError: the database cannot be used, or another server uses it.
        CannotListen: the address cannot be had.
    """
    crash.arm()
    certificate = certificate_of(settings)
    make_usual_folder(settings.database)
    async with AsyncExitStack() as stack:
        storage = await stack.enter_async_context(
            open_storage(settings.database, keys=key_source(settings))
        )
        clock = LoopClock()
        lobby = Lobby(
            World(
                journal=storage.journal,
                accounts=storage.accounts,
                clock=clock,
                now_s=lambda: int(time.time()),
                new_key=lambda: secrets.token_bytes(KEY_SIZE),
                next_hand=hand_ids(storage.journal),
                hands=storage.hands,
                most_spectators=settings.limits.spectators_per_table,
            ),
            await storage.accounts.house_players(),
        )
        hosts = Hosts(storage.hosted, await storage.hosted.load())
        opening = Opening(
            lobby,
            storage.journal,
            storage.opened,
            templates_of(settings),
            hosts,
            limits_of(settings),
        )
        await _open_all(lobby, settings)
        await opening.reopen()
        private = await _share_out(hosts, settings)
        lobby.run()
        stack.push_async_callback(lobby.stop)
        house = keep_house(storage.store, storage.vault, time.time)
        await stack.enter_async_context(_meanwhile(house))
        gateway = Gateway(
            Services(
                lobby=lobby,
                opening=opening,
                accounts=storage.accounts,
                hands=storage.hands,
                clock=clock,
                reception=Reception(
                    accounts=storage.accounts,
                    passwords=Passwords(),
                    sessions=storage.sessions,
                    attempts=Guesses(clock),
                    resume_window=settings.resume_window,
                    guest_chips=settings.guest_chips,
                    daily_chips=settings.daily_chips,
                    today=lambda: datetime.now(UTC).date().isoformat(),
                ),
                hosts=hosts,
                doorman=Doorman(hosts, lobby, Attempts(clock)),
                host_grants=settings.host_grants,
                onlookers_speak=settings.onlookers_speak,
                links=lambda code: (link(_address(settings, certificate, gateway.port), code),),
                storage_answers=partial(answers, storage.store),
                version=version("showdown-poker"),
            ),
            fitting(settings.limits),
            origins=settings.origins,
            trusted_proxies=settings.trusted_proxies,
            listen=WEBSOCKETS[settings.websockets],
        )
        stack.push_async_callback(gateway.close)
        await gateway.open(
            settings.host, settings.port, None if certificate is None else certificate.context
        )
        await stack.enter_async_context(_telling_metrics(settings, lobby, gateway, storage.store))
        log.info("listening", host=settings.host, port=gateway.port)
        yield Running(
            port=gateway.port,
            address=_address(settings, certificate, gateway.port),
            certificate=certificate,
            lobby=lobby,
            private=private,
        )
        log.info("stopping")


@asynccontextmanager
async def _telling_metrics(
    settings: Settings, lobby: Lobby, gateway: Gateway, store: Store
) -> AsyncIterator[None]:
    """Let metrics be read until the block ends, if the settings name a port for it."""
    if settings.metrics_port is None:
        yield
        return
    port = MetricsPort(lambda: figures(lobby, gateway.connections, store.waiting))
    await port.open(settings.metrics_host, settings.metrics_port)
    log.info("metrics can be read", host=settings.metrics_host, port=port.port)
    try:
        yield
    finally:
        await port.close()


async def _open_all(lobby: Lobby, settings: Settings) -> None:
    """Open all tables at once: a thousand of them share a few commits."""
    opened = (
        lobby.open(each.table, each.ruleset(), setup_of(each, settings)) for each in settings.tables
    )
    for result in await asyncio.gather(*opened, return_exceptions=True):
        if isinstance(result, BaseException):
            raise result


def _address(settings: Settings, certificate: Certificate | None, port: int) -> str:
    """Where guests reach the server: what was said, else where it listens, by its proven name."""
    if settings.public_url is not None:
        return settings.public_url
    if certificate is None:
        return address_url(settings.host, port)
    return address_url(certificate.host or settings.host, port, secure=True)


async def _share_out(hosts: Hosts, settings: Settings) -> tuple[PrivateTable, ...]:
    """Let tables be private or public, as they are configured; the codes of the private ones."""
    private = []
    for each in settings.tables:
        if each.private:
            private.append(PrivateTable(each.table, await hosts.be_private(each.table)))
        else:
            await hosts.be_public(each.table)
    return tuple(private)


@asynccontextmanager
async def _meanwhile(work: Coroutine[Any, Any, NoReturn]) -> AsyncIterator[None]:
    """Do something that never ends until the block does."""
    task = asyncio.create_task(work)
    task.add_done_callback(_tell_how_it_ended)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])


def _tell_how_it_ended(task: asyncio.Task[NoReturn]) -> None:
    if not task.cancelled():
        log.error("work in the background failed", exc_info=task.exception())


def key_source(settings: Settings) -> KeySource:
    """
    Where the keys of the cards come from.

    Raises:
        StorageError: two places are given.
    """
    text = settings.secret_key.get_secret_value() if settings.secret_key is not None else None
    return KeySource(text, settings.key_file)


def hand_ids(journal: Journal) -> Callable[[], Awaitable[HandId]]:
    """Hand ids that are never given twice, whatever happens between."""
    left: list[HandId] = []

    async def next_hand() -> HandId:
        if not left:
            first = await journal.reserve_hands(HAND_IDS_AT_ONCE)
            left.extend(HandId(first + offset) for offset in range(HAND_IDS_AT_ONCE))
        return left.pop(0)

    return next_hand
