"""What NATS suffers, nodes live through: it is killed, frozen, wiped, and they speak again."""

import asyncio
from time import monotonic

import pytest

from server.broker import connecting, watching
from server.broker.leases import NatsLeases
from server.cluster.ports import LeaseLost, NodeId
from tests.server.cluster.nodes import SECONDS, Ear, NatsNodes

HERE, THERE, YONDER = NodeId("here"), NodeId("there"), NodeId("yonder")


@pytest.fixture
async def nodes(own_nats):
    nodes = NatsNodes(own_nats)
    yield nodes
    await nodes.close()


class Ups:
    """When connections are lost, and there again."""

    def __init__(self, connections):
        self._downs, self._ups = ([asyncio.Event() for _ in connections] for _ in range(2))
        for connection, down, up in zip(connections, self._downs, self._ups, strict=True):
            connection.on_down(down.set)
            connection.on_up(up.set)

    async def all_down(self):
        async with asyncio.timeout(SECONDS):
            for down in self._downs:
                await down.wait()

    async def all_up(self):
        async with asyncio.timeout(SECONDS):
            for up in self._ups:
                await up.wait()


async def lose_and_find(nodes, end):
    """Let NATS be away for a moment, all nodes notice it, and all be back."""
    ups = Ups(nodes.connections)
    end()
    await ups.all_down()
    nodes.server.start()
    await ups.all_up()


@pytest.mark.parametrize("end", ["stop", "kill"])
async def test_nodes_speak_again_when_nats_is_back(nodes, end):
    bus, ear = await nodes.bus(HERE), Ear()
    await (await nodes.bus(THERE)).open(ear)
    bus.send(THERE, b"before")
    assert await ear.next() == b"before"
    await lose_and_find(nodes, getattr(nodes.server, end))
    bus.send(THERE, b"after")
    assert await ear.next() == b"after"


async def test_what_is_said_while_nats_is_away_is_lost_and_not_late(nodes):
    speaker, hearer, ear = await nodes.connection(HERE), await nodes.connection(THERE), Ear()
    await hearer.hear("subject", ear)
    ups = Ups([speaker, hearer])
    nodes.server.kill()
    await ups.all_down()
    assert speaker.away_for >= 0
    speaker.publish("subject", b"while it was away")
    nodes.server.start()
    await ups.all_up()
    assert speaker.away_for == 0
    speaker.publish("subject", b"after")
    assert await ear.next() == b"after"


async def test_a_connection_that_is_lost_while_it_is_made_hears_nothing_beside_the_next(
    nodes, monkeypatch
):
    speaker, hearer, ear = await nodes.connection(HERE), await nodes.connection(THERE), Ear()
    await hearer.hear("subject", ear)
    there_and_back, failed = connecting._there_and_back, set()

    async def fails_once(client):
        await there_and_back(client)
        name = client.options["name"]
        if name not in failed:
            failed.add(name)
            raise TimeoutError

    monkeypatch.setattr(connecting, "_there_and_back", fails_once)
    await lose_and_find(nodes, nodes.server.kill)
    assert len(failed) == 2
    for said in (b"one", b"two"):
        speaker.publish("subject", said)
    assert await ear.next_few(2) == [b"one", b"two"]


async def test_a_nats_that_stands_still_is_noticed_and_used_again_when_it_goes_on(nodes):
    bus, ear = await nodes.bus(HERE), Ear()
    await (await nodes.bus(THERE)).open(ear)
    ups = Ups(nodes.connections)
    nodes.server.freeze()
    await ups.all_down()
    nodes.server.thaw()
    await ups.all_up()
    bus.send(THERE, b"after")
    assert await ear.next() == b"after"


async def test_a_lease_outlives_a_nats_that_is_killed_and_quickly_back(nodes):
    leases, ear = await nodes.leases(HERE), Ear()
    await (await nodes.leases(THERE)).watch(ear)
    await leases.take(b"one")
    await lose_and_find(nodes, nodes.server.kill)
    await leases.renew(b"two")
    assert await ear.next_few(2) == [(HERE, b"one"), (HERE, b"two")]


async def test_nobody_is_dead_because_nats_has_forgotten_all(nodes):
    leases, ear = await nodes.leases(HERE), Ear()
    await (await nodes.leases(THERE)).watch(ear)
    await leases.take(b"one")

    def wipe():
        nodes.server.kill()
        nodes.server.wipe()

    await lose_and_find(nodes, wipe)
    with pytest.raises(LeaseLost):
        await leases.renew(b"two")
    await leases.take(b"two")
    assert await ear.next_few(2) == [(HERE, b"one"), (HERE, b"two")]


async def test_who_died_while_nats_was_away_is_found_out_after_it_is_back(nodes, monkeypatch):
    now = [monotonic()]
    monkeypatch.setattr(watching, "monotonic", lambda: now[0])
    ear = Ear()
    await (await nodes.leases(THERE)).watch(ear)
    for node in (HERE, YONDER):
        await (await nodes.leases(node)).take(b"alive")

    def wipe():
        nodes.server.kill()
        nodes.server.wipe()

    await lose_and_find(nodes, wipe)
    alive = NatsLeases(nodes.connections[1], HERE)
    await alive.take(b"alive again")
    assert sorted(await ear.next_few(2)) == [(HERE, b"alive"), (YONDER, b"alive")]
    assert await ear.next() == (HERE, b"alive again")
    now[0] += watching.ABSENCE
    assert await ear.next() == (YONDER, None)


async def test_a_renewal_whose_answer_was_lost_is_not_a_lost_lease(nodes):
    leases, ear = await nodes.leases(HERE), Ear()
    await (await nodes.leases(THERE)).watch(ear)
    await leases.take(b"one")
    revision = leases._revision
    await leases.renew(b"two")
    leases._revision = revision
    assert await ear.next_few(2) == [(HERE, b"one"), (HERE, b"two")]
    await leases.renew(b"three")
    assert await ear.next() == (HERE, b"three")


async def test_a_node_uses_any_server_of_nats_that_answers(nodes):
    own = nodes.server.url()
    bus, ear = await nodes.connection(HERE, servers=("nats://127.0.0.1:9", own)), Ear()
    await bus.hear("subject", ear)
    (await nodes.connection(THERE, servers=(own, "nats://127.0.0.1:9"))).publish("subject", b"hi")
    assert await ear.next() == b"hi"
