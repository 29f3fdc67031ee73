"""
What nodes say to each other: one subject for each node, one for all.
"""

from server.broker.connecting import Connection
from server.cluster.ports import Hear, NodeId


class NatsBus:
    """Fills `server.cluster.ports.Bus`; the connection is opened and closed by others."""

    def __init__(self, connection: Connection, node: NodeId) -> None:
        self._connection, self._node = connection, node
        self._prefix = connection.access.prefix

    async def open(self, hear: Hear) -> None:
        await self._connection.hear(self._to(self._node), hear)
        await self._connection.hear(self._to_all, hear)

    def send(self, to: NodeId, payload: bytes) -> None:
        self._connection.publish(self._to(to), payload)

    def send_to_all(self, payload: bytes) -> None:
        self._connection.publish(self._to_all, payload)

    async def close(self) -> None:
        self._connection.hear_no_more()
        await self._connection.let_go_out()

    def _to(self, node: NodeId) -> str:
        return f"{self._prefix}.node.{node}"

    @property
    def _to_all(self) -> str:
        return f"{self._prefix}.nodes"
