"""
What those work with who see to it that tables are run where they should be.
"""

from collections.abc import Callable

from msgspec import Struct

from server.cluster.members import Members
from server.cluster.owners import Owners
from server.cluster.post import Post
from server.lobby.catalogue import Catalogue
from server.lobby.lobby import Lobby
from server.ports import Claims
from server.tables.clock import Clock


class Means(Struct, frozen=True, kw_only=True):
    """What a steward works with."""

    members: Members
    owners: Owners
    post: Post
    claims: Claims
    lobby: Lobby
    catalogue: Catalogue
    clock: Clock
    have_come: Callable[[], None] = lambda: None
    """Is called when tables were claimed that others may have run, before they are run here."""
