"""
A cluster to which everything happens that can: by chance, one after the other and at once.

The schedule is printed and is part of what a failure says. ``NEMESIS="0.50 kill a 2.00"`` before
the command runs that one again instead of those that are drawn.
"""

import os
import sys

import pytest

from tests.end_to_end.cluster import faults
from tests.end_to_end.cluster.world import NAMES, a_cluster
from tests.end_to_end.kills.world import NOTHING

AGAIN = "NEMESIS"
PLAYED = 3
"""So many events happen at each table between two checks."""


@pytest.mark.soak(slice=3)
async def test_whatever_happens_to_a_cluster_all_clients_see_one_truth_and_nothing_is_lost(
    tmp_path, own_postgres, own_nats, rounds, soaking
):
    given = os.environ.get(AGAIN)
    async with a_cluster(tmp_path, own_postgres, own_nats, next(rounds)) as world:
        for chance in rounds:
            schedule = (
                faults.read(given)
                if given
                else faults.drawn(chance, NAMES, most=4 if soaking else 1)
            )
            sys.stdout.write(faults.written(schedule) + "\n")
            await faults.strike(world, schedule)
            await world.goes_on(events=PLAYED)
            await world.holds()
        assert await world.lost_in_the_end() == NOTHING
