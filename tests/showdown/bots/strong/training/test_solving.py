"""Learning games: one whose value is known, and draw poker with few buckets."""

import numpy as np
import pytest

from showdown.bots.strong.training.game import Draw, Kuhn
from showdown.bots.strong.training.solving import Averages, BestResponse, exploitability, learn
from tests.showdown.bots.strong.training.small import small_chances

JACK, QUEEN, KING = range(3)


@pytest.fixture(scope="module")
def kuhn():
    game = Kuhn()
    learn(game, 400)
    return game


def test_kuhns_poker_is_worth_to_the_first_what_kuhn_has_proven(kuhn):
    assert kuhn.value(Averages(0)) == pytest.approx(-1 / 18, abs=0.001)
    assert exploitability(kuhn) < 0.005


def test_it_finds_the_strategies_that_are_best_in_kuhns_poker(kuhn):
    bluffing, _, value = kuhn.choices[""].average()[1]
    assert 0 <= bluffing <= 1 / 3 + 0.02
    assert value == pytest.approx(3 * bluffing, abs=0.06)
    folding = kuhn.choices["r"].average()[0]
    assert (folding[JACK], folding[QUEEN], folding[KING]) == pytest.approx((1, 2 / 3, 0), abs=0.03)


def test_who_knows_nothing_yet_can_be_exploited_in_kuhns_poker_as_counted_by_hand():
    # Against coins a king bets, a jack bets into nothing, and each call of a bet is worth it.
    assert exploitability(Kuhn()) == pytest.approx(11 / 24, abs=1e-12)


def test_what_a_best_response_wins_falls_with_training():
    game, found, done = Draw(small_chances()), [], 0
    for rounds in (1, 4, 12, 36):
        learn(game, rounds - done, after=done)
        done = rounds
        found.append(exploitability(game))
    assert found == sorted(found, reverse=True)
    assert found[-1] < found[0] / 20
    assert found[-1] > 0


def test_what_one_wins_the_other_loses():
    game = Draw(small_chances())
    learn(game, 5)
    assert game.value(Averages(0)) == pytest.approx(-game.value(Averages(1)), abs=1e-6)


@pytest.mark.parametrize("player", [0, 1])
def test_a_best_response_wins_more_than_what_was_learnt(player):
    game = Draw(small_chances())
    learn(game, 3)
    assert game.value(BestResponse(player)) > game.value(Averages(player))


def test_in_each_decision_the_chances_of_all_actions_come_to_one():
    game = Draw(small_chances())
    learn(game, 3)
    for choice in game.choices.values():
        total = choice.average().sum(axis=0)
        assert total == pytest.approx(np.ones(total.shape))
