"""
The leases of nodes, in a bucket of JetStream whose keys end by themselves after three seconds.
"""

import secrets
from contextlib import suppress

import nats.js.errors
import structlog
from nats.js.api import KeyValueConfig, StorageType
from nats.js.errors import KeyNotFoundError, KeyWrongLastSequenceError, NoStreamResponseError
from nats.js.kv import KeyValue

from server.broker.connecting import Connection
from server.broker.explaining import explained
from server.broker.watching import MARK, Watch
from server.cluster.ports import BusError, LeaseLost, LeaseTaken, NodeId, Told

log = structlog.get_logger()

LEASE_SECONDS = 3
"""So long a lease lives after it was taken or renewed."""

ANSWER_SECONDS = 1.5
"""So long NATS has for an answer; a node that waited longer would fence itself meanwhile."""


class NatsLeases:
    """
    Fills `server.cluster.ports.Leases`; the connection is opened and closed by others.

    A lease's value begins with a mark of the process that wrote it. So a renewal of whose answer
    nothing is known is told from another process that has the name.
    """

    def __init__(self, connection: Connection, node: NodeId) -> None:
        self._connection, self._node = connection, node
        self._bucket = f"{connection.access.prefix}-nodes"
        self._mark = secrets.token_bytes(MARK)
        self._revision = 0
        self._watches: list[Watch] = []

    async def take(self, value: bytes) -> None:
        with explained():
            bucket = await self._made()
            mark, revision = await self._found(bucket)
            if mark not in (b"", self._mark):
                raise self._taken()
            try:
                self._revision = await self._write(bucket, value, revision)
            except KeyWrongLastSequenceError:
                raise self._taken() from None

    async def renew(self, value: bytes) -> None:
        with explained():
            bucket = self._there()
            try:
                self._revision = await self._write(bucket, value, self._revision)
            except KeyWrongLastSequenceError:
                await self._renew_after_doubt(bucket, value)
            except NoStreamResponseError:
                await self._made()  # NATS has lost all that it stored
                raise self._lost() from None

    async def _renew_after_doubt(self, bucket: KeyValue, value: bytes) -> None:
        """Renew it where an earlier renewal succeeded and its answer was lost."""
        mark, revision = await self._found(bucket)
        if mark != self._mark:
            raise self._lost()
        try:
            self._revision = await self._write(bucket, value, revision)
        except KeyWrongLastSequenceError:
            raise self._lost() from None

    async def give_up(self) -> None:
        with explained():
            bucket = self._there()
            mark, revision = await self._found(bucket)
            if mark == self._mark:
                with suppress(KeyWrongLastSequenceError):  # it has just ended by itself
                    await bucket.delete(self._node, last=revision)

    async def watch(self, told: Told) -> None:
        with explained():
            await self._made()
            watch = Watch(self._connection, self._bucket, told)
            self._watches.append(watch)
            await watch.open()

    async def close(self) -> None:
        watches, self._watches = self._watches, []
        for watch in watches:
            await watch.close()

    # What is stored.

    async def _write(self, bucket: KeyValue, value: bytes, revision: int) -> int:
        return await bucket.update(self._node, self._mark + value, last=revision)

    async def _found(self, bucket: KeyValue) -> tuple[bytes, int]:
        """Whose the lease is, empty if nobody's, and its revision; an end has a revision, too."""
        try:
            entry = await bucket.get(self._node)
        except KeyNotFoundError as error:
            return b"", (error.entry.revision or 0) if error.entry is not None else 0
        return (entry.value or b"")[:MARK], entry.revision or 0

    def _there(self) -> KeyValue:
        """The bucket, without asking whether it is there."""
        stream, keys = f"KV_{self._bucket}", f"$KV.{self._bucket}."
        js = self._connection.client.jetstream(timeout=ANSWER_SECONDS)
        return KeyValue(self._bucket, stream, keys, js, direct=False)

    async def _made(self) -> KeyValue:
        """The bucket; made, if it is not there."""
        js = self._connection.client.jetstream(timeout=ANSWER_SECONDS)
        try:
            bucket = await js.key_value(self._bucket)
        except nats.js.errors.BucketNotFoundError:
            await js.create_key_value(
                KeyValueConfig(
                    self._bucket,
                    description="Who lives among the nodes of a showdown server.",
                    ttl=LEASE_SECONDS,
                    limit_marker_ttl=1,
                    storage=StorageType.FILE,
                    replicas=self._connection.access.replicas,
                )
            )
            return self._there()
        status = await bucket.status()
        if status.ttl != LEASE_SECONDS or not status.marker_ttl:
            raise BusError(
                f"The bucket {self._bucket} of NATS is not one for leases of {LEASE_SECONDS} s: "
                "delete it, or set another nats_prefix."
            )
        return self._there()

    def _taken(self) -> LeaseTaken:
        return LeaseTaken(
            f"There is a node {self._node} already; give this one another name in setting node."
        )

    def _lost(self) -> LeaseLost:
        return LeaseLost(f"The lease of node {self._node} has ended.")
