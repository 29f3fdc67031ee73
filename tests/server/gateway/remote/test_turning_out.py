"""Who is connected to a node that is cut off from the others is asked to come back by another."""

from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from server.gateway.remote.turning_out import FENCED_FOR, TurningOut
from tests.server.gateway.kit import open_house
from tests.server.tables.kit import ManualClock


class Cut:
    """Members that a test fences."""

    def on_fence(self, fenced):
        self.fence = fenced

    def on_rejoin(self, rejoined):
        self.rejoin = rejoined


def pass_time(clock, seconds):
    until = clock.now() + seconds
    while action := clock.due(until):
        action()


@pytest.fixture
def node():
    members: Any = Cut()
    clock, turned = ManualClock(), list[float]()
    TurningOut(members, clock, lambda: turned.append(clock.now()))
    return members, clock, turned


def test_clients_stay_while_the_node_may_soon_be_back(node):
    members, clock, turned = node
    members.fence()
    pass_time(clock, FENCED_FOR - 1)
    members.rejoin()
    pass_time(clock, FENCED_FOR)
    assert not turned


def test_clients_are_sent_away_once_when_it_takes_too_long(node):
    members, clock, turned = node
    members.fence()
    pass_time(clock, 3 * FENCED_FOR)
    assert turned == [FENCED_FOR]


async def test_they_are_told_when_to_come_back_and_the_door_stays_open():
    async with open_house() as house, house.guest("Anna") as anna:
        house.gateway.turn_out()
        with pytest.raises(ConnectionClosed) as closed:
            await anna.until(lambda _: False)
        assert closed.value.rcvd.code == 1012
        async with house.guest("Boris") as boris:
            assert (await boris.ask("tables"))["ok"]
