"""
The odds that are timed are those of all 32 discards, and what they are measured by is every hand.
"""

import pytest

from benchmarks.rules import odds as contest
from showdown import odds


@pytest.fixture
def asked(monkeypatch) -> list:
    hands = []

    def recorded(hand):
        hands.append(hand)
        return odds(hand)

    monkeypatch.setattr(contest, "odds", recorded)
    return hands


def test_each_run_is_of_another_hand(asked):
    runner = contest.ours()
    asked.clear()
    runner.work(5)
    assert len(asked) == len(set(asked)) == 5


def test_without_numpy_the_same_odds_come_out():
    contest.without_numpy().work(2)


def test_the_peer_ranks_every_hand_there_is():
    contest.every_hand().work(1)
