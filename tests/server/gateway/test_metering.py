"""What a client sends is weighed: who sends too much is told, and who goes on is cut off."""

import pytest

from server.gateway.metering import Metering
from server.gateway.prices import HANDSHAKE
from server.limits import Limits
from showdown.rules.ruleset import AccountId
from tests.server.tables.kit import ManualClock

HERE, THERE = "198.51.100.1", "198.51.100.2"
ANNA = AccountId(7)
LIMITS = Limits(
    messages_per_second=10,
    message_burst=20,
    address_messages_per_second=50,
    address_message_burst=250,
)


@pytest.fixture
def clock():
    return ManualClock()


@pytest.fixture
def metering(clock):
    return Metering(LIMITS, clock)


def send(meter, number):
    """Send frames as long as they are taken; how many were."""
    return next((sent for sent in range(number) if not meter.frame()), number)


def pay(meter, cost=1):
    """Send a request and pay for it; the seconds to wait if it is refused."""
    assert meter.frame()
    return meter.charge(cost)


def test_a_burst_is_taken_and_then_as_many_as_the_rate_says(metering, clock):
    meter = metering.meter(HERE)
    assert [pay(meter) for _ in range(20)] == [0.0] * 20
    assert pay(meter) > 0.0
    clock.jump(0.3)
    assert [pay(meter) for _ in range(2)] == [0.0] * 2
    assert pay(meter) > 0.0


def test_what_is_dear_counts_as_several_and_is_taken_after_the_wait_that_is_told(metering, clock):
    meter = metering.meter(HERE)
    assert pay(meter, 8) == 0.0
    assert pay(meter, 7) == 0.0
    wait = pay(meter, 10)
    assert wait == pytest.approx(0.6)  # 4 are left of 10
    clock.jump(wait)
    assert pay(meter, 10) == 0.0


def test_nothing_costs_more_than_half_a_burst(metering):
    meter = metering.meter(HERE)
    assert [pay(meter, 1000) for _ in range(2)] == [0.0] * 2
    assert pay(meter, 1) > 0.0


def test_who_goes_on_though_he_was_refused_floods(metering):
    assert send(metering.meter(HERE), 100) == 20 + 10


def test_who_waits_after_a_refusal_does_not_flood(metering, clock):
    meter = metering.meter(HERE)
    for _ in range(50):
        send(meter, 21)
        clock.jump(2.1)
        assert pay(meter) == 0.0


def test_an_account_takes_its_debt_along_to_its_next_connection(metering):
    first, second = metering.meter(HERE), metering.meter(THERE)
    first.is_of(ANNA)
    send(first, 30)
    second.is_of(ANNA)
    assert not second.frame()


def test_a_new_connection_is_not_charged_for_a_flood_of_somebody_else(metering):
    send(metering.meter(HERE), 100)
    assert send(metering.meter(THERE), 20) == 20


def test_connections_of_an_address_share_what_it_may_send(metering):
    meters = [metering.meter(HERE) for _ in range(10)]
    waits = [pay(meter) for _ in range(20) for meter in meters]
    assert waits.count(0.0) == 250 - 10 * HANDSHAKE


def test_the_debt_of_an_address_cuts_off_who_has_brought_it_about_and_nobody_else(metering):
    quiet = metering.meter(HERE)
    loud = [metering.meter(HERE) for _ in range(15)]
    taken = [send(meter, 16) for meter in loud]
    assert taken[0] == 16
    assert taken[-1] < 16
    assert quiet.frame()


def test_an_address_that_has_nothing_left_opens_no_connection_for_a_while(metering, clock):
    for _ in range(16):
        assert metering.wait_of_address(HERE) == 0.0
        metering.meter(HERE)
    assert metering.wait_of_address(HERE) == pytest.approx(0.1)
    assert metering.wait_of_address(THERE) == 0.0
    clock.jump(0.2)
    assert metering.wait_of_address(HERE) == 0.0


def test_addresses_that_were_not_seen_for_the_longest_time_are_forgotten(metering, monkeypatch):
    monkeypatch.setattr("server.gateway.buckets.Buckets.MOST", 3)
    for _ in range(20):
        metering.meter(HERE)
    for number in range(3):
        metering.meter(f"203.0.113.{number}")
    assert metering.wait_of_address(HERE) == 0.0
