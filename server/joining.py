"""
A node among others, as the settings say: by NATS, or alone.
"""

import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib.metadata import version

from msgspec import Struct

from server.cluster.local import Hub
from server.cluster.members import Alone, Members
from server.cluster.membership import Membership, NodeCard
from server.cluster.owners import claimant
from server.cluster.ports import NodeId
from server.cluster.post import Post
from server.cluster.standing import standing
from server.config import Settings
from server.tables.clock import Clock

ALONE = NodeId("alone")


class Node(Struct, frozen=True, kw_only=True):
    """One of the nodes, which is not there for others until it joins."""

    members: Members
    post: Post
    claimant: str
    """How it writes itself when it claims a table."""
    is_alone: bool
    join: Callable[[], Awaitable[None]]
    """
    Be there for others from now on; until then they place no table here.

    Raises `BusError`: it cannot be.
    """
    leave: Callable[[], Awaitable[None]]
    """Be there no more; only where no table runs any more, or nobody else could."""
    obstacle: Callable[[], str | None]
    """Why people should not be sent here now, if that is so."""
    lease_age: Callable[[], float]
    """Seconds since its lease was renewed; 0 where it needs none."""


@asynccontextmanager
async def node_of(settings: Settings, clock: Clock) -> AsyncIterator[Node]:
    """
    Be a node, with what connects it to others.

    Raises:
        ConfigError: a file that the settings name cannot be used.
        BusError: NATS cannot be used.
    """
    card = NodeCard(
        boot=secrets.token_hex(6), version=version("showdown-poker"), started_s=int(time.time())
    )
    if not settings.nats:
        yield _alone(card, clock)
        return
    from server.broker.access import access_of
    from server.broker.access import node_of as name_of
    from server.broker.bus import NatsBus
    from server.broker.connecting import Connection
    from server.broker.leases import NatsLeases

    name = name_of(settings)
    connection = Connection(access_of(settings), name)
    await connection.open()
    try:
        members = Membership(NatsLeases(connection, name), clock, name, card)
        post = Post(NatsBus(connection, name), name, card.boot, clock)

        async def join() -> None:
            await post.open()
            await members.join()

        async def leave() -> None:
            await members.leave()
            await post.close()

        yield Node(
            members=members,
            post=post,
            claimant=claimant(name, card.boot),
            is_alone=False,
            join=join,
            leave=leave,
            obstacle=lambda: standing(members, lambda: connection.away_for),
            lease_age=lambda: members.lease_age,
        )
    finally:
        await connection.close()


def _alone(card: NodeCard, clock: Clock) -> Node:
    """A cluster of one: its bus carries nothing, and its lease does not end."""
    post = Post(Hub().bus(ALONE), ALONE, card.boot, clock)
    return Node(
        members=Alone(ALONE, card),
        post=post,
        claimant=claimant(ALONE, card.boot),
        is_alone=True,
        join=_nothing,
        leave=_nothing,
        obstacle=lambda: None,
        lease_age=lambda: 0.0,
    )


async def _nothing() -> None:
    """Nobody else is there."""
