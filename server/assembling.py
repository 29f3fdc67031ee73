"""
The parts of a server, put together before anybody knows of it.
"""

import secrets
import time
from collections.abc import Awaitable, Callable

from msgspec import Struct

from server.cluster.owners import Owners
from server.cluster.steward import Means, Steward
from server.config import Settings
from server.hosts import Hosts
from server.joining import Node
from server.lobby import Lobby
from server.lobby.catalogue import Catalogue
from server.lobby.opening import Opening
from server.ports import Journal
from server.setups import limits_of, plans_of, templates_of
from server.storage import Storage
from server.tables.actor import TableActor
from server.tables.clock import Clock
from server.tables.world import World
from showdown.rules.deal import KEY_SIZE
from showdown.rules.ruleset import HandId

HAND_IDS_AT_ONCE = 100
"""Ids taken from the database together; what is left of them at the end is never used."""


class Parts(Struct, frozen=True, kw_only=True):
    """What runs the tables of a node."""

    node: Node
    storage: Storage
    clock: Clock
    lobby: Lobby
    hosts: Hosts
    opening: Opening
    catalogue: Catalogue
    owners: Owners
    steward: Steward


async def assembled(settings: Settings, node: Node, storage: Storage, clock: Clock) -> Parts:
    """
    Put the parts together; no table is open yet.

    Raises:
        ConfigError: there is no house bot of a name.
        StorageError: the database cannot do it now.
    """

    def cede(actor: TableActor) -> None:
        steward.ceded(actor)

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
            may_act=_always if node.is_alone else lambda: node.members.is_good,
            ceded=None if node.is_alone else cede,
        ),
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
    catalogue = Catalogue(plans_of(settings), opening, lobby, storage.accounts)
    owners = Owners(node.post, node.members, clock)
    steward = Steward(
        Means(
            members=node.members,
            owners=owners,
            post=node.post,
            claims=storage.claims,
            lobby=lobby,
            catalogue=catalogue,
            clock=clock,
        )
    )
    await steward.prepare()
    return Parts(
        node=node,
        storage=storage,
        clock=clock,
        lobby=lobby,
        hosts=hosts,
        opening=opening,
        catalogue=catalogue,
        owners=owners,
        steward=steward,
    )


def _always() -> bool:
    return True


def hand_ids(journal: Journal) -> Callable[[], Awaitable[HandId]]:
    """Hand ids that are never given twice, whatever happens between."""
    left: list[HandId] = []

    async def next_hand() -> HandId:
        if not left:
            first = await journal.reserve_hands(HAND_IDS_AT_ONCE)
            left.extend(HandId(first + offset) for offset in range(HAND_IDS_AT_ONCE))
        return left.pop(0)

    return next_hand
