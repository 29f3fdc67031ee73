"""Who guesses passwords waits, and nobody else does."""

import pytest

from server.gateway.attempts import FIRST_PAUSE, FREE, LONGEST_PAUSE, MOST, Attempts
from tests.server.tables.kit import ManualClock

ANNA, ANNA_ELSEWHERE, BORIS = ("anna", "10.0.0.1"), ("anna", "10.0.0.2"), ("boris", "10.0.0.1")


@pytest.fixture
def clock():
    return ManualClock()


@pytest.fixture
def attempts(clock):
    return Attempts(clock)


def fail(attempts, who, times):
    for _ in range(times):
        attempts.failed(who)


def test_a_few_failures_cost_nothing(attempts):
    fail(attempts, ANNA, FREE - 1)
    assert attempts.pause(ANNA) == 0


def test_then_there_is_a_pause_for_this_name_from_this_address_alone(attempts, clock):
    fail(attempts, ANNA, FREE)
    assert attempts.pause(ANNA) == FIRST_PAUSE
    assert attempts.pause(ANNA_ELSEWHERE) == attempts.pause(BORIS) == 0
    clock.due(FIRST_PAUSE - 0.5)
    assert attempts.pause(ANNA) == 1
    clock.due(FIRST_PAUSE)
    assert attempts.pause(ANNA) == 0


def test_each_further_failure_doubles_it_up_to_a_limit(attempts):
    pauses = []
    fail(attempts, ANNA, FREE - 1)
    for _ in range(8):
        attempts.failed(ANNA)
        pauses.append(attempts.pause(ANNA))
    assert pauses[:3] == [FIRST_PAUSE, 2 * FIRST_PAUSE, 4 * FIRST_PAUSE]
    assert pauses[-1] == LONGEST_PAUSE


def test_a_success_forgets_them(attempts):
    fail(attempts, ANNA, FREE)
    attempts.succeeded(ANNA)
    assert attempts.pause(ANNA) == 0
    fail(attempts, ANNA, FREE - 1)
    assert attempts.pause(ANNA) == 0


def test_so_does_an_hour_without_one(attempts, clock):
    fail(attempts, ANNA, FREE)
    clock.due(FIRST_PAUSE + Attempts.FORGET_AFTER + 1)
    attempts.failed(ANNA)
    assert attempts.pause(ANNA) == 0


def test_what_is_remembered_is_bounded(attempts):
    for number in range(MOST + 5):
        fail(attempts, (f"p{number}", "10.0.0.1"), FREE)
    assert attempts.pause(("p0", "10.0.0.1")) == 0
    assert attempts.pause((f"p{MOST}", "10.0.0.1")) > 0
