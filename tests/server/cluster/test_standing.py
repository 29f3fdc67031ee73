"""A load balancer is told the truth about a node, and which one."""

import pytest

from server.cluster.local import Hub
from server.cluster.membership import GOOD_FOR, Membership, NodeCard
from server.cluster.ports import NodeId
from server.cluster.standing import BUS_AWAY, DRAINING, FENCED, standing
from tests.server.tables.kit import ManualClock

HERE = NodeId("here")


@pytest.fixture
def clock():
    return ManualClock()


@pytest.fixture
async def membership(clock):
    membership = Membership(Hub().leases(HERE), clock, HERE, NodeCard(boot="first"))
    await membership.join()
    yield membership
    await membership.leave()


async def test_a_node_that_may_act_takes_people_in(membership):
    assert standing(membership, lambda: 0.0) is None


async def test_a_bus_that_was_away_for_a_moment_keeps_nobody_out(membership):
    assert standing(membership, lambda: GOOD_FOR / 2) is None


async def test_a_node_whose_lease_was_not_renewed_says_so(membership, clock):
    clock.jump(GOOD_FOR)
    assert standing(membership, lambda: 0.0) == FENCED
    assert standing(membership, lambda: GOOD_FOR) == BUS_AWAY


async def test_a_node_that_drains_says_so_whatever_else_is_the_matter(membership, clock):
    await membership.drain()
    assert standing(membership, lambda: 0.0) == DRAINING
    clock.jump(GOOD_FOR)
    assert standing(membership, lambda: 1.0) == DRAINING
