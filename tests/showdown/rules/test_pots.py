"""
Main pot and side pots, and how a pot is shared.
"""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from showdown import Pot, split_pots
from showdown.rules.pots import split_evenly
from tests.showdown.rules.chip_by_chip import pots_chip_by_chip


def test_each_all_in_closes_a_pot():
    # A's excess over 75 went back; B is all-in with 25, C with 75; D folded after putting in 60.
    a, b, c, d = 1, 2, 3, 4
    assert split_pots({a: 75, b: 25, c: 75, d: 60}, folded={d}) == (
        Pot(100, (a, b, c)),
        Pot(135, (a, c)),
    )


def test_equal_stakes_make_one_pot():
    assert split_pots({1: 40, 2: 40, 3: 40}) == (Pot(120, (1, 2, 3)),)


def test_a_fold_between_two_levels_joins_the_pots_of_the_same_seats():
    assert split_pots({1: 50, 2: 50, 3: 20}, folded={3}) == (Pot(120, (1, 2)),)


def test_folded_chips_above_the_highest_level_belong_to_the_last_pot():
    assert split_pots({1: 30, 2: 100, 3: 100, 4: 30}, folded={2, 3}) == (Pot(260, (1, 4)),)
    assert split_pots({1: 30, 2: 10, 3: 100}, folded={3}) == (
        Pot(30, (1, 2)),
        Pot(110, (1,)),
    )


def test_dead_money_goes_to_the_main_pot():
    assert split_pots({1: 50, 2: 20, 3: 50}, dead=7) == (Pot(67, (1, 2, 3)), Pot(60, (1, 3)))


def test_who_is_all_in_with_dead_money_alone_plays_for_that():
    assert split_pots({1: 10, 2: 5, 3: 10, 4: 0}, folded={2}, dead=4) == (
        Pot(4, (1, 3, 4)),
        Pot(25, (1, 3)),
    )


def test_the_last_one_in_has_everything():
    assert split_pots({1: 10, 2: 30, 3: 5}, folded={1, 2}, dead=3) == (Pot(48, (3,)),)


def test_without_chips_there_is_no_pot():
    assert split_pots({1: 0, 2: 0}) == ()
    assert split_pots({1: 0, 2: 0}, folded={1}) == ()


def test_somebody_must_be_left():
    with pytest.raises(ValueError, match="every seat has folded"):
        split_pots({1: 10, 2: 20}, folded={1, 2})


stakes = st.dictionaries(
    st.integers(1, 8), st.integers(0, 30), min_size=2, max_size=8
)  # small, so that levels coincide
dead_money = st.integers(0, 9)


@given(stakes, st.sets(st.integers(1, 8)), dead_money)
@example({1: 0, 2: 0, 3: 4}, {3}, 0)
@example({1: 0, 2: 5, 3: 9}, {3}, 2)
@example({1: 5, 2: 5, 3: 9, 4: 7}, {3, 4}, 0)
def test_pots_are_what_chips_laid_down_one_by_one_make(contributions, folded, dead):
    folded = folded & contributions.keys()
    if folded == contributions.keys():
        folded.pop()
    pots = split_pots(contributions, folded, dead)
    assert pots == pots_chip_by_chip(contributions, folded, dead)
    assert sum(pot.amount for pot in pots) == sum(contributions.values()) + dead
    assert all(pot.amount for pot in pots)


@pytest.mark.parametrize(
    ("amount", "winners", "unit", "shares"),
    [
        (71, 2, 1, (36, 35)),
        (10, 3, 1, (4, 3, 3)),
        (85, 2, 5, (45, 40)),
        (30_300, 3, 1, (10_100, 10_100, 10_100)),
        (2, 3, 1, (1, 1, 0)),
        (100, 1, 25, (100,)),
    ],
)
def test_odd_units_go_one_each_to_the_first_winners(amount, winners, unit, shares):
    assert split_evenly(amount, winners, unit) == shares


@given(st.integers(0, 10**6), st.integers(1, 8), st.sampled_from([1, 5, 25]))
def test_shares_add_up_and_differ_by_a_unit_at_most(units, winners, unit):
    shares = split_evenly(units * unit, winners, unit)
    assert sum(shares) == units * unit
    assert max(shares) - min(shares) <= unit
    assert list(shares) == sorted(shares, reverse=True)
    assert all(share % unit == 0 for share in shares)
