"""
A request that was put to another node, until it is answered.
"""

import asyncio

from server.cluster.ports import NodeId
from server.gateway.answering import OfTable
from server.gateway.remote.client import Client
from server.gateway.remote.messages import Ask
from server.tables.clock import Timer
from showdown.protocol.codec import encode
from showdown.rules.ruleset import TableId


class Asked:
    """What is known of it."""

    def __init__(self, command: int, client: Client, request: OfTable, arrived: float) -> None:
        """``arrived`` is when it came in, on our clock."""
        self.command, self.client, self.request, self.arrived = command, client, request, arrived
        self.table: TableId = request.table
        seen = client.tables.get(self.table)
        self.since: int | None = None if seen is None else seen.last
        """The last event that the client knew."""
        self.again = False
        """Whether somebody may have done it already."""
        self.node: NodeId | None = None
        """Who was asked."""
        self.replied = False
        """Whether the client has his answer."""
        self.done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        """Ends when no more is to be done for it; False if its table is run here."""
        self.patience: Timer | None = None
        """Goes off when nobody has run the table for too long."""

    def message(self, now: float) -> Ask:
        """It, for the node that is asked."""
        return Ask(
            card=self.client.card,
            command=self.command,
            request=encode(self.request),
            age_ms=max(0.0, now - self.arrived) * 1000,
            again=self.again,
            since=self.since,
        )

    def begin_again(self) -> None:
        """There is more to do for it."""
        self.done = asyncio.get_running_loop().create_future()

    def end(self, *, elsewhere: bool) -> None:
        """No more is to be done, or none elsewhere."""
        self.be_patient(None)
        if not self.done.done():
            self.done.set_result(elsewhere)

    def be_patient(self, timer: Timer | None) -> None:
        """Wait with this timer for somebody who runs the table, or no more."""
        if self.patience is not None:
            self.patience.cancel()
        self.patience = timer
