"""
A node's clients at the tables of other nodes, and theirs at its own.
"""

from collections.abc import Awaitable, Callable

import structlog

from server.assembling import Parts
from server.cluster.directory import Directory
from server.cluster.membership import NodeCard
from server.cluster.ports import NodeId
from server.config import Settings
from server.gateway.answering import Services
from server.gateway.callers import Callers
from server.gateway.gateway import Gateway
from server.gateway.guesses import Guesses
from server.gateway.remote.reach import Reach
from server.gateway.remote.shared_callers import SharedCallers
from server.gateway.remote.shared_guesses import SharedGuesses
from server.gateway.remote.turning_out import TurningOut
from server.lobby.numbers import Numbers

log = structlog.get_logger()

FILLING = 3.0
"""Seconds in which a node that starts hears of the tables of all others."""


def reach_of(parts: Parts) -> Reach | None:
    """What leads to other nodes; None for one that is alone."""
    if parts.node.is_alone:
        return None
    return Reach(parts.node.post, parts.owners, parts.catalogue.__contains__)


def guesses_of(parts: Parts) -> Guesses:
    """Passwords that are guessed, here and at other nodes."""
    node, clock = parts.node, parts.clock
    return Guesses(clock) if node.is_alone else SharedGuesses(clock, node.post)


def callers_of(parts: Parts) -> Callers:
    """Who is connected from which address, here and at other nodes."""
    node = parts.node
    return Callers() if node.is_alone else SharedCallers(parts.clock, node.post, node.members)


Filled = Callable[[], Awaitable[None]]
"""Waits until it is known of each table where it is and who sits there, but not for long."""


def open_reach(parts: Parts, services: Services, gateway: Gateway, settings: Settings) -> Filled:
    """
    Let clients here reach tables elsewhere, and those elsewhere ours; before the node joins.

    Await what this gives before you let anybody in.
    """
    reach = services.reach
    if not isinstance(reach, Reach):
        return _nothing
    reach.open(services, gateway)
    parts.lobby.list_by(Numbers(each.table for each in settings.tables))
    exists = parts.catalogue.__contains__
    directory = Directory(
        parts.node.post,
        parts.owners,
        parts.lobby,
        parts.clock,
        exists,
        parts.storage.seatings,
        parts.catalogue.spectator_delay,
    )
    parts.steward.on_left(reach.left)

    def member(node: NodeId, _: NodeCard | None, now: NodeCard | None) -> None:
        if now is None:
            reach.gone(node)

    parts.node.members.on_change(member)
    TurningOut(parts.node.members, parts.clock, gateway.turn_out)

    async def filled() -> None:
        if not await directory.complete(lambda: parts.catalogue.tables, FILLING):
            log.warning("not all tables are known yet")
            await directory.seats_known()

    return filled


async def _nothing() -> None:
    """All tables are here."""
