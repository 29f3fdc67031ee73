"""
What each node has to know of the tables of the others: as the lobby lists them, and who sits there.

Who sits down or gets up is told in the same turn of the loop, all else within a tenth of a second.
After a break everything is told anew. Of a table that nobody runs what was known last stays, and
the database is asked who sits there when somebody wants to know it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from itertools import count

from msgspec import Struct
from msgspec.structs import replace

from server.cluster.owners import Owner, Owners
from server.cluster.ports import NodeId
from server.cluster.post import Message, Post
from server.cluster.recalling import Recalling
from server.lobby.elsewhere import Listed, listed
from server.lobby.lobby import Lobby
from server.lobby.resting import resting, unheard_of
from server.ports import Seatings
from server.tables.actor import TableActor
from server.tables.clock import Clock, Timer
from showdown.protocol import messages as msg
from showdown.protocol.codec import decode_message, encode
from showdown.rules.ruleset import AccountId, TableId
from showdown.rules.seating import Seating

TELL_AFTER = 0.1
"""Seconds in which changes of a table are told together."""

MANY = 1_000
"""So many tables may be known before it is looked which of them are there no more."""

AT_ONCE = 100
"""So many tables a message lists at most."""


class Entry(Struct, frozen=True, kw_only=True):
    """A table, as the node that runs it says."""

    epoch: int
    version: int
    """Grows with all that a node tells."""
    listed: Listed


class Listing(Message, frozen=True, tag="listing"):
    """To all: tables that the sender runs have changed."""

    entries: tuple[Entry, ...]


class ListAll(Message, frozen=True, tag="list_all"):
    """To one: tell me of all tables that you run, for I may have missed something."""


class Notify(Message, frozen=True, tag="notify"):
    """To one: tell everybody who sees a table of yours something."""

    table: TableId
    notice: bytes


class Directory:
    """Fills `server.lobby.elsewhere.Elsewhere`, and tells other nodes of the tables here."""

    def __init__(
        self,
        post: Post,
        owners: Owners,
        lobby: Lobby,
        clock: Clock,
        exists: Callable[[TableId], bool],
        seatings: Seatings,
        delay_of: Callable[[TableId], float] = lambda _: 0.0,
    ) -> None:
        """
        Know of no table yet; before the post is opened.

        Args:
            exists: whether there is such a table, whichever node runs it.
            delay_of: how many seconds later than it is played onlookers see a table.
        """
        self._post, self._owners, self._lobby = post, owners, lobby
        self._recalling, self._delay_of = Recalling(seatings, self._recall), delay_of
        self._clock, self._exists = clock, exists
        self._entries: dict[TableId, tuple[NodeId, Entry]] = {}
        self._seats: dict[AccountId, dict[TableId, None]] = {}
        self._lines: dict[AccountId, dict[TableId, None]] = {}
        self._late: dict[TableId, None] = {}
        self._told: dict[TableId, Listed] = {}
        """What all were told last of each table here."""
        self._changed: dict[TableId, None] = {}
        """Tables here that may have changed since."""
        self._many = MANY
        """When so many tables are known, those are forgotten that are there no more."""
        self._heard = asyncio.Event()
        """Something new is known."""
        self._versions = count(1)
        self._timer: Timer | None = None
        self._soon = False
        post.on(Listing, self._hear)
        post.on(ListAll, lambda node, _: self._tell_all(node))
        post.on(Notify, self._notify)
        post.on_break(self._broken)
        owners.on_change(self._owner)
        lobby.whereabouts.on_stir(self._stirs)
        lobby.elsewhere = self

    # The tables of others.

    def find(self, table: TableId) -> Listed | None:
        """A table that another node runs, or ran last."""
        known = self._entries.get(table)
        return known[1].listed if known is not None and self._exists(table) else None

    @property
    def tables(self) -> Iterator[Listed]:
        """All of them."""
        return self._those(tuple(self._entries))

    def seats_of(self, account: AccountId) -> tuple[Listed, ...]:
        """The tables at which an account sits."""
        return tuple(self._those(self._seats.get(account, ())))

    def waits_of(self, account: AccountId) -> frozenset[TableId]:
        """For which of them an account waits."""
        return frozenset(each.table for each in self._those(self._lines.get(account, ())))

    @property
    def seated(self) -> frozenset[AccountId]:
        """Everybody who sits at one of them."""
        return frozenset(self._seats)

    @property
    def late(self) -> Iterator[Listed]:
        """Those of which somebody may not look at a hand yet."""
        return self._those(self._late)

    def _those(self, tables: Iterable[TableId]) -> Iterator[Listed]:
        return (there for each in tuple(tables) if (there := self.find(each)) is not None)

    def notify(self, table: TableId, notice: msg.Notice) -> None:
        """Let everybody who sees a table of another node be told something."""
        owner = self._owners.find(table)
        if owner is not None:
            self._post.send(owner.node, Notify(table=table, notice=encode(notice)))

    async def complete(self, tables: Callable[[], Iterable[TableId]], seconds: float) -> bool:
        """Wait until each of these tables is here or was told of, but not for long; if they are."""
        try:
            async with asyncio.timeout(seconds):
                while any(not self._lobby.knows(table) for table in tables()):
                    self._heard.clear()
                    await self._heard.wait()
        except TimeoutError:
            self._recalling.doubt(each for each in tables() if not self._lobby.knows(each))
            return False
        return True

    async def seats_known(self) -> None:
        """Wait until it is known who sits at tables that nobody runs, but not for long."""
        await self._recalling.done()

    def _recall(self, table: TableId, seating: Seating) -> None:
        """What the database says of a table that nobody runs."""
        node, entry = self._entries.get(table) or (
            self._post.node,
            Entry(epoch=0, version=0, listed=unheard_of(table, seating, self._delay_of(table))),
        )
        there = resting(entry.listed, seating, self._lobby.no_people)
        self._put(node, replace(entry, listed=there))

    def _broken(self, node: NodeId) -> None:
        """What a node has said is lost: it is asked, and told what it may have asked for."""
        self._post.send(node, ListAll())
        self._tell_all(node)

    def _hear(self, node: NodeId, listing: Listing) -> None:
        for entry in listing.entries:
            table = entry.listed.table
            known = self._entries.get(table)
            newer = known is None or known[1].epoch < entry.epoch
            again = known is not None and known[0] == node and known[1].version < entry.version
            if newer or again:
                self._put(node, entry)
        self._heard.set()

    def _put(self, node: NodeId, entry: Entry) -> None:
        table, there = entry.listed.table, entry.listed
        if len(self._entries) >= self._many:
            self._forget_closed()
            self._many = max(MANY, 2 * len(self._entries))
        self._forget(table)
        self._entries[table] = (node, entry)
        if self._lobby.numbers is not None:
            self._lobby.numbers.add(table)
        for sits in there.seats:
            self._seats.setdefault(sits.account, {})[table] = None
        for account in there.line:
            self._lines.setdefault(account, {})[table] = None
        if there.late:
            self._late[table] = None

    def _forget(self, table: TableId) -> None:
        known = self._entries.pop(table, None)
        if known is None:
            return
        there = known[1].listed
        for sits in there.seats:
            _take_out(self._seats, sits.account, table)
        for account in there.line:
            _take_out(self._lines, account, table)
        self._late.pop(table, None)

    def _notify(self, _: NodeId, said: Notify) -> None:
        desk, notice = self._lobby.find(said.table), decode_message(said.notice)
        if desk is not None and isinstance(notice, msg.Notice):
            desk.actor.audience.notify(notice)

    # Those of this node.

    def _owner(self, table: TableId, owner: Owner | None) -> None:
        """A table has come here, or has gone from here or from another node."""
        if owner is not None:
            self._recalling.is_known(table)
        if owner is not None and owner.node == self._post.node:
            self._forget(table)
            self._told.pop(table, None)
            self._changed[table] = None
            self._tell_soon()
            self._heard.set()
            return
        left = self._told.pop(table, None)
        if owner is None and left is None and self._exists(table):
            self._recalling.doubt([table])  # who ran it may have died before it told all
        if left is not None and table not in self._entries:
            # Until its next owner tells of it; whatever that says is newer.
            self._put(self._post.node, Entry(epoch=0, version=0, listed=left))

    def _stirs(self, actor: TableActor, *, at_once: bool) -> None:
        """A table here has changed."""
        self._changed[actor.table] = None
        if at_once or actor.late is not None:
            self._tell_soon()
        elif self._timer is None:
            self._timer = self._clock.call_at(self._clock.now() + TELL_AFTER, self._tell)

    def _tell_soon(self) -> None:
        if not self._soon:
            self._soon = True
            asyncio.get_running_loop().call_soon(self._tell)

    def stop(self) -> None:
        """Tell of no changes any more, and ask for none."""
        self._recalling.stop()
        self._wait_no_more()

    def _wait_no_more(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None

    def _tell(self) -> None:
        """Tell all nodes of what has changed."""
        self._wait_no_more()
        self._soon = False
        changed, self._changed = self._changed, {}
        entries = [each for each in map(self._news, changed) if each is not None]
        for first in range(0, len(entries), AT_ONCE):
            self._post.tell_all(Listing(entries=tuple(entries[first : first + AT_ONCE])))

    def _news(self, table: TableId) -> Entry | None:
        """A table here, if it is not as all were told last."""
        entry = self._entry(table)
        if entry is None or self._told.get(table) == entry.listed:
            return None
        self._told[table] = entry.listed
        return entry

    def _entry(self, table: TableId) -> Entry | None:
        desk, owner = self._lobby.find(table), self._owners.find(table)
        if desk is None or owner is None or owner.node != self._post.node:
            return None
        there = listed(desk.actor, self._lobby.programs)
        return Entry(epoch=owner.epoch, version=next(self._versions), listed=there)

    def _forget_closed(self) -> None:
        """Forget the tables that are there no more, each time that twice as many are known."""
        for table in [each for each in self._entries if not self._exists(each)]:
            self._forget(table)
            if self._lobby.numbers is not None:
                self._lobby.numbers.remove(table)

    def _tell_all(self, node: NodeId) -> None:
        """Tell a node of all tables here."""
        entries = [
            Entry(epoch=owner.epoch, version=next(self._versions), listed=there)
            for table, there in self._told.items()
            if (owner := self._owners.find(table)) is not None and owner.node == self._post.node
        ]
        for first in range(0, len(entries), AT_ONCE):
            self._post.send(node, Listing(entries=tuple(entries[first : first + AT_ONCE])))


def _take_out(
    index: dict[AccountId, dict[TableId, None]], account: AccountId, table: TableId
) -> None:
    tables = index[account]
    tables.pop(table, None)
    if not tables:
        del index[account]
