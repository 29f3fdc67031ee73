"""
Many nodes and tables in bad weather: each table is run, and by one node.

Letters are lost and late; nodes are cut off, killed and started anew, ended, and slow to reach the
database. Whatever happened: once it is calm, each table is run where it should be, all nodes say
so, and nobody runs one whose epoch is another's.
"""

import asyncio
from random import Random

import pytest

from server.cluster.ports import NodeId
from showdown.rules.ruleset import TableId
from tests.server.cluster.simulation import Cluster
from tests.server.cluster.virtual_time import run

TAKEN_OVER_WITHIN = 5.0
"""Seconds from a node's last sign to its tables being run elsewhere."""

HANDED_OVER_WITHIN = 0.3
"""Seconds in which a table that is handed over is run by nobody, where all else is quick."""

CALM_AFTER = 12.0
"""Seconds of good weather after which nothing is left to be done."""

TABLES = [TableId(f"table-{number}") for number in range(12)]
NAMES = [NodeId(name) for name in ("anna", "bert", "carl", "dora")]


@pytest.mark.soak(slice=6)
def test_whatever_happens_each_table_is_run_by_one_node_once_it_is_calm(rounds):
    for random in rounds:
        run(happenings(random))


async def happenings(random):
    cluster = await started(random)
    weather, rows = cluster.weather, cluster.rows
    for _ in range(random.randrange(10, 30)):
        weather.loss, weather.most_delay = random.choice(((0, 0), (0.2, 0.1), (0, 0.6), (1, 0)))
        rows.most_delay, rows.failing = random.choice(((0, 0), (0.05, 0), (1, 0), (0.1, 0.3)))
        await befall(cluster, random.choice(NAMES))
        await cluster.pass_time(random.choice((0.3, 1, 4)))
    weather.calm()
    rows.most_delay = rows.failing = 0.0
    await cluster.all_started()
    await cluster.pass_time(CALM_AFTER)
    cluster.check_calm()
    await cluster.end()


async def befall(cluster, name):
    """Something happens to a node."""
    weather = cluster.weather
    match cluster.random.randrange(7):
        case 0:
            weather.cut(name)
        case 1:
            weather.part(name, cluster.random.choice(NAMES))
        case 2:
            weather.calm()
        case 3:
            await cluster.processes[name].kill()
            cluster.start(name)
        case 4:
            await cluster.processes[name].end()
            cluster.start(name)
        case 5:
            weather.forget_leases()


async def started(random):
    cluster = Cluster(random, NAMES, TABLES)
    for name in NAMES:
        cluster.start(name)
    await cluster.all_started()
    await cluster.pass_time(CALM_AFTER)
    cluster.check_calm()
    return cluster


def test_the_tables_of_a_node_that_was_killed_are_run_by_others_within_five_seconds(seed):
    async def scenario():
        cluster = await started(Random(seed))
        cluster.weather.most_delay, cluster.rows.most_delay = 0.01, 0.1
        killed = cluster.processes.pop(NAMES[0])
        await killed.kill()
        await cluster.pass_time(TAKEN_OVER_WITHIN)
        cluster.check_calm()
        await cluster.end()

    run(scenario())


def test_a_node_that_ends_hands_each_table_over_within_a_moment(seed):
    async def scenario():
        cluster = await started(Random(seed))
        cluster.weather.most_delay, cluster.rows.most_delay = 0.005, 0.02
        ending = cluster.processes[NAMES[0]]
        watched = asyncio.create_task(longest_pause(cluster))
        await ending.end()
        del cluster.processes[NAMES[0]]
        watched.cancel()
        cluster.check_calm()
        assert 0 < cluster.longest <= HANDED_OVER_WITHIN
        await cluster.end()

    run(scenario())


async def longest_pause(cluster):
    """Note for how long a table was run by nobody, until cancelled."""
    since: dict[TableId, float] = {}
    while True:
        await asyncio.sleep(0.005)
        now = cluster.weather.clock.now()
        for table in cluster.tables:
            if cluster.runners(table):
                since.pop(table, None)
            else:
                cluster.longest = max(cluster.longest, now - since.setdefault(table, now))
