"""
Exactly one owner acts, whatever an old one believes: nobody ever sees two truths.

An owner that sleeps past its lease, or that the broker or the database cannot reach, finds when it
is back that its tables are another's; nothing of what it then wants counts.
"""

import pytest

from tests.end_to_end.cluster.world import a_cluster
from tests.end_to_end.kills.world import NOTHING


async def loses_its_tables(world, name, begin, end):
    """Let something happen to a node until others run its tables, and let it be over."""
    before = await world.owners()
    tables = [table for table, (owner, _) in before.items() if owner == name]
    begin()
    await world.owned_by_others(tables, name)
    end()
    await world.goes_on()
    await world.holds()
    after = await world.owners()
    assert all(after[table][1] > before[table][1] for table in tables)


@pytest.mark.soak(slice=1)
async def test_an_owner_that_is_away_longer_than_its_lease_acts_no_more_and_comes_back(
    tmp_path, own_postgres, own_nats, rounds, soaking
):
    async with a_cluster(tmp_path, own_postgres, own_nats, next(rounds)) as world:
        await world.goes_on(events=1)
        a, b, c = world.nodes.values()
        await loses_its_tables(world, "a", a.freeze, a.thaw)
        await loses_its_tables(world, "b", b.broker.cut, b.broker.mend)
        if soaking:
            await loses_its_tables(world, "c", c.broker.hold, c.broker.mend)
        await world.everybody_owns_something()
        assert await world.lost_in_the_end() == NOTHING
