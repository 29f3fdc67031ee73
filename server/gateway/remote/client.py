"""
A connection of this node, as far as it has to do with tables of other nodes.
"""

import asyncio

from msgspec import Struct

from server.cluster.ports import NodeId
from server.gateway.answering import Asker
from server.gateway.remote.messages import Card
from showdown.protocol import messages as msg
from showdown.rules.ruleset import TableId


class Seen(Struct):
    """A table that a client sees."""

    node: NodeId | None
    """Who tells of it; None while nobody does."""
    last: int | None
    """The last event that was told; None if none was."""
    asks: bool = False
    """Whether that node was asked for what comes after it."""


Viewers = dict[TableId, dict["Client", None]]
"""Who sees each table of other nodes, of the clients of this one."""


class Client:
    """What is known of one connection."""

    def __init__(self, asker: Asker, viewers: Viewers) -> None:
        """``viewers`` is kept by all clients together."""
        self.asker = asker
        self._viewers = viewers
        self.nodes: dict[NodeId, None] = {}
        """Those that know of it."""
        self._tables: dict[TableId, Seen] = {}
        """What it sees at other nodes."""
        self.shown: dict[TableId, asyncio.Event] = {}
        """Is set when a table is seen that is waited for."""
        self.opened: dict[TableId, msg.Open] = {}
        """What it has opened last at each table: nobody answers that, and it can be lost."""

    @property
    def card(self) -> Card:
        """Who it is, for the nodes of tables."""
        asker = self.asker
        return card_of(asker)

    @property
    def tables(self) -> tuple[tuple[TableId, Seen], ...]:
        """What it sees at other nodes."""
        return tuple(self._tables.items())

    def seen(self, table: TableId) -> Seen | None:
        """How it sees a table; None if it does not."""
        return self._tables.get(table)

    def see(self, table: TableId, seen: Seen) -> None:
        """It sees a table from now on."""
        self._tables[table] = seen
        self._viewers.setdefault(table, {})[self] = None

    def look_away(self, table: TableId) -> None:
        """It sees a table no more."""
        if self._tables.pop(table, None) is None:
            return
        viewers = self._viewers[table]
        del viewers[self]
        if not viewers:
            del self._viewers[table]

    def close(self) -> None:
        """It is over."""
        for table in tuple(self._tables):
            self.look_away(table)

    def follow(self, node: NodeId, message: msg.ServerMessage) -> bool:
        """Note how far it knows a table; False if it is not to be told what a node says of that."""
        table = getattr(message, "table", None)
        if table is None:
            return True
        seen = self._tables.get(table)
        if seen is not None and seen.node != node:
            return False
        match message:
            case msg.Snapshot():
                self.see(table, Seen(node, message.seq))
                if table in self.shown:
                    self.shown[table].set()
            case msg.Update():
                return self._goes_on(node, table, seen, message)
            case msg.Notice(code="table_closed"):
                self.look_away(table)
            case _:
                pass
        return True

    def knows(self, node: NodeId, message: msg.ServerMessage) -> bool:
        """Whether an answer that comes again is no news: of what he knows, or sees no more."""
        if not isinstance(message, msg.Update | msg.Snapshot):
            return True
        seen = self._tables.get(message.table)
        if seen is None:
            return True
        if isinstance(message, msg.Update) or seen.node != node or seen.last is None:
            return False
        return message.seq <= seen.last

    def _goes_on(self, node: NodeId, table: TableId, seen: Seen | None, update: msg.Update) -> bool:
        """Note an update; False if something before it was lost on the way."""
        last = update.seq + len(update.events) - 1
        if seen is None or seen.last is None:
            self.see(table, Seen(node, last))
            return True
        if update.seq > seen.last + 1:
            return False
        seen.last, seen.asks = max(seen.last, last), False
        return True


def card_of(asker: Asker) -> Card:
    """Who a connection is, for the nodes of tables."""
    return Card(
        connection=asker.number,
        account=asker.owner,
        name=asker.who.name,
        looks=asker.looks,
        is_program=asker.who.is_program,
        invited=asker.invited,
    )
