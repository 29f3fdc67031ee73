"""
A node's life among the others: its lease, whether it may speak, and who else is there.

A node whose lease was not renewed for two seconds *fences* itself: others may believe it dead from
the third second on and run its tables. Time is this process's own monotonic clock and counts from
before the renewal was asked for, so that a node that stood still knows it as soon as it goes on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from types import MappingProxyType

import msgspec
import structlog
from msgspec import Struct

from server.cluster.ports import BusError, LeaseLost, Leases, LeaseTaken, NodeId
from server.ending import end
from server.tables.clock import Clock, Timer

log = structlog.get_logger()

RENEW_EVERY = 1.0
"""Seconds between two renewals of the lease."""

AGAIN_AFTER = 0.2
"""Seconds until it is tried again where it failed."""

GOOD_FOR = 2.0
"""So many seconds after a renewal a node may speak; others wait for three."""

NAME_FREE_AFTER = 4.0
"""So many seconds a node waits at its start for the lease of one that died with its name."""


class NodeCard(Struct, frozen=True, kw_only=True):
    """What a node says of itself in its lease; fields are only ever added, with a default."""

    boot: str
    """Another one each time that the node starts."""
    version: str = ""
    draining: bool = False
    """It is about to end and takes no tables any more."""
    started_s: int = 0
    """When it started, in seconds of universal time: for people, nothing is decided by it."""


Changed = Callable[[NodeId, NodeCard | None, NodeCard | None], None]
"""A node, what it said before and what it says now; None where it was not there, or is not."""

_CARD = msgspec.json.Decoder(NodeCard)


class Membership:
    """
    A node among others: :meth:`join` once, :meth:`leave` once.

    Register all callbacks before you join; they neither wait nor raise.
    """

    def __init__(self, leases: Leases, clock: Clock, node: NodeId, card: NodeCard) -> None:
        self.node = node
        self._leases, self._clock, self._card = leases, clock, card
        self._live: dict[NodeId, NodeCard] = {}
        self._on_change: list[Changed] = []
        self._on_fence: list[Callable[[], None]] = []
        self._on_rejoin: list[Callable[[], None]] = []
        self._renewed = -GOOD_FOR
        """When the last renewal that succeeded was asked for."""
        self._has_lease = False
        self._is_in = False
        """Joined, and not fenced since."""
        self._renewing = asyncio.Lock()
        self._keeping: asyncio.Task[None] | None = None
        self._lapse: Timer | None = None

    # What others ask.

    @property
    def is_good(self) -> bool:
        """Whether this node may act for its tables now; ask each time, and remember no answer."""
        return self._is_in and self.lease_age < GOOD_FOR

    @property
    def lease_age(self) -> float:
        """Seconds since the last renewal that succeeded was asked for."""
        return self._clock.now() - self._renewed

    @property
    def card(self) -> NodeCard:
        """What this node says of itself."""
        return self._card

    @property
    def live(self) -> Mapping[NodeId, NodeCard]:
        """The nodes that have a lease, this one among them, as far as is known here."""
        return MappingProxyType(self._live)

    @property
    def takers(self) -> frozenset[NodeId]:
        """The nodes that tables are placed on: those that live and are not draining."""
        return frozenset(node for node, card in self._live.items() if not card.draining)

    def on_change(self, changed: Changed) -> None:
        """Be told of each node that comes, goes, starts anew or says something else of itself."""
        self._on_change.append(changed)

    def on_fence(self, fenced: Callable[[], None]) -> None:
        """Be told when this node must be silent: end all tables here, tell nobody anything."""
        self._on_fence.append(fenced)

    def on_rejoin(self, rejoined: Callable[[], None]) -> None:
        """Be told when a node that was fenced may act again, with no table of its own."""
        self._on_rejoin.append(rejoined)

    # Coming and going.

    async def join(self) -> None:
        """
        Take the lease and see who is there.

        Raises:
            LeaseTaken: another process has this name and goes on having it.
            BusError: the bus does not answer.
        """
        await self._take_at_last()
        await self._leases.watch(self._told)
        self._keeping = asyncio.create_task(self._keep())
        self._keeping.add_done_callback(_tell_how_it_ended)

    async def drain(self) -> None:
        """Say at once that this node takes no tables any more."""
        self._card = msgspec.structs.replace(self._card, draining=True)
        await self._renew()

    async def leave(self) -> None:
        """End the lease; nobody is called back any more."""
        self._is_in = False
        if self._keeping is not None:
            await end(self._keeping)
        if self._lapse is not None:
            self._lapse.cancel()
        await self._leases.close()
        if self._has_lease:
            self._has_lease = False
            try:
                await self._leases.give_up()
            except BusError as error:
                log.warning("lease ends by itself", reason=str(error))

    async def _take_at_last(self) -> None:
        """A node that was killed and started again finds its own lease, for three seconds."""
        until = self._clock.now() + NAME_FREE_AFTER
        while True:
            asked = self._clock.now()
            try:
                await self._leases.take(self._value)
            except LeaseTaken:
                if asked >= until:
                    raise
                await self._pause(AGAIN_AFTER)
            else:
                self._has_lease = self._is_in = True
                self._renewed = asked
                self._extend(asked)
                return

    # The lease.

    @property
    def _value(self) -> bytes:
        return msgspec.json.encode(self._card)

    async def _keep(self) -> None:
        wait = RENEW_EVERY
        while True:
            await self._pause(wait)
            wait = RENEW_EVERY if await self._renew() else AGAIN_AFTER

    async def _pause(self, seconds: float) -> None:
        over = asyncio.get_running_loop().create_future()
        timer = self._clock.call_at(self._clock.now() + seconds, lambda: over.set_result(None))
        try:
            await over
        finally:
            timer.cancel()

    async def _renew(self) -> bool:
        """Renew the lease, or take it anew where it has ended; whether that succeeded."""
        async with self._renewing:
            asked = self._clock.now()
            try:
                await self._renew_or_take()
            except LeaseTaken as error:
                log.warning("lease is another process's", node=self.node, reason=str(error))
                self._fence()
                return False
            except BusError as error:
                log.warning("lease could not be renewed", node=self.node, reason=str(error))
                return False
            self._has_lease = True
            self._extend(asked)
            return True

    async def _renew_or_take(self) -> None:
        if self._has_lease:
            try:
                await self._leases.renew(self._value)
            except LeaseLost as error:
                log.warning("lease was lost", node=self.node, reason=str(error))
                self._has_lease = False
        if not self._has_lease:
            await self._leases.take(self._value)

    def _extend(self, asked: float) -> None:
        """The lease is this node's, since a time not long after `asked`."""
        if self.lease_age >= GOOD_FOR:
            self._fence()  # also where the timer had no turn yet
        self._renewed = asked
        if self._lapse is not None:
            self._lapse.cancel()
        self._lapse = self._clock.call_at(asked + GOOD_FOR, self._fence)
        if not self._is_in and self.lease_age < GOOD_FOR:
            self._is_in = True
            log.info("node is back", node=self.node)
            for rejoined in self._on_rejoin:
                rejoined()

    def _fence(self) -> None:
        if not self._is_in:
            return
        self._is_in = False
        log.warning("node fences itself", node=self.node, lease_age_s=round(self.lease_age, 3))
        for fenced in self._on_fence:
            fenced()

    # The others.

    def _told(self, node: NodeId, value: bytes | None) -> None:
        card = None if value is None else self._read(node, value)
        before = self._live.get(node)
        if card == before:
            return
        if card is None:
            del self._live[node]
        else:
            self._live[node] = card
        for changed in self._on_change:
            changed(node, before, card)

    def _read(self, node: NodeId, value: bytes) -> NodeCard | None:
        try:
            return _CARD.decode(value)
        except msgspec.MsgspecError as error:
            log.warning("lease cannot be read", node=node, reason=str(error))
            return None


def _tell_how_it_ended(keeping: asyncio.Task[None]) -> None:
    if not keeping.cancelled():
        log.error("lease is kept no more", exc_info=keeping.exception())
