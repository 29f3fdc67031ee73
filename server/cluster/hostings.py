"""
Who hosts which table and who may find it, known at each node as one of them has changed it.

What has changed is said without its codes, which stand nowhere in clear; they are read from the
database.
"""

import asyncio

import structlog
from msgspec.structs import replace

from server.cluster.messages import HostingChanged
from server.cluster.ports import NodeId
from server.cluster.post import Post
from server.hosting import HostedTable
from server.hosts import Hosts
from server.ports import StorageError
from showdown.rules.ruleset import TableId

log = structlog.get_logger()


class Hostings:
    """Keeps what this node knows of hosts as others do, too; :meth:`stop` it at the end."""

    def __init__(self, post: Post, hosts: Hosts) -> None:
        self._post, self._hosts = post, hosts
        self._tasks: set[asyncio.Task[None]] = set()
        hosts.on_changed = self._changed
        post.on(HostingChanged, self._heard)
        post.on_break(lambda _: self._read(None))

    async def stop(self) -> None:
        """Read nothing any more."""
        for task in tuple(self._tasks):
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)

    def _changed(self, hosted: HostedTable) -> None:
        self._post.tell_all(HostingChanged(hosted=replace(hosted, codes=None)))

    def _heard(self, _: NodeId, said: HostingChanged) -> None:
        self._hosts.hear(said.hosted)
        if said.hosted.private:
            self._read(said.hosted.table)

    def _read(self, table: TableId | None) -> None:
        task = asyncio.get_running_loop().create_task(self._reload(table))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _reload(self, table: TableId | None) -> None:
        try:
            await self._hosts.reload(table)
        except StorageError as error:
            log.warning("codes are not known here yet", table=table, reason=str(error))
