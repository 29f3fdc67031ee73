"""What one node changes of a table's host, all nodes know; no code is said between them."""

import msgspec
import pytest
from msgspec.structs import replace

from server.cluster.hostings import Hostings
from server.cluster.local import Hub
from server.cluster.ports import NodeId
from server.cluster.post import HEADS_EVERY, Post
from server.hosts import Hosts, Invited
from server.ports import StorageError
from showdown.rules.ruleset import AccountId, TableId
from tests.server.fakes import MemoryStorage
from tests.server.tables.kit import ManualClock, quiet

FRIENDS, ANNA = TableId("friends"), AccountId(2)


class Overheard:
    """A bus on which all that is said is kept, and may be lost."""

    def __init__(self, bus):
        self._bus = bus
        self.said, self.loses = [], False

    async def open(self, hear):
        await self._bus.open(hear)

    def send(self, to, payload):
        self._bus.send(to, payload)

    def send_to_all(self, payload):
        self.said.append(payload)
        if not self.loses:
            self._bus.send_to_all(payload)

    async def close(self):
        await self._bus.close()


class Node:
    """One that keeps what others change."""

    def __init__(self, hub, clock, kept, name):
        self.bus = Overheard(hub.bus(NodeId(name)))
        self.post = Post(self.bus, NodeId(name), "boot", clock)
        self.hosts = Hosts(kept)
        self.hostings = Hostings(self.post, self.hosts)


@pytest.fixture
async def pair():
    hub, clock, kept = Hub(), ManualClock(), MemoryStorage().hosted
    nodes = [Node(hub, clock, kept, name) for name in ("here", "there")]
    for node in nodes:
        await node.post.open()
    await quiet()
    yield *nodes, clock, kept
    for node in nodes:
        await node.hostings.stop()
        await node.post.close()


async def test_what_is_changed_at_one_node_is_so_at_the_other_and_no_code_is_said(pair):
    here, there, _, _ = pair
    codes = await here.hosts.be_private(FRIENDS, ANNA)
    await quiet()
    assert there.hosts.is_host(FRIENDS, ANNA)
    assert there.hosts.invited(codes.invite) == Invited(FRIENDS, as_host=False)
    said = b"".join(here.bus.said)
    assert not any(code.encode() in said for code in msgspec.structs.astuple(codes))
    await there.hosts.change(FRIENDS, lambda now: replace(now, banned=frozenset({ANNA})))
    await quiet()
    assert here.hosts.of(FRIENDS) == there.hosts.of(FRIENDS)


async def test_a_table_is_private_before_its_codes_are_known(pair):
    here, there, _, kept = pair
    kept.load = failing
    await here.hosts.be_private(FRIENDS, ANNA)
    await quiet()
    assert there.hosts.private == {FRIENDS}


async def failing(table=None):
    raise StorageError("The database is away.")


async def test_what_was_missed_is_loaded_after_a_break(pair):
    here, there, clock, _ = pair
    here.bus.loses = True
    codes = await here.hosts.be_private(FRIENDS, ANNA)
    await quiet()
    assert there.hosts.private == frozenset()
    here.bus.loses = False
    await here.hosts.be_hosted(TableId("other"), ANNA)
    clock.jump(HEADS_EVERY)
    await quiet()
    assert there.hosts.invited(codes.host) == Invited(FRIENDS, as_host=True)
