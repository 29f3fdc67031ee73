"""Who is connected from an address counts at all nodes while he and his node are there."""

import pytest

from server.cluster.local import Hub
from server.cluster.membership import Membership, NodeCard
from server.cluster.post import HEADS_EVERY, Post
from server.gateway.door import Door
from server.gateway.remote import shared_callers
from server.gateway.remote.shared_callers import TOGETHER, SharedCallers
from server.limits import Limits
from tests.server.gateway.remote.kit import HERE, THERE, Unsure
from tests.server.tables.kit import ManualClock, quiet

HOME, ABROAD = "198.51.100.1", "198.51.100.2"


class Somebody:
    """Who has said something."""

    is_silent = False

    def turn_out(self):
        raise AssertionError("somebody was cut off")


class Node:
    """One that counts who is connected to it."""

    def __init__(self, hub, clock, name, boot="boot"):
        self.bus = Unsure(hub.bus(name))
        self.post = Post(self.bus, name, boot, clock)
        self.members = Membership(hub.leases(name), clock, name, NodeCard(boot=boot))
        self.callers = SharedCallers(clock, self.post, self.members)


class Cluster:
    """Nodes that hear each other, and their time."""

    def __init__(self):
        self.hub, self.clock = Hub(), ManualClock()

    async def start(self, name, boot="boot"):
        node = Node(self.hub, self.clock, name, boot)
        await node.post.open()
        await node.members.join()
        await self.clock.pass_time(TOGETHER)
        return node


@pytest.fixture
async def cluster():
    return Cluster()


async def test_who_comes_and_goes_at_one_node_counts_at_the_other(cluster):
    here, there = await cluster.start(HERE), await cluster.start(THERE)
    for node in (here, there, there):
        node.callers.comes(HOME)
    here.callers.comes(ABROAD)
    await cluster.clock.pass_time(TOGETHER)
    for node in (here, there):
        assert (node.callers.count(HOME), node.callers.count(ABROAD)) == (3, 1)
    there.callers.goes(HOME)
    here.callers.goes(ABROAD)
    await cluster.clock.pass_time(TOGETHER)
    for node in (here, there):
        assert (node.callers.count(HOME), node.callers.count(ABROAD)) == (2, 0)


async def test_an_address_gets_as_many_places_at_all_nodes_as_at_one(cluster):
    nodes = [await cluster.start(name) for name in (HERE, THERE)]
    doors = [Door(Limits(connections_per_address=4), node.callers) for node in nodes]
    let_in = []
    for number in range(10):
        let_in.append(doors[number % 2].comes_from(Somebody(), HOME))
        await cluster.clock.pass_time(TOGETHER)
    assert let_in == [True] * 4 + [False] * 6


async def test_a_node_that_comes_later_or_has_missed_something_is_told_of_all(cluster, monkeypatch):
    monkeypatch.setattr(shared_callers, "IN_A_PART", 2)
    here = await cluster.start(HERE)
    addresses = [f"198.51.100.{number}" for number in range(5)]
    for address in addresses:
        here.callers.comes(address)
    there = await cluster.start(THERE)
    await cluster.clock.pass_time(HEADS_EVERY)
    assert [there.callers.count(each) for each in addresses] == [1] * 5
    there.bus.deaf = True
    here.callers.goes(addresses[0])
    here.callers.comes(addresses[1])
    await cluster.clock.pass_time(TOGETHER)
    there.bus.deaf = False
    await cluster.clock.pass_time(HEADS_EVERY)
    assert [there.callers.count(each) for each in addresses] == [0, 2, 1, 1, 1]


async def test_clients_of_a_node_that_is_gone_count_no_more(cluster):
    here, there = await cluster.start(HERE), await cluster.start(THERE)
    there.callers.comes(HOME)
    await cluster.clock.pass_time(TOGETHER)
    assert here.callers.count(HOME) == 1
    await there.members.leave()
    await there.post.close()
    await quiet()
    assert here.callers.count(HOME) == 0
    again = await cluster.start(THERE, boot="again")
    again.callers.comes(HOME)
    again.callers.comes(HOME)
    await cluster.clock.pass_time(TOGETHER)
    assert here.callers.count(HOME) == 2
