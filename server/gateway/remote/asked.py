"""
A request that was put to another node, until it is answered.
"""

from __future__ import annotations

import asyncio
from typing import TypeVar

from server.cluster.ports import NodeId
from server.gateway.answering import OfTable
from server.gateway.remote.client import Client
from server.gateway.remote.messages import Ask
from server.tables.clock import Timer
from showdown.protocol.codec import encode
from showdown.rules.ruleset import TableId

K = TypeVar("K")


class AllAsked:
    """Requests that were put to other nodes, found by what matters of them."""

    def __init__(self) -> None:
        self._all: dict[int, Asked] = {}
        self._of_table: dict[TableId, dict[int, Asked]] = {}
        self._of_client: dict[Client, dict[int, Asked]] = {}

    def add(self, asked: Asked) -> None:
        """One more."""
        self._all[asked.command] = asked
        self._of_table.setdefault(asked.table, {})[asked.command] = asked
        self._of_client.setdefault(asked.client, {})[asked.command] = asked

    def remove(self, asked: Asked) -> None:
        """There is no more to do for one."""
        if self._all.pop(asked.command, None) is not None:
            _remove(self._of_table, asked.table, asked.command)
            _remove(self._of_client, asked.client, asked.command)

    def find(self, command: int) -> Asked | None:
        """The one of a number."""
        return self._all.get(command)

    @property
    def all(self) -> tuple[Asked, ...]:
        """All of them."""
        return tuple(self._all.values())

    def of_table(self, table: TableId) -> tuple[Asked, ...]:
        """Those of a table."""
        return tuple(self._of_table.get(table, {}).values())

    def of_client(self, client: Client) -> tuple[Asked, ...]:
        """Those of a client."""
        return tuple(self._of_client.get(client, {}).values())


def _remove(index: dict[K, dict[int, Asked]], key: K, command: int) -> None:
    commands = index[key]
    del commands[command]
    if not commands:
        del index[key]


class Asked:
    """What is known of it."""

    def __init__(self, command: int, client: Client, request: OfTable, arrived: float) -> None:
        """``arrived`` is when it came in, on our clock."""
        self.command, self.client, self.request, self.arrived = command, client, request, arrived
        self.table: TableId = request.table
        seen = client.seen(self.table)
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
