"""
Nodes of one process: one that is alone where a server runs by itself, several in tests.
"""

import asyncio
from collections.abc import Callable

from server.cluster.ports import Hear, LeaseLost, LeaseTaken, NodeId, Told


class Hub:
    """What connects the nodes of this process; all that is said arrives, in order."""

    def __init__(self) -> None:
        self._ears: dict[NodeId, Hear] = {}
        self._leases: dict[NodeId, bytes] = {}
        self._watchers: list[Told] = []

    def bus(self, node: NodeId) -> "LocalBus":
        """The bus as a node has it."""
        return LocalBus(self, node)

    def leases(self, node: NodeId) -> "LocalLeases":
        """The leases as a node has them."""
        return LocalLeases(self, node)

    def listen(self, node: NodeId, hear: Hear) -> None:
        """Let a node hear."""
        self._ears[node] = hear

    def deafen(self, node: NodeId) -> None:
        """Let a node hear nothing more."""
        self._ears.pop(node, None)

    def carry(self, to: NodeId, payload: bytes) -> None:
        """Bring something to a node, after what was said before."""
        asyncio.get_running_loop().call_soon(self._arrive, to, payload)

    def carry_to_others(self, sender: NodeId, payload: bytes) -> None:
        """Bring something to all but its sender."""
        for node in tuple(self._ears):
            if node != sender:
                self.carry(node, payload)

    def _arrive(self, to: NodeId, payload: bytes) -> None:
        hear = self._ears.get(to)
        if hear is not None:
            hear(payload)

    # Leases.

    def has_lease(self, node: NodeId) -> bool:
        """Whether a node has its lease."""
        return node in self._leases

    def put_lease(self, node: NodeId, value: bytes) -> None:
        """Let a node have its lease; who watches is told if it says something new."""
        if self._leases.get(node) != value:
            self._leases[node] = value
            self._tell(node, value)

    def end_lease(self, node: NodeId) -> None:
        """Let a node have none any more, as if it had not renewed it."""
        if self._leases.pop(node, None) is not None:
            self._tell(node, None)

    def watch(self, told: Told) -> Callable[[], None]:
        """Tell of all leases from now on; gives what ends it."""
        self._watchers.append(told)
        for node, value in tuple(self._leases.items()):
            told(node, value)
        return lambda: self._watchers.remove(told)

    def _tell(self, node: NodeId, value: bytes | None) -> None:
        for told in tuple(self._watchers):
            told(node, value)


class LocalBus:
    """Fills `server.cluster.ports.Bus`."""

    def __init__(self, hub: Hub, node: NodeId) -> None:
        self._hub, self._node = hub, node

    async def open(self, hear: Hear) -> None:
        self._hub.listen(self._node, hear)

    def send(self, to: NodeId, payload: bytes) -> None:
        self._hub.carry(to, payload)

    def send_to_all(self, payload: bytes) -> None:
        self._hub.carry_to_others(self._node, payload)

    async def close(self) -> None:
        self._hub.deafen(self._node)


class LocalLeases:
    """Fills `server.cluster.ports.Leases`."""

    def __init__(self, hub: Hub, node: NodeId) -> None:
        self._hub, self._node = hub, node
        self._endings: list[Callable[[], None]] = []

    async def take(self, value: bytes) -> None:
        if self._hub.has_lease(self._node):
            raise LeaseTaken(
                f"There is a node {self._node} already; give this one another name in setting node."
            )
        self._hub.put_lease(self._node, value)

    async def renew(self, value: bytes) -> None:
        if not self._hub.has_lease(self._node):
            raise LeaseLost(f"The lease of node {self._node} has ended.")
        self._hub.put_lease(self._node, value)

    async def give_up(self) -> None:
        self._hub.end_lease(self._node)

    async def watch(self, told: Told) -> None:
        self._endings.append(self._hub.watch(told))

    async def close(self) -> None:
        endings, self._endings = self._endings, []
        for end in endings:
            end()
