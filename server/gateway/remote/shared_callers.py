"""
Who is connected from an address counts at all nodes: a proxy before them spreads him over all.
"""

from collections.abc import Iterator, Mapping
from itertools import islice

from server.cluster.members import Members
from server.cluster.membership import NodeCard
from server.cluster.ports import NodeId
from server.cluster.post import Message, Post
from server.gateway.callers import Callers
from server.tables.clock import Clock

TOGETHER = 0.05
"""Seconds of whose comings and goings others are told together."""

IN_A_PART = 5_000
"""So many addresses a message names at most."""


class Called(Message, frozen=True, tag="called"):
    """So many are connected to the sender from these addresses."""

    counts: dict[str, int]
    anew: bool = False
    """Whether nobody is from any other address, as far as it was said before."""


class WhoCalls(Message, frozen=True, tag="who_calls"):
    """Say of all addresses how many are connected to you."""


class SharedCallers(Callers):
    """Those of this node, of whom others are told, and theirs."""

    def __init__(self, clock: Clock, post: Post, members: Members) -> None:
        """Hear of others; before the post is opened."""
        super().__init__()
        self._clock, self._post, self._members = clock, post, members
        self._there: dict[NodeId, dict[str, int]] = {}
        self._changed: dict[str, None] = {}
        """Addresses of which others do not know yet."""
        post.on(Called, self._called)
        post.on(WhoCalls, lambda node, _: self._say_all(node))
        post.on_break(lambda node: post.send(node, WhoCalls()))
        members.on_change(self._member)

    def count(self, address: str) -> int:
        """How many there are from an address, at all nodes together."""
        return super().count(address) + sum(at.get(address, 0) for at in self._there.values())

    def comes(self, address: str) -> None:
        """One more has connected here."""
        super().comes(address)
        self._tell_soon(address)

    def goes(self, address: str) -> None:
        """One of those here is gone."""
        super().goes(address)
        self._tell_soon(address)

    def _tell_soon(self, address: str) -> None:
        if not self._changed:
            self._clock.call_at(self._clock.now() + TOGETHER, self._tell)
        self._changed[address] = None

    def _tell(self) -> None:
        changed, self._changed = self._changed, {}
        for part in _parts({address: self.here[address] for address in changed}):
            self._post.tell_all(Called(counts=part))

    def _say_all(self, node: NodeId) -> None:
        self._post.send(node, Called(counts={}, anew=True))
        for part in _parts(self.here):
            self._post.send(node, Called(counts=part))

    def _called(self, node: NodeId, said: Called) -> None:
        if node not in self._members.live:
            return  # it is asked when it is there
        there = self._there.setdefault(node, {})
        if said.anew:
            there.clear()
        for address, number in said.counts.items():
            if number:
                there[address] = number
            else:
                there.pop(address, None)

    def _member(self, node: NodeId, before: NodeCard | None, now: NodeCard | None) -> None:
        if node == self._members.node:
            return
        if now is None:
            self._there.pop(node, None)
        elif before is None or before.boot != now.boot:
            self._post.send(node, WhoCalls())


def _parts(counts: Mapping[str, int]) -> Iterator[dict[str, int]]:
    """The same in several parts, none of which is too long for a message."""
    all_ = iter(counts.items())
    while part := dict(islice(all_, IN_A_PART)):
        yield part
