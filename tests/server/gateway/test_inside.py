"""A full house: who has a seat comes in, and a spectator makes room."""

import pytest

from server.gateway.inside import Inside
from showdown.rules.ruleset import AccountId

ANNA, BORIS, CLARA, DORA, EMIL = map(AccountId, range(1, 6))


class Guest:
    def __init__(self, account):
        self.account = account


@pytest.fixture
def seated():
    return {ANNA, DORA}


@pytest.fixture
def inside(seated):
    return Inside(3, seated.__contains__)


def come(inside, *accounts):
    guests = [Guest(account) for account in accounts]
    gone = [inside.enters(guest.account, guest) for guest in guests]
    return guests, gone


def test_as_long_as_there_is_room_everybody_comes_in(inside):
    _, gone = come(inside, ANNA, BORIS, CLARA)
    assert gone == [[], [], []]


def test_a_full_house_takes_nobody_new_but_who_has_a_seat_or_is_in_already(inside):
    come(inside, ANNA, BORIS, CLARA)
    assert not inside.may_enter(EMIL)
    assert inside.may_enter(DORA)
    assert inside.may_enter(BORIS)


def test_the_spectator_who_came_last_makes_room_for_who_has_a_seat(inside):
    (_, _, clara), _ = come(inside, ANNA, BORIS, CLARA)
    _, (gone,) = come(inside, DORA)
    assert gone == [clara]
    assert inside.of(CLARA) is None


def test_nobody_who_has_a_seat_goes_even_if_all_have_one(inside, seated):
    come(inside, ANNA, BORIS, CLARA)
    seated |= {BORIS, CLARA}
    _, (gone,) = come(inside, DORA)
    assert gone == []
    assert all(inside.of(account) for account in (ANNA, BORIS, CLARA, DORA))


def test_a_newer_connection_takes_the_place_of_the_older_and_nobody_else_goes(inside):
    (_, boris, _), _ = come(inside, ANNA, BORIS, CLARA)
    (newer,), (gone,) = come(inside, BORIS)
    assert gone == [boris]
    inside.leaves(boris)
    assert inside.of(BORIS) is newer
    inside.leaves(newer)
    assert inside.may_enter(EMIL)
