"""
The parts of a server, put together before anybody knows of it.
"""

import secrets
import time

from msgspec import Struct

from server.cluster.hostings import Hostings
from server.cluster.means import Means
from server.cluster.owners import Owners
from server.cluster.steward import Steward
from server.config import Settings
from server.hand_ids import HandIds
from server.hosts import Hosts
from server.joining import Node
from server.lobby import Lobby
from server.lobby.catalogue import Catalogue
from server.lobby.opening import Opening
from server.setups import limits_of, plans_of, rank_in_each_game, templates_of
from server.storage import Storage
from server.tables.actor import TableActor
from server.tables.clock import Clock
from server.tables.world import World
from showdown.rules.deal import KEY_SIZE


class Parts(Struct, frozen=True, kw_only=True):
    """What runs the tables of a node."""

    node: Node
    storage: Storage
    clock: Clock
    lobby: Lobby
    hosts: Hosts
    opening: Opening
    catalogue: Catalogue
    hostings: Hostings
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

    rank_in_each_game(settings)
    hands = HandIds(storage.journal.reserve_hands)
    lobby = Lobby(
        World(
            journal=storage.journal,
            accounts=storage.accounts,
            clock=clock,
            now_s=lambda: int(time.time()),
            new_key=lambda: secrets.token_bytes(KEY_SIZE),
            next_hand=hands.next,
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
            have_come=hands.begin_anew,
        )
    )
    await steward.prepare()
    return Parts(
        node=node,
        storage=storage,
        clock=clock,
        lobby=lobby,
        hosts=hosts,
        hostings=Hostings(node.post, hosts),
        opening=opening,
        catalogue=catalogue,
        owners=owners,
        steward=steward,
    )


def _always() -> bool:
    return True
