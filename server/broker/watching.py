"""
Telling what leases there are, and going on with it whatever happens to NATS.

The library's own watch does not notice a consumer that is gone, and wakes one that was ended.
"""

import asyncio
import itertools
from contextlib import suppress
from time import monotonic
from typing import NoReturn

import structlog
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.js.api import AckPolicy, ConsumerConfig, DeliverPolicy

from server.broker.connecting import Connection
from server.broker.explaining import NATS_ERRORS
from server.cluster.ports import BusError, NodeId, Told
from server.ending import end

log = structlog.get_logger()

MARK = 16
"""So many bytes at the front of a lease's value say which process wrote it."""

HEARTBEAT = 1.0
SILENCE = 3.0
"""NATS says each second that it has nothing to say; after three seconds it is asked anew."""

ABSENCE = 3.0
"""
So many seconds a node that lived before a break has to show itself.

After a break NATS may have forgotten who lives; none of them is dead for that.
"""

AGAIN_AFTER = 0.2


class Broken(Exception):
    """What was told cannot be gone on with."""


class Watch:
    """A watch of a bucket; :meth:`open` it once, :meth:`close` it once."""

    def __init__(self, connection: Connection, bucket: str, told: Told) -> None:
        self._connection, self._told = connection, told
        self._stream, self._keys = f"KV_{bucket}", f"$KV.{bucket}."
        self._leases: dict[NodeId, bytes] = {}
        """What was told last."""
        self._absent: dict[NodeId, float] = {}
        """Who lived before a break and has not been seen since, and when that was noticed."""
        self._believes_at = 0.0
        """From then on an end is believed as soon as it is heard."""
        self._task: asyncio.Task[None] | None = None
        self._is_told = asyncio.Event()
        connection.on_up(self._again)

    async def open(self) -> None:
        """
        Tell of all leases there are, and then go on.

        Raises:
            BusError: NATS does not tell them.
        """
        self._again()
        try:
            await asyncio.wait_for(self._is_told.wait(), SILENCE)
        except TimeoutError:
            raise BusError("NATS does not tell who has a lease.") from None

    async def close(self) -> None:
        """Tell nothing any more."""
        task, self._task = self._task, None
        if task is not None:
            await end(task)

    def _again(self) -> None:
        """Begin anew, also where the one before has not noticed that it should."""
        if self._task is not None:
            self._task.cancel()
        elif self._is_told.is_set():
            return  # it was closed
        self._task = asyncio.create_task(self._go_on())
        self._task.add_done_callback(_tell_how_it_ended)

    async def _go_on(self) -> None:
        while True:
            try:
                await self._follow()
            except (BusError, Broken, *NATS_ERRORS) as error:
                _check_wanted()
                log.info("leases are watched anew", reason=str(error))
            await asyncio.sleep(AGAIN_AFTER)

    async def _follow(self) -> None:
        """Tell what NATS tells, until it breaks."""
        client = self._connection.client
        inbox = client.new_inbox()
        subscription = await client.subscribe(inbox)
        try:
            info = await client.jsm().add_consumer(
                self._stream, self._consumer(inbox), timeout=SILENCE
            )
            delivered = info.delivered.consumer_seq if info.delivered is not None else 0
            await self._tell_all(subscription, is_empty=not (info.num_pending or 0) + delivered)
        finally:
            with suppress(*NATS_ERRORS):
                await subscription.unsubscribe()

    def _consumer(self, inbox: str) -> ConsumerConfig:
        """Everything that is there, then everything that changes, to an inbox."""
        return ConsumerConfig(
            deliver_subject=inbox,
            deliver_policy=DeliverPolicy.LAST_PER_SUBJECT,
            filter_subject=f"{self._keys}>",
            ack_policy=AckPolicy.NONE,
            max_deliver=1,
            idle_heartbeat=HEARTBEAT,
            inactive_threshold=10 * HEARTBEAT,
            mem_storage=True,
            num_replicas=1,
        )

    async def _tell_all(self, subscription: Subscription, *, is_empty: bool) -> NoReturn:
        """First all that is there, then what changes."""
        if self._is_told.is_set():
            self._believes_at = monotonic() + ABSENCE
        missing = set(self._leases)
        is_catching_up = not is_empty
        if is_empty:
            self._caught_up(missing)
        for count in itertools.count(1):
            message = await self._next(subscription)
            if message.metadata.sequence.consumer != count:
                raise Broken("some of it was lost")
            node, value = NodeId(message.subject.removeprefix(self._keys)), message.data[MARK:]
            if value:
                missing.discard(node)
                self._tell(node, value)
            elif not is_catching_up:
                self._tell_end(node)
            if is_catching_up and message.metadata.num_pending == 0:
                is_catching_up = False
                self._caught_up(missing)
        raise AssertionError("counting does not end")

    async def _next(self, subscription: Subscription) -> Msg:
        while True:
            message = await subscription.next_msg(SILENCE)
            self._bury()
            if message.headers is None or "Status" not in message.headers:
                return message

    # What is known.

    def _tell(self, node: NodeId, value: bytes) -> None:
        self._absent.pop(node, None)
        if self._leases.get(node) != value:
            self._leases[node] = value
            self._told(node, value)

    def _tell_end(self, node: NodeId) -> None:
        if node not in self._leases:
            return
        if monotonic() < self._believes_at:
            self._absent.setdefault(node, monotonic())
        else:
            self._forget(node)

    def _caught_up(self, missing: set[NodeId]) -> None:
        """All that is there has been told."""
        for node in missing & self._leases.keys():  # others have been buried meanwhile
            self._absent.setdefault(node, monotonic())
        self._is_told.set()

    def _bury(self) -> None:
        """Believe that they are dead who were absent for too long."""
        for node, since in tuple(self._absent.items()):
            if monotonic() >= since + ABSENCE:
                self._forget(node)

    def _forget(self, node: NodeId) -> None:
        self._absent.pop(node, None)
        del self._leases[node]
        self._told(node, None)


def _check_wanted() -> None:
    """End where this is cancelled: of a closed connection the library makes an error of that."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


def _tell_how_it_ended(watching: asyncio.Task[None]) -> None:
    if not watching.cancelled():
        log.error("leases are watched no more", exc_info=watching.exception())
