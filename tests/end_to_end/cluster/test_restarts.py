"""
A rolling restart under load: every hand goes on, on nodes whose clocks may be wrong by an hour.
"""

import signal
import sys

import pytest

from benchmarks.load.figures import percentile
from tests.end_to_end.cluster import skewed
from tests.end_to_end.cluster.world import a_cluster
from tests.end_to_end.kills.world import NOTHING


@pytest.mark.soak(slice=1)
async def test_nodes_are_restarted_one_after_the_other_under_load_and_no_hand_is_given_up(
    tmp_path, own_postgres, own_nats, rounds
):
    async with a_cluster(tmp_path, own_postgres, own_nats, next(rounds)) as world:
        await world.goes_on(events=1)
        world.forget_pauses()
        for name in world.nodes:
            await world.end_node(name, signal.SIGTERM)
            await world.goes_on(events=3)
            await world.start_node(name)
            await world.goes_on(events=3)
        pauses = [player.longest_pause for player in world.players]
        sys.stdout.write(f"longest pauses: p99 {percentile(pauses, 0.99):.2f} s\n")
        await world.holds()

        # And with clocks on the wall that are wrong.
        world.node("a").skew(skewed.AHEAD)
        world.node("b").skew(skewed.BEHIND)
        owners = await world.owners()
        await world.goes_on(events=10)
        await world.holds()
        assert world.starved() or await world.owners() == owners
        await world.end_node("c", signal.SIGKILL)
        await world.goes_on()
        assert await world.lost_in_the_end() == NOTHING
