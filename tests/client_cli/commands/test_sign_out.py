"""`sign-out`: what opens an account is forgotten, unless it is all that there is."""

import pytest

from client_cli.memory import Memory
from tests.client_cli.scripted import House, house_next_door


@pytest.fixture
def house():
    with house_next_door(House("Bert", "Carl", deals=0)) as house:
        yield house


@pytest.fixture
def ada(house, showdown):
    """Ada has played here, and has left."""
    assert showdown("--url", house.url, "play", "--name", "Ada").code == 0
    return house


def kept(house):
    return Memory().read().at(house.url).tokens


@pytest.mark.parametrize("more", [(), ("--everywhere",)])
def test_who_has_a_password_is_forgotten_here(ada, showdown, more):
    ada.passwords["Ada"] = "correct horse"
    ran = showdown("sign-out", *more)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == f"Ada is signed out at {ada.url}; your password opens it again.\n"
    assert kept(ada) == {}
    asked = ada.requests[-2]
    assert asked.everywhere == bool(more)
    assert ada.requests[-3].look


def test_a_guest_keeps_what_is_all_that_he_has(ada, showdown):
    before = kept(ada)
    ran = showdown("sign-out")
    assert (ran.code, ran.out) == (0, "")
    assert "Ada has no password, so what opens it stays here" in ran.err
    assert kept(ada) == before


def test_what_a_server_knows_no_more_is_forgotten_too(ada, showdown):
    ada.tokens.clear()
    assert showdown("sign-out").code == 0
    assert kept(ada) == {}


def test_who_is_nobody_here_is_told_so(house, showdown):
    ran = showdown("--url", house.url, "sign-out")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"showdown: Nothing is kept here that opens an account at {house.url}.\n"
