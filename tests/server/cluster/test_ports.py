"""Whatever fills the ports does what they promise: nodes of one process, and a real NATS."""

import asyncio
from random import Random

import pytest

from server.cluster.ports import LeaseLost, LeaseTaken, NodeId
from tests.server.cluster.nodes import Ear, LocalNodes, NatsNodes

HERE, THERE, YONDER = NodeId("here"), NodeId("there"), NodeId("yonder")


@pytest.fixture(params=["local", "nats"])
async def nodes(request):
    nodes = LocalNodes() if request.param == "local" else NatsNodes(request.getfixturevalue("nats"))
    yield nodes
    await nodes.close()


async def opened(nodes, node):
    bus, ear = await nodes.bus(node), Ear()
    await bus.open(ear)
    return bus, ear


# The bus.


async def test_what_is_said_to_a_node_is_heard_by_it_alone_and_in_order(nodes):
    bus, own = await opened(nodes, HERE)
    _, there = await opened(nodes, THERE)
    _, yonder = await opened(nodes, YONDER)
    said = [str(number).encode() for number in range(500)]
    for payload in said:
        bus.send(THERE, payload)
    assert await there.next_few(500) == said
    bus.send_to_all(b"the end")
    assert await yonder.next() == b"the end"
    assert own.silent


async def test_what_is_said_to_all_is_heard_by_all_others_and_in_order(nodes):
    bus, own = await opened(nodes, HERE)
    others = [(await opened(nodes, NodeId(name)))[1] for name in ("a", "b", "c")]
    said = [str(number).encode() for number in range(100)]
    for payload in said:
        bus.send_to_all(payload)
    for other in others:
        assert await other.next_few(100) == said
    assert own.silent


async def test_bytes_arrive_as_they_were_said(nodes, seed):
    bus, _ = await opened(nodes, HERE)
    _, ear = await opened(nodes, THERE)
    random = Random(seed)
    for size in (0, 1, 255, 256 * 1024, 900 * 1024):
        payload = random.randbytes(size)
        bus.send(THERE, payload)
        assert await ear.next() == payload


async def test_saying_something_to_a_node_that_is_not_there_harms_nobody(nodes):
    bus, _ = await opened(nodes, HERE)
    bus.send(NodeId("nobody"), b"is there somebody?")
    _, ear = await opened(nodes, THERE)
    bus.send(THERE, b"hello")
    assert await ear.next() == b"hello"
    assert ear.silent


async def test_what_was_said_before_a_node_closes_still_goes_out(nodes):
    bus, _ = await opened(nodes, HERE)
    _, ear = await opened(nodes, THERE)
    for number in range(100):
        bus.send(THERE, str(number).encode())
    await bus.close()
    assert (await ear.next_few(100))[-1] == b"99"


async def test_a_node_that_has_closed_hears_nothing_more(nodes):
    bus, _ = await opened(nodes, HERE)
    closing, ear = await opened(nodes, THERE)
    _, other = await opened(nodes, YONDER)
    await closing.close()
    bus.send(THERE, b"hello")
    bus.send(YONDER, b"hello")
    assert await other.next() == b"hello"
    assert ear.silent


# The leases.


async def test_a_lease_is_told_to_who_watches_when_it_is_taken_changed_and_given_up(nodes):
    leases, ear = await nodes.leases(HERE), Ear()
    await (await nodes.leases(THERE)).watch(ear)
    await leases.take(b"one")
    assert await ear.next() == (HERE, b"one")
    await leases.renew(b"one")
    await leases.renew(b"two")
    assert await ear.next() == (HERE, b"two")
    await leases.give_up()
    assert await ear.next() == (HERE, None)


async def test_who_watches_is_told_at_once_who_is_there_already(nodes):
    for node in (HERE, THERE):
        await (await nodes.leases(node)).take(node.encode())
    ear = Ear()
    watching = await nodes.leases(YONDER)
    await watching.watch(ear)
    assert sorted([await ear.next(), await ear.next()]) == [(HERE, b"here"), (THERE, b"there")]
    await watching.close()


async def test_who_watches_no_more_is_told_nothing(nodes):
    leases, ear, other = await nodes.leases(HERE), Ear(), Ear()
    watching = await nodes.leases(THERE)
    await watching.watch(ear)
    await (await nodes.leases(YONDER)).watch(other)
    await watching.close()
    await leases.take(b"one")
    assert await other.next() == (HERE, b"one")
    assert ear.silent


async def test_a_name_is_one_process_at_a_time(nodes):
    first, second = await nodes.leases(HERE), await nodes.leases(HERE)
    await first.take(b"first")
    with pytest.raises(LeaseTaken, match="There is a node here already"):
        await second.take(b"second")
    await first.renew(b"first")
    await first.give_up()
    await second.take(b"second")


async def test_of_many_that_take_a_lease_at_once_one_has_it(nodes):
    processes = [await nodes.leases(HERE) for _ in range(8)]
    taken = await asyncio.gather(
        *(leases.take(str(number).encode()) for number, leases in enumerate(processes)),
        return_exceptions=True,
    )
    assert sorted(type(each).__name__ for each in taken) == ["LeaseTaken"] * 7 + ["NoneType"]


async def test_a_lease_ends_by_itself_and_can_be_taken_anew(nodes):
    leases, ear = await nodes.leases(HERE), Ear()
    await (await nodes.leases(THERE)).watch(ear)
    await leases.take(b"one")
    nodes.let_end(HERE)
    assert await ear.next_few(2) == [(HERE, b"one"), (HERE, None)]
    with pytest.raises(LeaseLost, match="lease of node here has ended"):
        await leases.renew(b"one")
    await leases.take(b"two")
    await leases.renew(b"two")
    assert await ear.next() == (HERE, b"two")


async def test_the_lease_of_a_process_that_died_is_free_for_another_when_it_has_ended(nodes):
    dead, ear = await nodes.leases(HERE), Ear()
    await (await nodes.leases(THERE)).watch(ear)
    await dead.take(b"dead")
    nodes.let_end(HERE)
    await ear.until((HERE, None))
    await (await nodes.leases(HERE)).take(b"alive")
    assert await ear.next() == (HERE, b"alive")


async def test_a_lease_that_is_given_up_without_having_one_is_nobodys(nodes):
    await (await nodes.leases(THERE)).take(b"there")
    await (await nodes.leases(HERE)).give_up()
