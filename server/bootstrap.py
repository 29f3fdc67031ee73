"""
Where the parts meet: settings in, a running server out.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from typing import Any, NoReturn

import structlog
from msgspec import Struct
from prometheus_client.metrics_core import Metric

from server import crash
from server.assembling import Parts, assembled
from server.cluster.figures import node_figures
from server.config import Settings, make_usual_folder
from server.ending import end
from server.gateway.answering import Services
from server.gateway.attempts import Attempts
from server.gateway.figures import figures
from server.gateway.gateway import Gateway
from server.gateway.inviting import Doorman
from server.gateway.metrics_port import MetricsPort
from server.gateway.sign_in import Reception
from server.gateway.wire import listening, reference
from server.gateway.wire.terms import Listen
from server.hosting import Codes
from server.hosts import Hosts
from server.joining import Node, node_of
from server.links import address_url, link
from server.lobby import Lobby
from server.open_files import fitting
from server.passwords import Passwords
from server.processes.place import Berth
from server.reaching import callers_of, guesses_of, open_reach, reach_of
from server.storage import open_storage
from server.storage.clocks import check_clock
from server.storage.database import answers
from server.storage.housekeeping import keep_house
from server.storage.keyring import KeySource
from server.tables.clock import LoopClock
from server.tls import Certificate, certificate_of
from showdown.rules.ruleset import TableId

log = structlog.get_logger()

WEBSOCKETS: dict[str, Listen] = {"own": listening.listen, "library": reference.listen}
"""Whose websockets a server can speak by."""

HOUSE_KEEPING = TableId("~housekeeping")
"""Has its place like a table, so that one node does it; no table is called so."""


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
async def running_server(
    settings: Settings, when_made: Callable[[], None] = lambda: None, berth: Berth | None = None
) -> AsyncIterator[Running]:
    """
    A server from first to last: storage, tables, house bots, and then the door.

    It ends in the other order, so that nobody is told what is not stored.

    Args:
        when_made: is called when all parts are there and nobody waits for any of them yet.
        berth: of one of several processes that share a port.

    Raises:
        ConfigError: a place to crash at is named that does not exist.
        StorageError: the database cannot be used, another server uses it, or its clock is far off.
        BusError: NATS cannot be used, or another process has this node's name.
        CannotListen: the address cannot be had.
    """
    crash.arm()
    certificate = certificate_of(settings)
    make_usual_folder(settings.database)
    async with AsyncExitStack() as stack:
        clock = LoopClock()
        node = await stack.enter_async_context(node_of(settings, clock))
        storage = await stack.enter_async_context(
            open_storage(settings.database, keys=key_source(settings), claimant=node.claimant)
        )
        if not node.is_alone:
            await check_clock(storage.store, time.time, settings.clock_skew)
        parts = await assembled(settings, node, storage, clock)
        private = await _share_out(parts.hosts, settings)
        services = Services(
            lobby=parts.lobby,
            opening=parts.opening,
            accounts=storage.accounts,
            hands=storage.hands,
            clock=clock,
            reception=Reception(
                accounts=storage.accounts,
                passwords=Passwords(),
                sessions=storage.sessions,
                attempts=guesses_of(parts),
                resume_window=settings.resume_window,
                guest_chips=settings.guest_chips,
                daily_chips=settings.daily_chips,
                today=lambda: datetime.now(UTC).date().isoformat(),
            ),
            hosts=parts.hosts,
            doorman=Doorman(parts.hosts, parts.lobby, Attempts(clock)),
            host_grants=settings.host_grants,
            onlookers_speak=settings.onlookers_speak,
            links=lambda code: (link(_address(settings, certificate, gateway.port), code),),
            storage_answers=partial(answers, storage.store),
            obstacle=node.obstacle,
            version=version("showdown-poker"),
            reach=reach_of(parts),
        )
        listen = WEBSOCKETS[settings.websockets]
        if berth is not None:
            listen = berth.listen(lambda: gateway.present, node.obstacle)
        gateway = Gateway(
            services,
            fitting(settings.limits),
            origins=settings.origins,
            trusted_proxies=settings.trusted_proxies,
            listen=listen,
            callers=callers_of(parts),
        )
        filled = open_reach(parts, services, gateway, settings)
        when_made()
        await _join(parts, stack)
        await filled()
        stack.push_async_callback(gateway.close)
        if berth is not None:
            await berth.may_open()
        await gateway.open(
            settings.host, settings.port, None if certificate is None else certificate.context
        )
        await stack.enter_async_context(_telling_metrics(settings, parts, gateway))
        stack.push_async_callback(_drain, parts, berth)
        log.info("listening", host=settings.host, port=gateway.port)
        yield Running(
            port=gateway.port,
            address=_address(settings, certificate, gateway.port),
            certificate=certificate,
            lobby=parts.lobby,
            private=private,
        )
        log.info("stopping")


async def _drain(parts: Parts, berth: Berth | None) -> None:
    """Let other nodes run the tables, but those that end with this one."""
    await parts.steward.drain(() if berth is None else berth.end_together)


async def _join(parts: Parts, stack: AsyncExitStack) -> None:
    """Be a node among others, and run what is to be run here."""
    stack.push_async_callback(parts.node.leave)
    await parts.node.join()
    stack.push_async_callback(parts.hostings.stop)
    stack.push_async_callback(parts.lobby.stop)
    stack.push_async_callback(parts.steward.stop)
    await parts.steward.start()
    parts.lobby.run()
    is_ours = partial(parts.steward.should_run, HOUSE_KEEPING)
    store, vault = parts.storage.store, parts.storage.vault
    await stack.enter_async_context(
        _meanwhile(keep_house(store, vault, time.time, is_ours=is_ours))
    )


@asynccontextmanager
async def _telling_metrics(
    settings: Settings, parts: Parts, gateway: Gateway
) -> AsyncIterator[None]:
    """Let metrics be read until the block ends, if the settings name a port for it."""
    if settings.metrics_port is None:
        yield
        return
    port = MetricsPort(lambda: (*_figures(parts, gateway), *_node_figures(parts.node)))
    await port.open(settings.metrics_host, settings.metrics_port)
    log.info("metrics can be read", host=settings.metrics_host, port=port.port)
    try:
        yield
    finally:
        await port.close()


def _figures(parts: Parts, gateway: Gateway) -> Iterator[Metric]:
    waiting, guests = parts.storage.store.waiting, gateway.guests
    return figures(parts.lobby, gateway.connections, waiting, guests)


def _node_figures(node: Node) -> Iterator[Metric]:
    return node_figures(node.members.node, node.members.live.values(), node.lease_age())


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
        await end(task)


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
