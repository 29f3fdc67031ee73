"""
A node among others, as those see it who act for it; and one that is alone.
"""

from collections.abc import Callable, Mapping
from typing import Protocol

from server.cluster.membership import Changed, NodeCard
from server.cluster.ports import NodeId


class Members(Protocol):
    """What `server.cluster.membership.Membership` is to others; it says what each means."""

    node: NodeId

    @property
    def is_good(self) -> bool: ...

    @property
    def live(self) -> Mapping[NodeId, NodeCard]: ...

    @property
    def takers(self) -> frozenset[NodeId]: ...

    def on_change(self, changed: Changed) -> None: ...

    def on_fence(self, fenced: Callable[[], None]) -> None: ...

    def on_rejoin(self, rejoined: Callable[[], None]) -> None: ...

    async def drain(self) -> None: ...


class Alone:
    """Fills `Members` where a server runs by itself: it needs no lease, and nobody takes over."""

    def __init__(self, node: NodeId, card: NodeCard) -> None:
        self.node = node
        self.is_good = True
        self.live: Mapping[NodeId, NodeCard] = {node: card}
        self.takers = frozenset({node})

    def on_change(self, changed: Changed) -> None:
        """Nobody comes or goes."""

    def on_fence(self, fenced: Callable[[], None]) -> None:
        """It may always act."""

    def on_rejoin(self, rejoined: Callable[[], None]) -> None:
        """It never was away."""

    async def drain(self) -> None:
        """Nobody takes its tables."""
