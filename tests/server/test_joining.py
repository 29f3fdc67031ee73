"""Nodes that begin: two that see each other, and those that cannot be one of them, and why."""

import asyncio
from itertools import count

import pytest

from server.bootstrap import running_server
from server.broker.access import Access
from server.broker.connecting import Connection
from server.broker.leases import NatsLeases
from server.cluster import membership
from server.cluster.membership import GOOD_FOR
from server.cluster.placement import owners_of
from server.cluster.ports import BusError, LeaseTaken, NodeId
from server.config import load_settings
from server.ports import StorageError
from server.storage import clocks
from showdown.rules.ruleset import TableId
from tests.nats import nats_server

PREFIXES = count(1)
OTHER = b'{"boot": "other"}'
NAMES = [f"table-{number}" for number in range(12)]


@pytest.fixture
def settings(nats, postgres_url, tmp_path):
    """What settings all nodes of a test have in common."""
    common = {
        "nats": nats.url(),
        "nats_prefix": f"joining{next(PREFIXES)}",
        "database": postgres_url,
        "key_file": tmp_path / "key",
        "port": 0,
        "tables": [{"name": name, "sb": 5, "bb": 10} for name in NAMES],
    }

    def made(node, **others):
        return load_settings(**{**common, "node": node, **others})

    return made


async def begin(settings):
    async with running_server(settings):
        pytest.fail("it began")


async def test_two_nodes_share_the_tables_and_one_that_is_left_has_all(settings):
    async with running_server(settings("anna")) as anna:
        async with running_server(settings("bert")) as bert:
            places = owners_of((TableId(name) for name in NAMES), (NodeId("anna"), NodeId("bert")))
            wanted = [{t for t in places if places[t] == node} for node in ("anna", "bert")]
            await until(lambda: [tables(anna), tables(bert)] == wanted)
        await until(lambda: len(tables(anna)) == 12)


def tables(running):
    return {actor.table for actor in running.lobby.actors}


async def until(holds):
    """Let the nodes go on until something holds."""
    async with asyncio.timeout(60):
        while not holds():
            await asyncio.sleep(0)


async def live(leases):
    """Renew a lease, for as long as another takes to begin."""
    while True:
        await asyncio.sleep(GOOD_FOR / 4)
        await leases.renew(OTHER)


async def test_a_node_does_not_begin_where_another_has_its_name(settings, monkeypatch):
    monkeypatch.setattr(membership, "NAME_FREE_AFTER", 0.5)
    wanted = settings("anna")
    connection = Connection(Access(servers=wanted.nats, prefix=wanted.nats_prefix), "other")
    await connection.open()
    leases = NatsLeases(connection, NodeId("anna"))
    await leases.take(OTHER)
    living = asyncio.create_task(live(leases))
    with pytest.raises(LeaseTaken) as refused:
        await begin(wanted)
    living.cancel()
    await asyncio.wait({living})
    assert living.cancelled()
    assert str(refused.value) == (
        "There is a node anna already; give this one another name in setting node."
    )
    await connection.close()


async def test_a_node_does_not_begin_without_jetstream(settings):
    with nats_server(jetstream=False) as server:
        wanted = settings("anna", nats=server.url())
        with pytest.raises(BusError, match="runs without JetStream, which keeps the leases: start"):
            await begin(wanted)


async def test_a_node_does_not_begin_on_a_database_that_is_not_migrated(
    settings, blank_postgres_url
):
    with pytest.raises(StorageError, match="python -m server migrate"):
        await begin(settings("anna", database=blank_postgres_url))


async def test_a_node_does_not_begin_whose_clock_is_far_off(settings, monkeypatch):
    monkeypatch.setattr(clocks, "_time", lambda connection: 0.0)
    with pytest.raises(StorageError, match=r"^This machine's clock is \d+ s ahead of the databas"):
        await begin(settings("anna"))
