"""Who runs which table, as nodes say it and as the database has it."""

import asyncio

import pytest

from server.cluster.local import Hub
from server.cluster.membership import Membership, NodeCard
from server.cluster.messages import Held, LetGo
from server.cluster.owners import IN_A_PART, Owner, Owners, claimant
from server.cluster.ports import NodeId
from server.cluster.post import HEADS_EVERY, Post
from server.ports import Claimed
from showdown.rules.ruleset import TableId
from tests.server.tables.kit import ManualClock, quiet

ANNA, BERT, CARL = (NodeId(name) for name in ("anna", "bert", "carl"))
MAIN, SIDE = TableId("main"), TableId("side")


class Node:
    """One that knows who runs what."""

    def __init__(self, hub, clock, name, boot="boot"):
        self.name, self.boot = name, boot
        self.members = Membership(hub.leases(name), clock, name, NodeCard(boot=boot))
        self.post = Post(hub.bus(name), name, boot, clock)
        self.owners = Owners(self.post, self.members, clock)
        self.changes: list[object] = []
        self.owners.on_change(lambda table, owner: self.changes.append((table, owner)))

    async def start(self):
        await self.post.open()
        await self.members.join()
        return self

    async def stop(self):
        self.owners.stop()
        await self.members.leave()
        await self.post.close()


class Nodes:
    """Those that hear each other."""

    def __init__(self):
        self.hub, self.clock = Hub(), ManualClock()
        self.all = []

    async def start(self, *names, boot="boot"):
        nodes = [await Node(self.hub, self.clock, name, boot).start() for name in names]
        self.all += nodes
        await self.clock.pass_time(HEADS_EVERY)
        return nodes


@pytest.fixture
async def nodes():
    nodes = Nodes()
    yield nodes
    for node in nodes.all:
        await node.stop()


async def test_what_a_node_runs_all_know(nodes):
    anna, bert = await nodes.start(ANNA, BERT)
    anna.owners.take({MAIN: 3, SIDE: 1})
    await quiet()
    assert bert.owners.find(MAIN) == anna.owners.find(MAIN) == Owner(ANNA, 3)
    assert (anna.owners.here, bert.owners.here) == ((MAIN, SIDE), ())
    assert anna.owners.is_here(MAIN)
    assert not bert.owners.is_here(MAIN)
    anna.owners.let_go([MAIN], BERT)
    await quiet()
    assert bert.owners.find(MAIN) is anna.owners.find(MAIN) is None
    assert bert.owners.epoch(MAIN) == 3
    assert bert.changes == [(MAIN, Owner(ANNA, 3)), (SIDE, Owner(ANNA, 1)), (MAIN, None)]


async def test_who_has_not_heard_that_his_table_ran_elsewhere_hears_it_when_it_is_let_go(nodes):
    anna, bert, carl = await nodes.start(ANNA, BERT, CARL)
    anna.owners.take({MAIN: 3})
    await quiet()
    bert.post.tell_all(LetGo(tables=(Held(MAIN, 4),), to=ANNA))
    await quiet()
    assert anna.changes[1:] == [(MAIN, Owner(BERT, 4)), (MAIN, None)]
    assert carl.owners.find(MAIN) is None


async def test_who_finds_that_a_dead_node_has_claimed_his_table_runs_it_no_more(nodes):
    (anna,) = await nodes.start(ANNA)
    anna.owners.take({MAIN: 3})
    anna.owners.learn([Claimed(MAIN, 4, claimant(BERT, "boot"))])
    changed, owner = anna.changes[1]
    assert (changed, owner.epoch) == (MAIN, 4)
    assert owner.node != ANNA
    assert anna.changes[2:] == [(MAIN, None)]


async def test_a_node_that_comes_later_learns_what_others_run_also_where_that_is_much(nodes):
    (anna,) = await nodes.start(ANNA)
    many = {TableId(f"table{number}"): 1 for number in range(IN_A_PART + 1)}
    anna.owners.take(many)
    (bert,) = await nodes.start(BERT)
    await nodes.clock.pass_time(HEADS_EVERY)
    assert set(bert.owners.of(ANNA)) == many.keys()


async def test_who_has_the_later_epoch_runs_a_table_whatever_is_heard_last(nodes):
    anna, bert, carl = await nodes.start(ANNA, BERT, CARL)
    bert.owners.take({MAIN: 5})
    await quiet()
    anna.owners.lose([MAIN])
    anna.owners.take({SIDE: 1})
    anna.owners._put(MAIN, Owner(ANNA, 4))
    anna.owners.say_all()
    await nodes.clock.pass_time(1)
    assert carl.owners.find(MAIN) == Owner(BERT, 5)
    assert carl.owners.find(SIDE) == Owner(ANNA, 1)


async def test_a_node_that_is_gone_or_starts_anew_runs_nothing(nodes):
    anna, bert = await nodes.start(ANNA, BERT)
    anna.owners.take({MAIN: 1})
    await quiet()
    nodes.hub.end_lease(ANNA)
    assert bert.owners.find(MAIN) is None
    anna.owners.take({MAIN: 2})
    await quiet()
    assert bert.owners.find(MAIN) is None, "a node without a lease has nothing to say"
    await nodes.clock.pass_time(2)
    assert bert.owners.find(MAIN) == Owner(ANNA, 2), "it was only thought to be gone"


async def test_what_the_database_says_counts_where_it_is_newer_and_its_claimant_lives(nodes):
    anna, bert = await nodes.start(ANNA, BERT)
    rows = {
        MAIN: claimant(BERT, "boot"),
        SIDE: claimant(BERT, "an older boot"),
        TableId("third"): claimant(CARL, "boot"),
        TableId("fourth"): None,
        TableId("own"): claimant(ANNA, "boot"),
    }
    anna.owners.learn([Claimed(table, 7, owner) for table, owner in rows.items()])
    assert anna.owners.find(MAIN) == Owner(BERT, 7)
    assert [table for table in rows if anna.owners.find(table) is not None] == [MAIN]
    assert {anna.owners.epoch(table) for table in rows} == {7}
    bert.owners.take({MAIN: 8})
    await quiet()
    anna.owners.learn([Claimed(MAIN, 7, claimant(CARL, "boot"))])
    assert anna.owners.find(MAIN) == Owner(BERT, 8)


async def test_a_table_that_is_being_claimed_is_not_taken_for_one_that_nobody_runs(nodes):
    anna, bert = await nodes.start(ANNA, BERT)
    bert.owners.claiming[MAIN] = None
    anna.owners._put(MAIN, Owner(BERT, 7))
    bert.owners.say_all()
    await nodes.clock.pass_time(1)
    assert anna.owners.find(MAIN) == Owner(BERT, 7)
    bert.owners.claiming.clear()
    bert.owners.say_all()
    await nodes.clock.pass_time(1)
    assert anna.owners.find(MAIN) is None


async def test_who_waits_for_an_owner_has_him_as_soon_as_he_is_known(nodes):
    anna, bert = await nodes.start(ANNA, BERT)
    waiting = asyncio.ensure_future(anna.owners.found(MAIN))
    await quiet()
    assert not waiting.done()
    bert.owners.take({MAIN: 2})
    assert await waiting == Owner(BERT, 2)
    another = asyncio.ensure_future(anna.owners.found(MAIN, but=Owner(BERT, 2)))
    await quiet()
    assert not another.done()
    bert.owners.take({MAIN: 3})
    assert await another == Owner(BERT, 3)


async def test_a_table_that_is_gone_leaves_nothing(nodes):
    (anna,) = await nodes.start(ANNA)
    anna.owners.take({MAIN: 1})
    anna.owners.forget(MAIN)
    assert anna.owners.find(MAIN) is None
    assert anna.owners.epoch(MAIN) is None
