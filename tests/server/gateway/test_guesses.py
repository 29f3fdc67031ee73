"""Guessing is slowed by name and by address, and shuts no owner out."""

import pytest

from server.gateway.attempts import FREE, MOST
from server.gateway.guesses import MANY, Guesses
from tests.server.tables.kit import ManualClock

ANNA_AT_HOME = ("anna", "192.0.2.1")


@pytest.fixture
def clock():
    return ManualClock()


@pytest.fixture
def guesses(clock):
    return Guesses(clock)


def fail(guesses, *who):
    for each in who:
        guesses.failed(each)


def from_everywhere(name, count):
    return [(name, f"198.51.100.{number}") for number in range(count)]


def test_one_name_from_many_addresses_is_slowed_everywhere(guesses, clock):
    fail(guesses, *from_everywhere("anna", MANY.free - 1))
    assert guesses.pause(("anna", "203.0.113.9")) == 0
    fail(guesses, ("anna", "203.0.113.9"))
    assert guesses.pause(("anna", "203.0.113.10")) == MANY.first_pause
    assert guesses.pause(("boris", "203.0.113.10")) == 0
    fail(guesses, *from_everywhere("anna", 30))
    assert guesses.pause(("anna", "203.0.113.10")) == MANY.longest_pause
    clock.due(MANY.longest_pause)
    assert guesses.pause(("anna", "203.0.113.10")) == 0


def test_many_names_from_one_address_are_slowed_there(guesses):
    fail(guesses, *((f"p{number}", "203.0.113.9") for number in range(MANY.free)))
    assert guesses.pause(("anna", "203.0.113.9")) == MANY.first_pause
    assert guesses.pause(("anna", "203.0.113.10")) == 0


def test_the_owner_is_not_shut_out_where_he_has_signed_in_before(guesses):
    fail(guesses, ANNA_AT_HOME)
    guesses.succeeded(ANNA_AT_HOME)
    fail(guesses, *from_everywhere("anna", 40))
    fail(guesses, *((f"p{number}", ANNA_AT_HOME[1]) for number in range(40)))
    assert guesses.pause(ANNA_AT_HOME) == 0
    assert guesses.pause(("anna", "203.0.113.9")) == MANY.longest_pause


def test_there_too_a_few_wrong_ones_cost_a_pause(guesses):
    fail(guesses, ANNA_AT_HOME)
    guesses.succeeded(ANNA_AT_HOME)
    fail(guesses, *[ANNA_AT_HOME] * FREE)
    assert guesses.pause(ANNA_AT_HOME) > 0


def test_who_signs_in_to_his_own_account_between_guesses_guesses_no_faster(guesses):
    thief = ("thief", "203.0.113.9")
    for number in range(MANY.free):
        fail(guesses, (f"p{number}", thief[1]), thief)
        guesses.succeeded(thief)
    assert guesses.pause(("anna", thief[1])) > 0


def test_what_could_not_be_looked_at_counts_for_nothing(guesses):
    for _ in range(3 * MANY.free):
        guesses.failed(ANNA_AT_HOME)
        guesses.not_looked_at(ANNA_AT_HOME)
    assert guesses.pause(ANNA_AT_HOME) == 0
    fail(guesses, *from_everywhere("anna", MANY.free))
    guesses.failed(ANNA_AT_HOME)
    guesses.not_looked_at(ANNA_AT_HOME)
    assert guesses.pause(("anna", "203.0.113.9")) > 0


def test_what_is_remembered_is_bounded(guesses):
    for number in range(MOST + 1):
        guesses.failed((f"p{number}", "192.0.2.1"))
        guesses.succeeded((f"p{number}", "192.0.2.1"))
    fail(guesses, *((f"q{number}", "192.0.2.1") for number in range(MANY.free)))
    assert guesses.pause(("p0", "192.0.2.1")) > 0
    assert guesses.pause(("p1", "192.0.2.1")) == 0
