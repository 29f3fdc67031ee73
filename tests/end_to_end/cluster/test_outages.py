"""
A broker or a database that is away, stands still or is slow: nothing that was acknowledged is lost.
"""

import asyncio
import signal

import pytest

from tests.end_to_end.cluster.faults import DELAY_S
from tests.end_to_end.cluster.world import a_cluster
from tests.end_to_end.kills.world import NOTHING

PAST_ALL_LEASES_S = 4
"""So long that every lease has lapsed."""
AWAY_S = 2
SLOW_S = 3


async def test_whatever_happens_to_the_broker_play_resumes_and_no_action_is_lost(
    tmp_path, own_postgres, own_nats, rounds
):
    async with a_cluster(tmp_path, own_postgres, own_nats, next(rounds)) as world:
        await world.goes_on(events=1)
        await asyncio.to_thread(own_nats.kill)
        await asyncio.to_thread(own_nats.start)
        await world.goes_on()
        await world.holds()

        own_nats.freeze()
        await asyncio.sleep(PAST_ALL_LEASES_S)
        own_nats.thaw()
        await world.goes_on()
        await world.holds()

        epochs = {table: epoch for table, (_, epoch) in (await world.owners()).items()}
        await asyncio.to_thread(own_nats.kill)
        own_nats.wipe()
        await asyncio.sleep(PAST_ALL_LEASES_S)
        await asyncio.to_thread(own_nats.start)
        await world.goes_on()
        await world.everybody_owns_something()
        # Who runs what comes from the database: no epoch was ever given twice.
        for table, (_, epoch) in (await world.owners()).items():
            assert epoch >= epochs[table]
        assert await world.lost_in_the_end() == NOTHING


@pytest.mark.soak
async def test_while_the_database_is_away_tables_pause_and_a_slow_one_moves_no_table(
    tmp_path, own_postgres, own_nats, rounds
):
    async with a_cluster(tmp_path, own_postgres, own_nats, next(rounds)) as world:
        await world.goes_on(events=1)
        await asyncio.to_thread(own_postgres.stop, signal.SIGQUIT)
        await world.until(lambda: have_paused(world) == set(world.logs))
        await asyncio.sleep(AWAY_S)
        await asyncio.to_thread(own_postgres.start)
        await world.goes_on()
        await world.holds()
        assert not [each for log in world.logs.values() for each in log.timed_out]

        owners = await world.owners()
        for node in world.nodes.values():
            node.database.slow(DELAY_S)
        await asyncio.sleep(SLOW_S)
        for number, player in enumerate(world.players, 1):
            assert await player.ping(number) == number
        assert world.starved() or await world.owners() == owners
        for node in world.nodes.values():
            node.database.mend()
        assert await world.lost_in_the_end() == NOTHING


def have_paused(world):
    """Tables that have said that they wait."""
    return {
        player.table
        for player in world.players
        if any(notice["code"] == "paused" for notice in player.notices)
    }
