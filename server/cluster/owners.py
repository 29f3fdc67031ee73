"""
Who runs which table, as far as it is known here.

It is learned from what nodes say and from the database, and may be old: a request that comes to a
node that does not run the table is answered with that, and whoever sent it looks here again. Only
the epoch in the database decides who may write.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType

import structlog
from msgspec import Struct

from server.cluster.members import Members
from server.cluster.membership import NodeCard
from server.cluster.messages import Held, LetGo, Runs, RunsAll, WhatDoYouRun
from server.cluster.ports import NodeId
from server.cluster.post import Post
from server.ports import Claimed
from server.tables.clock import Clock, Timer
from server.tables.handed_over import TurnSoFar
from showdown.rules.ruleset import TableId

log = structlog.get_logger()

SAY_ALL_AFTER = 0.05
"""Seconds in which all who ask what is run here are answered together."""

CLAIMING = 0
"""Stands for the epoch of a table that a node is about to claim, or to run."""

NO_TURNS: Mapping[TableId, TurnSoFar] = MappingProxyType({})

IN_A_PART = 5_000
"""So many tables a message names at most."""


class Owner(Struct, frozen=True):
    """Who runs a table, and in which epoch."""

    node: NodeId
    epoch: int


def claimant(node: NodeId, boot: str) -> str:
    """
    How a node writes itself into the database: one that starts anew is another one.

    >>> claimant(NodeId("anna"), "3f2a")
    'anna/3f2a'
    """
    return f"{node}/{boot}"


Changed = Callable[[TableId, Owner | None], None]
"""A table, and who runs it now; None while nobody does."""


class Owners:
    """What this node knows of who runs which table; the steward tells what is run here."""

    def __init__(self, post: Post, members: Members, clock: Clock) -> None:
        self._post, self._members, self._clock = post, members, clock
        self._owners: dict[TableId, Owner] = {}
        self._epochs: dict[TableId, int] = {}
        """The last epoch of each that is known, whoever had it."""
        self._of: dict[NodeId, dict[TableId, None]] = {}
        self._heard: dict[NodeId, dict[TableId, int]] = {}
        """What came in parts so far of all that a node runs."""
        self.claiming: dict[TableId, None] = {}
        """Tables that this node may have in the database, and does not run yet."""
        self._on_change: list[Changed] = []
        self._on_let_go: list[Callable[[NodeId, LetGo], None]] = []
        self._waiting: dict[TableId, asyncio.Event] = {}
        self._saying: Timer | None = None
        post.on(Runs, self._runs)
        post.on(RunsAll, self._runs_all)
        post.on(LetGo, self._lets_go)
        post.on(WhatDoYouRun, lambda _, __: self.say_all())
        post.on_break(self._broken)
        members.on_change(self._member)

    # Asking.

    def find(self, table: TableId) -> Owner | None:
        """Who runs a table; None if nobody does who is known to live."""
        return self._owners.get(table)

    def is_here(self, table: TableId) -> bool:
        """Whether this node runs a table."""
        known = self._owners.get(table)
        return known is not None and known.node == self._members.node

    def epoch(self, table: TableId) -> int | None:
        """The last epoch of a table that is known, whoever has it or had it."""
        return self._epochs.get(table)

    def of(self, node: NodeId) -> tuple[TableId, ...]:
        """The tables that a node runs."""
        return tuple(self._of.get(node, ()))

    @property
    def here(self) -> tuple[TableId, ...]:
        """The tables that this node runs."""
        return self.of(self._members.node)

    def on_change(self, changed: Changed) -> None:
        """Be told of each table that gets or loses an owner; it neither waits nor raises."""
        self._on_change.append(changed)

    def on_let_go(self, let_go: Callable[[NodeId, LetGo], None]) -> None:
        """Be told when a node has let tables go, after it is known that nobody runs them."""
        self._on_let_go.append(let_go)

    async def found(self, table: TableId, but: Owner | None = None) -> Owner:
        """
        Who runs a table, as soon as somebody does; cancel it if that takes too long.

        Args:
            but: an owner who turned out to be none; another one is waited for, or a later epoch.
        """
        while True:
            known = self._owners.get(table)
            if known is not None and known != but:
                return known
            event = self._waiting.setdefault(table, asyncio.Event())
            await event.wait()

    # What this node does.

    def take(self, tables: Mapping[TableId, int]) -> None:
        """Run these here from now on, each in its epoch; all are told."""
        for table, epoch in tables.items():
            self._put(table, Owner(self._members.node, epoch))
        for part in _parts(tables):
            self._post.tell_all(Runs(tables=part))

    def let_go(
        self,
        tables: Iterable[TableId],
        to: NodeId | None = None,
        turns: Mapping[TableId, TurnSoFar] = NO_TURNS,
    ) -> None:
        """Run these here no more; all are told, and how far turns had come there."""
        mine = {table: self._owners[table].epoch for table in tables if self.is_here(table)}
        for table in mine:
            self._remove(table)
        for part in _parts(mine):
            so_far = {each.table: turns[each.table] for each in part if each.table in turns}
            self._post.tell_all(LetGo(tables=part, to=to, turns=so_far))

    def lose(self, tables: Iterable[TableId]) -> None:
        """Run these here no more, and tell nobody, since others may run them."""
        for table in tables:
            if self.is_here(table):
                self._remove(table)

    def forget(self, table: TableId) -> None:
        """A table is there no more."""
        self._remove(table)
        self._epochs.pop(table, None)
        self._waiting.pop(table, None)

    def say_all(self) -> None:
        """Tell all nodes soon what this one runs."""
        if self._saying is None:
            when = self._clock.now() + SAY_ALL_AFTER
            self._saying = self._clock.call_at(when, self._say_all)

    def _say_all(self) -> None:
        self._saying = None
        held = dict.fromkeys(self.claiming, CLAIMING)
        held |= {table: self._owners[table].epoch for table in self.here}
        parts = list(_parts(held)) or [()]
        for number, part in enumerate(parts, 1):
            self._post.tell_all(RunsAll(tables=part, part=number, parts=len(parts)))

    def stop(self) -> None:
        """Answer nobody any more."""
        if self._saying is not None:
            self._saying.cancel()
        self._saying = None

    def learn(self, rows: Iterable[Claimed]) -> None:
        """
        Take what the database says, where it is newer than what is known here.

        A claim is not yet a table that is run, and may never be: who made it is asked.
        """
        asked: dict[NodeId, None] = {}
        for row in rows:
            if row.epoch <= self._epochs.get(row.table, 0):
                continue
            node = self._living(row.owner)
            if node is None or node == self._members.node:
                self._epochs[row.table] = row.epoch
                self._end_here(row.table, NodeId(""), row.epoch)
                self._remove(row.table)
            else:
                self._put(row.table, Owner(node, row.epoch))
                asked[node] = None
        for node in asked:
            self._post.send(node, WhatDoYouRun())

    def _living(self, owner: str | None) -> NodeId | None:
        """The node that wrote itself so, if it lives and has not started anew."""
        node = NodeId((owner or "").rpartition("/")[0])
        card = self._members.live.get(node)
        return node if card is not None and claimant(node, card.boot) == owner else None

    # What others say.

    def _broken(self, node: NodeId) -> None:
        """What a node has said is lost: it is asked, and told what it may have asked for."""
        self._post.send(node, WhatDoYouRun())
        self.say_all()

    def _runs(self, node: NodeId, said: Runs) -> None:
        for each in said.tables:
            self._hear(node, each)

    def _runs_all(self, node: NodeId, said: RunsAll) -> None:
        heard = self._heard.setdefault(node, {}) if said.part > 1 else {}
        self._heard[node] = heard
        heard.update((each.table, each.epoch) for each in said.tables)
        if said.part < said.parts:
            return
        del self._heard[node]
        for table in self.of(node):
            if table not in heard:
                self._remove(table)
        for table, epoch in heard.items():
            self._hear(node, Held(table, epoch))

    def _hear(self, node: NodeId, held: Held) -> None:
        if held.epoch == CLAIMING or node not in self._members.live:
            return
        if held.epoch >= self._epochs.get(held.table, 0):
            self._put(held.table, Owner(node, held.epoch))

    def _lets_go(self, node: NodeId, said: LetGo) -> None:
        for each in said.tables:
            self._epochs[each.table] = max(each.epoch, self._epochs.get(each.table, 0))
            self._end_here(each.table, node, each.epoch)
            known = self._owners.get(each.table)
            if known is not None and known.epoch <= each.epoch:
                self._remove(each.table)
        for let_go in self._on_let_go:
            let_go(node, said)

    def _member(self, node: NodeId, before: NodeCard | None, now: NodeCard | None) -> None:
        """A node that is gone, or has started anew, runs nothing."""
        if node == self._members.node:
            return
        if before is not None and (now is None or now.boot != before.boot):
            self._heard.pop(node, None)
            for table in self.of(node):
                self._remove(table)
        if now is None:
            self._post.forget(node)
        elif before is None or now.boot != before.boot:
            self._post.send(node, WhatDoYouRun())

    # What is known.

    def _end_here(self, table: TableId, node: NodeId, epoch: int) -> None:
        """
        Let what runs a table here know that another node has run it since, though it does no more.

        It would go on until the database refuses what it writes, which may take a player's time.
        """
        if self.is_here(table) and self._owners[table].epoch < epoch:
            self._put(table, Owner(node, epoch))

    def _put(self, table: TableId, owner: Owner) -> None:
        before = self._owners.get(table)
        self._epochs[table] = max(owner.epoch, self._epochs.get(table, 0))
        if before == owner:
            return
        if before is not None:
            self._of[before.node].pop(table, None)
        self._owners[table] = owner
        self._of.setdefault(owner.node, {})[table] = None
        self._changed(table, owner)

    def _remove(self, table: TableId) -> None:
        before = self._owners.pop(table, None)
        if before is not None:
            self._of[before.node].pop(table, None)
            self._changed(table, None)

    def _changed(self, table: TableId, owner: Owner | None) -> None:
        if owner is not None and (event := self._waiting.pop(table, None)) is not None:
            event.set()
        for changed in self._on_change:
            changed(table, owner)


def _parts(tables: Mapping[TableId, int]) -> Iterator[tuple[Held, ...]]:
    held = tuple(Held(table, epoch) for table, epoch in tables.items())
    for first in range(0, len(held), IN_A_PART):
        yield held[first : first + IN_A_PART]
