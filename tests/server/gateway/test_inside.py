"""A full house: who has a seat comes in, and a spectator makes room."""

import pytest

from server.gateway.inside import MOST_LOOKING, Inside
from showdown.rules.ruleset import AccountId

ANNA, BORIS, CLARA, DORA, EMIL = map(AccountId, range(1, 6))


class Guest:
    session = None

    def __init__(self, account, number=0, *, looks=False):
        self.owner, self.number, self.looks = account, number, looks


@pytest.fixture
def seated():
    return {ANNA, DORA}


@pytest.fixture
def inside(seated):
    return Inside(3, seated.__contains__)


def come(inside, *accounts):
    guests = [Guest(account) for account in accounts]
    gone = [inside.enters(guest) for guest in guests]
    return guests, gone


def test_as_long_as_there_is_room_everybody_comes_in(inside):
    _, gone = come(inside, ANNA, BORIS, CLARA)
    assert gone == [[], [], []]


def test_a_full_house_takes_nobody_new_but_who_has_a_seat_or_is_in_already(inside):
    come(inside, ANNA, BORIS, CLARA)
    assert not inside.may_enter(Guest(EMIL))
    assert inside.may_enter(Guest(DORA))
    assert inside.may_enter(Guest(BORIS))


def test_the_spectator_who_came_last_makes_room_for_who_has_a_seat(inside):
    (_, _, clara), _ = come(inside, ANNA, BORIS, CLARA)
    _, (gone,) = come(inside, DORA)
    assert gone == [clara]
    assert inside.of(CLARA) == ()


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
    assert inside.of(BORIS) == (newer,)
    inside.leaves(newer)
    assert inside.may_enter(Guest(EMIL))


def test_of_two_the_one_that_connected_later_stays_whichever_comes_in_first(inside):
    later, earlier = Guest(BORIS, 2), Guest(BORIS, 1)
    assert inside.enters(later) == []
    assert inside.enters(earlier) == [earlier]
    inside.leaves(earlier)
    assert inside.of(BORIS) == (later,)


def test_who_looks_is_beside_who_plays_and_makes_room_first(inside):
    plays, looks = Guest(BORIS), Guest(BORIS, looks=True)
    assert inside.enters(plays) == inside.enters(looks) == []
    assert inside.of(BORIS) == (plays, looks)
    assert inside.enters(clara := Guest(CLARA)) == []
    assert not inside.may_enter(Guest(CLARA, looks=True))
    assert inside.enters(Guest(ANNA)) == [looks]
    assert inside.of(BORIS) == (plays,)
    assert inside.enters(Guest(DORA)) == [clara]


def test_of_many_who_look_for_one_account_the_oldest_goes():
    inside: Inside[Guest] = Inside(100, lambda _: False)
    first, *others = [Guest(BORIS, looks=True) for _ in range(MOST_LOOKING + 1)]
    gone = [inside.enters(each) for each in (first, *others)]
    assert gone[-1] == [first]
    assert not any(gone[:-1])
    assert inside.of(BORIS) == tuple(others)


def test_who_comes_or_goes_is_looked_for_among_nobody_else_who_looks():
    compared = []

    class Counted(Guest):
        def __eq__(self, other):
            compared.append(other)
            return self is other

        __hash__ = object.__hash__

    inside = Inside[Counted](1_000, lambda _: False)
    crowd = [Counted(AccountId(each), looks=True) for each in range(100)]
    for each in crowd:
        inside.enters(each)
    anna = Counted(AccountId(200))
    inside.enters(anna)
    inside.leaves(anna)
    for each in crowd[::2]:
        inside.leaves(each)
    assert [len(inside.of(each.owner)) for each in crowd] == [0, 1] * 50
    assert compared == []
