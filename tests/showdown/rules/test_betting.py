"""
The price of a round: minimum raises, short all-ins, exact sizes and the cap.
"""

import pytest

from showdown import Game, Ruleset
from showdown.rules.betting import STRUCTURES, BettingRound, after_bet, open_round

BIG = Ruleset(sb=25, bb=50)
NO_LIMIT = Ruleset(sb=5, bb=10)
POT_LIMIT = Ruleset(game=Game.POT_LIMIT, sb=5, bb=10)
FIXED = Ruleset(game=Game.FIXED_LIMIT, sb=5, bb=10)
SPREAD = Ruleset(game=Game.SPREAD_LIMIT, sb=1, bb=2, spread_min=2, spread_max=10)


def after(ruleset, street, *totals, not_all_in=6):
    """The round after these bets and raises."""
    round_ = open_round(ruleset, street)
    for to in totals:
        round_ = after_bet(ruleset, round_, to, not_all_in)
    return round_


def least(ruleset, street, *totals):
    return STRUCTURES[ruleset.game].least(after(ruleset, street, *totals))


# ---- how a round opens ---------------------------------------------------------------------------


def test_the_big_blind_is_the_bet_of_the_first_round():
    assert open_round(BIG, 0) == BettingRound(bet=50, level=50, step=50, bets=1)
    assert open_round(BIG, 1) == BettingRound(bet=0, level=0, step=50, bets=0)


def test_without_blinds_both_rounds_open_with_nothing():
    rules = Ruleset(ante=1, min_bet=2)
    assert open_round(rules, 0) == open_round(rules, 1) == BettingRound(0, 0, 2, 0)


def test_fixed_limit_doubles_its_step_after_the_draw():
    assert (open_round(FIXED, 0).step, open_round(FIXED, 1).step) == (10, 20)


# ---- no-limit ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raises", "to"), [((), 100), ((125,), 200), ((125, 200), 275), ((125, 200, 500), 800)]
)
def test_a_raise_is_at_least_the_last_full_raise(raises, to):
    assert least(BIG, 0, *raises) == to


def test_a_short_all_in_raises_the_price_and_not_the_least_raise():
    assert least(NO_LIMIT, 1, 100, 140) == 240


def test_full_raises_are_counted_and_short_ones_are_not():
    assert [after(NO_LIMIT, 0, *totals).bets for totals in ((), (20,), (20, 40), (20, 25))] == [
        1, 2, 3, 2,
    ]  # fmt: skip


def test_an_all_in_below_the_least_bet_leaves_the_least_raise_at_that():
    assert least(NO_LIMIT, 1, 6) == 16
    assert least(NO_LIMIT, 1, 6, 12) == 22


@pytest.mark.parametrize("rules", [NO_LIMIT, POT_LIMIT])
def test_who_has_acted_may_raise_again_once_he_faces_a_full_raise(rules):
    # A bets 100, B is all-in with 125, C calls 125, D is all-in with 200.
    round_ = after(rules, 1, 100, 125, 200)
    reopens = STRUCTURES[rules.game].reopens
    assert reopens(round_, 200 - 100)
    assert not reopens(round_, 200 - 125)


def test_no_limit_knows_no_largest_bet_and_no_cap():
    round_ = after(NO_LIMIT, 0, *range(20, 400, 10))
    assert STRUCTURES[Game.NO_LIMIT].most(round_, pot=1000, facing=10) is None
    assert not round_.capped


# ---- pot-limit -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("street", "raises", "pot", "facing", "most"),
    [
        (0, (), 15, 10, 35),
        (0, (35,), 50, 35, 120),
        (1, (), 60, 0, 60),
        (1, (60,), 120, 60, 240),
    ],
)
def test_the_largest_raise_is_the_bet_and_the_pot_once_it_is_called(
    street, raises, pot, facing, most
):
    assert STRUCTURES[Game.POT_LIMIT].most(after(POT_LIMIT, street, *raises), pot, facing) == most


def test_a_pot_below_the_least_bet_allows_that():
    rules = Ruleset(game=Game.POT_LIMIT, ante=1, min_bet=10)
    assert STRUCTURES[Game.POT_LIMIT].most(open_round(rules, 0), pot=4, facing=0) == 10


# ---- fixed-limit ---------------------------------------------------------------------------------


def levels(rules, street):
    """All totals that can be bet or raised to, one after the other."""
    round_, found = open_round(rules, street), []
    while not round_.capped:
        to = STRUCTURES[Game.FIXED_LIMIT].least(round_)
        assert STRUCTURES[Game.FIXED_LIMIT].most(round_, pot=999, facing=10) == to
        round_ = after_bet(rules, round_, to, not_all_in=6)
        found.append(to)
    return found


def test_a_bet_and_three_raises_and_no_more():
    assert levels(FIXED, 0) == [20, 30, 40]  # the big blind of 10 is the bet
    assert levels(FIXED, 1) == [20, 40, 60, 80]


def test_the_cap_may_be_four():
    rules = Ruleset(game=Game.FIXED_LIMIT, sb=5, bb=10, cap=4)
    assert levels(rules, 0)[-1] == 50
    assert levels(rules, 1)[-1] == 100


@pytest.mark.parametrize(
    ("totals", "to", "bets"),
    [
        ((20, 32), 52, 2),  # an all-in of half a bet or more is a raise
        ((20, 30), 50, 2),  # exactly half
        ((20, 28), 40, 1),  # less is completed
        ((8,), 20, 0),  # no bet yet: 20 completes it
        ((8, 20), 40, 1),
        ((10,), 30, 1),  # half a bet from nothing is the bet
    ],
)
def test_an_all_in_of_half_a_bet_counts_in_full(totals, to, bets):
    assert least(FIXED, 1, *totals) == to
    assert after(FIXED, 1, *totals).bets == bets


def test_facing_half_a_bet_is_enough_to_raise_again():
    reopens = STRUCTURES[Game.FIXED_LIMIT].reopens
    round_ = after(FIXED, 1, 20, 32)
    assert reopens(round_, 10)
    assert not reopens(round_, 9)


def test_the_cap_holds_heads_up_unless_the_table_says_otherwise():
    free = Ruleset(game=Game.FIXED_LIMIT, sb=5, bb=10, uncap_hu=True)
    assert after(FIXED, 0, 20, 30, 40, not_all_in=2).capped
    assert not after(free, 0, 20, 30, 40, 50, 60, not_all_in=2).capped
    assert after(free, 0, 20, 30, 40, not_all_in=3).capped


def test_a_cap_that_is_reached_stays_for_the_round():
    free = Ruleset(game=Game.FIXED_LIMIT, sb=5, bb=10, uncap_hu=True)
    capped = after(free, 0, 20, 30, 40, not_all_in=3)
    # A short all-in over the cap is not possible; the round stays as it is when others fold.
    assert capped.capped
    assert not open_round(free, 1).capped


# ---- spread-limit --------------------------------------------------------------------------------


def spread(street, *totals):
    """The least and the largest total after these bets and raises."""
    round_ = after(SPREAD, street, *totals)
    structure = STRUCTURES[SPREAD.game]
    return structure.least(round_), structure.most(round_, pot=100, facing=0)


@pytest.mark.parametrize(
    ("totals", "range_"),
    [
        ((), (2, 10)),
        ((4,), (8, 14)),
        ((4, 14), (24, 24)),
        ((4, 8), (12, 18)),
        ((10,), (20, 20)),
        ((4, 8, 15), (22, 25)),
    ],
)
def test_a_raise_is_at_least_the_last_one_and_at_most_the_largest_spread(totals, range_):
    assert spread(1, *totals) == range_


def test_the_blind_is_a_bet_that_may_be_raised_by_the_whole_spread():
    assert spread(0) == (4, 12)


def test_the_smallest_bet_is_the_small_end_of_the_spread():
    assert SPREAD.min_bet == 2
    antes_only = Ruleset(game=Game.SPREAD_LIMIT, ante=1, spread_min=3, spread_max=9)
    assert antes_only.min_bet == 3


def test_an_all_in_below_the_last_raise_does_not_count_and_does_not_lower_the_next():
    round_ = after(SPREAD, 1, 8, 12)
    assert (round_.bets, round_.step) == (1, 8)
    assert spread(1, 8, 12) == (20, 22)


def test_the_cap_counts_in_spread_limit_too():
    assert not after(SPREAD, 1, 2, 4, 6).capped
    assert after(SPREAD, 1, 2, 4, 6, 8).capped
    assert after(SPREAD, 0, 4, 6, 8).capped  # the big blind is the bet
    uncapped = Ruleset(
        game=Game.SPREAD_LIMIT, sb=1, bb=2, spread_min=2, spread_max=10, uncap_hu=True
    )
    assert not after(uncapped, 0, 4, 6, 8, not_all_in=2).capped
