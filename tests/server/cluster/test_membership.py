"""A node among others: it renews its lease, is silent without one, and sees who is there."""

import asyncio
from types import SimpleNamespace

import pytest

from server.cluster.local import Hub
from server.cluster.membership import (
    GOOD_FOR,
    NAME_FREE_AFTER,
    RENEW_EVERY,
    Membership,
    NodeCard,
)
from server.cluster.ports import BusError, LeaseLost, LeaseTaken, NodeId
from tests.server.tables.kit import ManualClock

HERE, THERE = NodeId("here"), NodeId("there")


class Shaky:
    """Leases that fail when they are told to."""

    def __init__(self, leases):
        self._leases = leases
        self.failing = False
        self.renewals = 0
        self.held: asyncio.Event | None = None
        """Where it is set, an answer comes only after it."""

    async def take(self, value):
        await self._weather()
        await self._leases.take(value)

    async def renew(self, value):
        await self._weather()
        await self._leases.renew(value)
        self.renewals += 1
        if self.held is not None:
            await self.held.wait()

    async def give_up(self):
        await self._weather()
        await self._leases.give_up()

    async def watch(self, told):
        await self._leases.watch(told)

    async def close(self):
        await self._leases.close()

    async def _weather(self):
        if self.failing:
            raise BusError("The bus is away.")


def member(hub, clock, node):
    leases = Shaky(hub.leases(node))
    membership = Membership(leases, clock, node, NodeCard(boot=f"first boot of {node}"))
    events: list[object] = []
    membership.on_fence(lambda: events.append("fence"))
    membership.on_rejoin(lambda: events.append("rejoin"))
    membership.on_change(lambda node, before, now: events.append((node, before, now)))
    return SimpleNamespace(membership=membership, leases=leases, events=events)


@pytest.fixture
def hub():
    return Hub()


@pytest.fixture
def clock():
    return ManualClock()


@pytest.fixture
async def here(hub, clock):
    here = member(hub, clock, HERE)
    await here.membership.join()
    here.events.clear()
    yield here
    here.leases.failing = False
    await here.membership.leave()


async def turn():
    for _ in range(10):
        await asyncio.sleep(0)


async def pass_time(clock, seconds):
    """Let time pass in small steps, and happen what is due by then."""
    until = clock.now() + seconds
    await turn()
    while clock.now() < until:
        step = min(until, clock.now() + 0.1)
        while action := clock.due(step):
            action()
            await turn()


async def test_a_node_that_joined_is_good_as_long_as_its_lease_is_renewed(here, clock):
    await pass_time(clock, 60)
    assert here.membership.is_good
    assert here.leases.renewals == 60 / RENEW_EVERY
    assert here.events == []


async def test_a_node_is_not_good_before_it_has_joined(hub, clock):
    assert not member(hub, clock, HERE).membership.is_good


async def test_a_node_fences_itself_two_seconds_after_its_last_renewal(here, clock):
    here.leases.failing = True
    await pass_time(clock, GOOD_FOR - 0.1)
    assert here.membership.is_good
    assert here.events == []
    await pass_time(clock, 0.1)
    assert not here.membership.is_good
    assert here.events == ["fence"]
    await pass_time(clock, 10)
    assert here.events == ["fence"]


async def test_a_node_that_could_not_renew_for_a_second_goes_on(here, clock):
    here.leases.failing = True
    await pass_time(clock, 1.5)
    here.leases.failing = False
    await pass_time(clock, 1)
    assert here.membership.is_good
    assert here.events == []


async def test_a_node_that_stood_still_knows_it_before_any_timer_goes_off(here, clock):
    clock.jump(GOOD_FOR)
    assert not here.membership.is_good


async def test_a_node_that_stood_still_is_fenced_before_it_is_back(here, hub, clock):
    hub.end_lease(HERE)
    here.events.clear()
    clock.jump(10)
    await pass_time(clock, 0.1)
    assert [each for each in here.events if isinstance(each, str)] == ["fence", "rejoin"]
    assert here.membership.is_good


async def test_an_answer_that_comes_late_makes_nobody_good(here, clock):
    here.leases.held = asyncio.Event()
    await pass_time(clock, RENEW_EVERY)
    clock.jump(10)
    here.leases.held.set()
    await turn()
    assert not here.membership.is_good
    assert here.events == ["fence"]


async def test_a_fenced_node_takes_its_lease_anew_and_is_back(here, hub, clock):
    here.leases.failing = True
    await pass_time(clock, 3)
    hub.end_lease(HERE)
    here.events.clear()
    here.leases.failing = False
    await pass_time(clock, 1)
    assert here.events == [(HERE, None, NodeCard(boot="first boot of here")), "rejoin"]
    assert here.membership.is_good


async def test_a_lease_that_was_lost_is_taken_anew_before_anybody_is_fenced(here, hub, clock):
    hub.end_lease(HERE)
    here.events.clear()
    await pass_time(clock, RENEW_EVERY)
    assert here.membership.is_good
    assert here.events == [(HERE, None, here.membership.card)]


async def test_a_node_whose_name_another_has_taken_fences_itself_until_it_is_free(here, hub, clock):
    hub.end_lease(HERE)
    other = hub.leases(HERE)
    await other.take(b'{"boot": "of another"}')
    here.leases._leases = Elsewhere(hub)
    here.events.clear()
    await pass_time(clock, RENEW_EVERY)
    assert not here.membership.is_good
    assert here.events == ["fence"]
    hub.end_lease(HERE)
    here.leases._leases = hub.leases(HERE)
    await pass_time(clock, RENEW_EVERY)
    assert here.membership.is_good
    assert here.events[-1] == "rejoin"


class Elsewhere:
    """The lease as one sees it who has it no more."""

    def __init__(self, hub):
        self._leases = hub.leases(HERE)

    async def renew(self, value):
        raise LeaseLost("The lease of node here has ended.")

    async def take(self, value):
        await self._leases.take(value)


async def test_nodes_see_each_other_come_and_go(here, hub, clock):
    there = member(hub, clock, THERE)
    await there.membership.join()
    card = there.membership.card
    assert set(here.membership.live) == set(there.membership.live) == {HERE, THERE}
    await there.membership.leave()
    assert set(here.membership.live) == {HERE}
    assert here.events == [(THERE, None, card), (THERE, card, None)]


async def test_a_node_that_starts_anew_is_seen_by_its_boot(here, hub, clock):
    there = member(hub, clock, THERE)
    await there.membership.join()
    before = there.membership.card
    hub.put_lease(THERE, b'{"boot":"second"}')
    assert here.events[-1] == (THERE, before, NodeCard(boot="second"))
    await there.membership.leave()


async def test_a_draining_node_lives_and_takes_no_tables(here, hub, clock):
    there = member(hub, clock, THERE)
    await there.membership.join()
    assert here.membership.takers == {HERE, THERE}
    await there.membership.drain()
    assert here.membership.takers == {HERE}
    assert set(here.membership.live) == {HERE, THERE}
    assert there.membership.is_good
    await there.membership.leave()


async def test_a_node_waits_for_the_lease_of_one_that_was_killed(hub, clock):
    hub.put_lease(HERE, b'{"boot":"killed"}')
    here = member(hub, clock, HERE)
    joining = asyncio.create_task(here.membership.join())
    await pass_time(clock, 3)
    assert not joining.done()
    hub.end_lease(HERE)
    await pass_time(clock, 0.3)
    await joining
    assert here.membership.is_good
    assert "fence" not in here.events
    await here.membership.leave()


async def test_a_node_whose_name_is_in_use_does_not_start(hub, clock):
    hub.put_lease(HERE, b'{"boot":"alive"}')
    joining = asyncio.create_task(member(hub, clock, HERE).membership.join())
    await pass_time(clock, NAME_FREE_AFTER + 1)
    with pytest.raises(LeaseTaken, match="node here already"):
        await joining


async def test_what_a_newer_node_says_of_itself_is_read_as_far_as_it_is_known(here, hub):
    hub.put_lease(THERE, b'{"boot":"x","shoe_size":44}')
    assert here.membership.live[THERE] == NodeCard(boot="x")


async def test_a_lease_that_cannot_be_read_is_nobodys(here, hub):
    hub.put_lease(THERE, b"\xff")
    assert set(here.membership.live) == {HERE}
    assert here.events == []
