"""
Whoever ranks beside us ranks the same hands, and puts them into the same order.
"""

import pytest

from benchmarks.rules import ranking
from benchmarks.rules.ranking import HANDS, SEVEN, SIZE, as_array, assert_same_order, hands
from showdown import best, rank, rank_many


def test_the_hands_are_always_the_same_and_of_different_cards():
    for size in (SIZE, SEVEN):
        assert len(hands(size)) == HANDS
        assert {len(set(hand)) for hand in hands(size)} == {size}
        assert hands(size) is hands(size)


def test_our_own_values_pass_upwards_and_downwards():
    values = [rank(hand) for hand in hands()]
    assert_same_order(values)
    assert_same_order([-value for value in values])
    assert_same_order((best(hand) for hand in hands(SEVEN)), SEVEN)
    assert_same_order(rank_many(as_array(hands())).tolist())


@pytest.mark.parametrize(
    ("spoilt", "complaint"),
    [
        (lambda values: [*values[:-1], max(values) + 1], "is worth"),
        (lambda values: [v ^ 1 << 23 for v in values], "the order is another"),
        (lambda values: [v >> 10 for v in values], "some hands tie that should not"),
    ],
    ids=["inconsistent", "disordered", "coarse"],
)
def test_another_order_does_not_pass(spoilt, complaint):
    values = [int(rank(hand)) for hand in hands()]
    with pytest.raises(AssertionError, match=complaint):
        assert_same_order(spoilt(values))


@pytest.mark.parametrize(
    "runner", ["ours_one_by_one", "ours_best_of_seven", "ours_in_lists", "ours_in_arrays"]
)
def test_we_rank_all_of_them(runner):
    ours = getattr(ranking, runner)()
    ours.work(1)
    assert ours.units == HANDS


@pytest.mark.parametrize(
    ("peer", "module"),
    [
        ("treys", "treys"),
        ("treys_seven", "treys"),
        ("eval7", "eval7"),
        ("pkrbot", "pkrbot"),
        ("phevaluator", "phevaluator"),
        ("pyo3_poker_eval", "pyo3_poker_eval"),
    ],
)
def test_a_peer_that_is_installed_ranks_as_we_do(peer, module):
    pytest.importorskip(module)
    getattr(ranking, peer)().work(1)
