"""How regret becomes a strategy."""

import numpy as np
import pytest

from showdown.bots.strong.training.regret import Choice, added


def learnt(*values):
    choice = Choice(actions=2, cells=(1,))
    for pair in values:
        now = choice.strategy()
        one, other = (np.array([each]) for each in pair)
        choice.learn([one, other], now[0] * one + now[1] * other)
    return choice.strategy()[:, 0].tolist()


def test_who_regrets_nothing_does_everything_alike():
    assert learnt() == [0.5, 0.5]


def test_what_would_have_been_better_is_done_more():
    assert learnt((3.0, 1.0)) == [1.0, 0.0]


def test_regret_never_falls_below_zero_so_that_a_change_is_answered_at_once():
    assert learnt((3.0, 1.0), (3.0, 1.0), (3.0, 1.0), (0.0, 5.0))[1] > 0.8


def test_later_strategies_weigh_more_in_the_average():
    choice = Choice(actions=2, cells=(1,))
    choice.remember(np.array([[1.0], [0.0]]), weight=1)
    choice.remember(np.array([[0.0], [1.0]]), weight=3)
    assert choice.average()[:, 0].tolist() == [0.25, 0.75]


def test_where_he_never_came_the_average_is_what_he_would_do_now():
    choice = Choice(actions=2, cells=(1,))
    choice.learn([np.array([0.0]), np.array([2.0])], np.array([1.0]))
    assert choice.average()[:, 0].tolist() == [0.0, 1.0]


def test_a_sum_leaves_its_parts_alone():
    parts = np.ones((3, 2))
    assert added(parts).tolist() == [3, 3]
    assert parts == pytest.approx(np.ones((3, 2)))
