"""
Places and prizes of those who are out in one hand.
"""

import pytest

from showdown import RulesetError
from showdown.rules.places import places, prize_money, prizes


def test_who_began_the_hand_with_more_is_placed_higher():
    assert places(4, {2: 300, 5: 120}) == {2: 3, 5: 4}
    assert places(6, {1: 10, 3: 30, 4: 20}) == {3: 4, 4: 5, 1: 6}
    assert places(3, {2: 500}) == {2: 3}


def test_equal_stacks_share_their_places():
    assert places(5, {1: 80, 2: 80, 3: 200}) == {3: 3, 1: 4, 2: 4}
    assert places(8, {1: 50, 2: 50, 3: 50}) == {1: 6, 2: 6, 3: 6}


def test_no_more_can_be_out_than_there_were():
    with pytest.raises(ValueError, match="3 players are out of 2"):
        places(2, {1: 1, 2: 1, 3: 1})


def test_third_and_fourth_share_seventy_five():
    assert prize_money(4, {2: 300, 5: 300}, (500, 300, 75), button=3) == {5: 38, 2: 37}
    assert prize_money(4, {2: 300, 5: 300}, (500, 300, 75, 0), button=1) == {2: 38, 5: 37}


def test_places_without_a_prize_are_paid_nothing():
    assert prize_money(6, {4: 100, 5: 90}, (195, 105), button=1) == {}
    assert prize_money(3, {4: 100, 5: 90}, (195, 105), button=1) == {4: 105}


def test_three_share_second_third_and_fourth():
    assert prize_money(4, {1: 9, 2: 9, 3: 9}, (50, 30, 20), button=1) == {2: 17, 3: 17, 1: 16}


@pytest.mark.parametrize(
    ("entrants", "pool", "paid"),
    [
        (2, 100, (100,)),
        (4, 199, (199,)),
        (5, 250, (163, 87)),
        (6, 300, (195, 105)),
        (7, 350, (175, 105, 70)),
        (8, 405, (203, 121, 81)),
    ],
)
def test_prizes_are_rounded_down_and_the_first_gets_what_remains(entrants, pool, paid):
    assert prizes(entrants, pool) == paid
    assert sum(paid) == pool


@pytest.mark.parametrize("entrants", [0, 1, 9])
def test_so_many_entrants_have_no_prizes(entrants):
    with pytest.raises(RulesetError, match=f"{entrants} entrants were given"):
        prizes(entrants, 100)
