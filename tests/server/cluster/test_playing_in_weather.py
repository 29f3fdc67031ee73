"""
People play on at many nodes, whatever befalls those: nothing is missed, nothing done twice.

With `PYTHONHASHSEED=0` a round is the same again with its seed.
"""

from types import SimpleNamespace

import pytest
from structlog.testing import capture_logs

from server import assembling
from server.cluster.ports import NodeId
from showdown.rules.ruleset import TableId
from tests.server.cluster.playing import PlayedCluster
from tests.server.cluster.virtual_time import run

NAMES = [NodeId(name) for name in ("anna", "bert", "carl")]
TABLES = [TableId(f"table-{number}") for number in range(4)]

CALM_AFTER = 12.0
"""Seconds of good weather after which all is run and everybody is connected."""

PLAYED = 20.0
"""Seconds in which something is played at each table."""

EXPECTED = {"stale_turn", "not_your_turn", "unavailable"}
"""How a request may be refused that came too late, or to a server that could not do it."""

OVERTAKEN = {"not_seated", "not_here", "already_seated", "seated", "leaving", "buy_in_too_large"}
"""How one may be that is overtaken by a hand that ends, after which he has left."""


@pytest.mark.soak(slice=1)
def test_whatever_befalls_nodes_people_play_on_and_see_one_truth(rounds, monkeypatch):
    for random in rounds:
        monkeypatch.setattr(assembling, "secrets", SimpleNamespace(token_bytes=random.randbytes))
        with capture_logs():  # to write them out takes longer than all else
            run(happenings(random))


async def happenings(random):
    cluster = PlayedCluster(random, NAMES, TABLES, people=6)
    await cluster.start()
    await cluster.pass_time(CALM_AFTER)
    for _ in range(random.randrange(4, 12)):
        cluster.weather.loss, cluster.weather.most_delay = random.choice(
            ((0, 0.01), (0.1, 0.05), (0, 0.3), (1, 0))
        )
        cluster.rows.most_delay = random.choice((0.01, 0.05, 0.5))
        cluster.rows.failing = random.choice((0, 0, 0.1, 1))
        await befall(cluster, random.choice(NAMES))
        await cluster.pass_time(random.choice((1, 4, 10)))
    await calm_down(cluster)
    before = {table: cluster.actor(table).seq for table in TABLES}
    await cluster.pass_time(PLAYED)
    await stand_still(cluster)
    check(cluster, before)
    await cluster.end()


async def befall(cluster, name):
    match cluster.random.randrange(6):
        case 0:
            cluster.weather.cut(name)
        case 1:
            cluster.weather.calm()
        case 2:
            await cluster.nodes[name].kill()
            cluster.begin(name)
        case 3:
            await cluster.nodes[name].end()
            cluster.begin(name)
        case 4:
            cluster.weather.forget_leases()


async def calm_down(cluster):
    cluster.weather.calm()
    cluster.weather.most_delay = cluster.rows.most_delay = 0.01
    cluster.rows.failing = 0
    await cluster.all_started()
    await cluster.pass_time(CALM_AFTER)


async def stand_still(cluster):
    """Let nobody act, and everything arrive that was told before."""
    for person in cluster.people:
        person.plays = False
    await cluster.pass_time(3)


def check(cluster, before):
    """Everybody was told all there is, once and in one way, and at each table they play on."""
    for person in cluster.people:
        for request in person.pending.values():
            person.tell_of(request.table)
        assert person.wrong == []
        assert person.done
        assert not person.pending
        assert set(person.refused) <= EXPECTED | OVERTAKEN
        for table, last in person.last.items():
            if last != cluster.actor(table).seq:
                person.tell_of(table)
            assert (person.who.name, table, last) == (
                person.who.name,
                table,
                cluster.actor(table).seq,
            )
    for table in TABLES:
        actor = cluster.actor(table)
        assert actor.parked is None
        ready = [each.account for each in actor.state.seating.occupants if each.is_ready]
        if len(ready) > 1 and actor.seq == before[table]:
            for person in cluster.people:
                person.tell_of(table)
            raise AssertionError(f"nobody plays at {table}, where {ready} could")
