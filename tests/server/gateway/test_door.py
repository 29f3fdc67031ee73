"""Who may be connected: so many of an address, so many of whom nobody knows who they are."""

import pytest

from server.gateway.callers import Callers
from server.gateway.door import Door
from server.limits import Limits

HERE, THERE = "198.51.100.1", "198.51.100.2"


class Visitor:
    """Remembers whether he was turned out."""

    def __init__(self, *, is_silent=True):
        self.is_silent = is_silent
        self.is_out = False

    def turn_out(self):
        self.is_out = True


@pytest.fixture
def door():
    return Door(Limits(strangers=3, connections_per_address=2), Callers())


def test_of_too_many_strangers_the_one_goes_who_has_been_silent_for_the_longest(door):
    visitors = [Visitor() for _ in range(5)]
    for visitor in visitors:
        door.knocks(visitor)
    assert [each.is_out for each in visitors] == [True, True, False, False, False]
    assert door.strangers == 3


def test_who_waits_for_us_stays_and_who_is_silent_goes_though_he_came_later(door):
    speaking, silent = Visitor(is_silent=False), Visitor()
    for visitor in (speaking, silent, Visitor(), Visitor()):
        door.knocks(visitor)
    assert (speaking.is_out, silent.is_out) == (False, True)


def test_if_all_wait_for_us_the_first_one_goes(door):
    visitors = [Visitor(is_silent=False) for _ in range(4)]
    for visitor in visitors:
        door.knocks(visitor)
    assert [each.is_out for each in visitors] == [True, False, False, False]


def test_who_has_said_who_he_is_is_no_stranger_and_stays(door):
    known, *others = (Visitor() for _ in range(4))
    door.knocks(known)
    door.is_known(known)
    for other in others:
        door.knocks(other)
    assert not any(each.is_out for each in (known, *others))


def test_so_many_come_from_an_address_and_others_from_elsewhere(door):
    here, there = [Visitor() for _ in range(3)], Visitor()
    assert [door.comes_from(each, HERE) for each in here] == [True, True, False]
    assert door.comes_from(there, THERE)


def test_who_leaves_makes_room_and_who_was_refused_does_not(door):
    inside, other, refused = (Visitor() for _ in range(3))
    assert door.comes_from(inside, HERE)
    assert door.comes_from(other, HERE)
    assert not door.comes_from(refused, HERE)
    door.leaves(refused)
    assert not door.comes_from(refused, HERE)
    door.leaves(inside)
    door.leaves(inside)
    assert door.comes_from(refused, HERE)
    assert not door.comes_from(Visitor(), HERE)


def test_who_has_gone_is_turned_out_no_more(door):
    gone, *others = (Visitor() for _ in range(4))
    door.knocks(gone)
    door.leaves(gone)
    for other in others:
        door.knocks(other)
    assert not gone.is_out
