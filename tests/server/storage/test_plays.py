"""A number says of a player's hand what the figures ask of it, and nothing is lost in it."""

from itertools import product

import pytest

from server.storage.plays import as_number, from_number
from showdown.history.statistics import Play

NAMES = ("asked", "voluntary", "could_be_first", "first_in", "showdown", "won")
EVERY = [
    Play(**dict(zip(NAMES, said, strict=True)), drew=count)
    for said in product((False, True), repeat=len(NAMES))
    for count in (None, 0, 1, 2, 3, 4, 5)
]


def test_every_way_to_play_comes_back_from_its_number():
    assert [from_number(as_number(play)) for play in EVERY] == EVERY
    assert min(map(as_number, EVERY)) == 0


@pytest.mark.parametrize(
    ("play", "number"),
    [
        (Play(), 0),
        (Play(asked=True, could_be_first=True), 5),
        (Play(asked=True, voluntary=True, could_be_first=True, first_in=True, drew=3), 271),
        (Play(showdown=True, won=True, drew=0, net=90), 112),
    ],
)
def test_what_is_stored_keeps_its_meaning(play, number):
    assert as_number(play) == number
