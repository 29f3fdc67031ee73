"""
What a node needs to know of others and to say to them, and nothing about how it is done.

``broker`` fills these ports with NATS, ``local`` with nothing but this process.
"""

from collections.abc import Callable
from typing import NewType, Protocol

NodeId = NewType("NodeId", str)
"""The name of a node; one process at a time has it."""

Hear = Callable[[bytes], None]
"""Takes what another node has said."""


class BusError(Exception):
    """The bus or the leases cannot do it; the text is one sentence for the operator."""


class LeaseTaken(BusError):
    """Another process has the lease of this node's name."""


class LeaseLost(BusError):
    """The lease has ended, or somebody else has it now."""


class Bus(Protocol):
    """
    Carries bytes between nodes: in order from one node to another, and at most once.

    Nobody is told of what is lost; `server.cluster.post` notices it.
    """

    async def open(self, hear: Hear) -> None:
        """
        Hear from now on what is said to this node, and to all.

        Raises:
            BusError: the bus cannot be used as it is.
        """

    def send(self, to: NodeId, payload: bytes) -> None:
        """Say something to one node; never waits, never raises."""

    def send_to_all(self, payload: bytes) -> None:
        """Say something to every other node; never waits, never raises."""

    async def close(self) -> None:
        """Let what was said go out, then hear nothing more."""


Told = Callable[[NodeId, bytes | None], None]
"""What a node's lease says now; None if it has none any more."""


class Leases(Protocol):
    """
    One lease per node: who has it is alive, and who does not renew it for three seconds is not.

    A lease says who lives. Who may write to a table, only the database says.
    """

    async def take(self, value: bytes) -> None:
        """
        Take this node's lease.

        Raises:
            LeaseTaken: another process has it.
            BusError: the bus does not answer.
        """

    async def renew(self, value: bytes) -> None:
        """
        Keep the lease for three seconds more.

        Raises:
            LeaseLost: it has ended.
            BusError: the bus does not answer.
        """

    async def give_up(self) -> None:
        """
        End the lease now, so that nobody has to wait for it.

        Raises:
            BusError: the bus does not answer.
        """

    async def watch(self, told: Told) -> None:
        """
        Be told of each lease there is, then of each that changes or ends, until closed.

        It goes on by itself after the bus was away; then all leases are told again.

        Raises:
            BusError: the bus does not answer.
        """

    async def close(self) -> None:
        """Tell of nothing any more."""
