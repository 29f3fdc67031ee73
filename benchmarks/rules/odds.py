"""
Exact odds of all 32 discards, beside ranking every five-card hand once.
"""

from itertools import chain, combinations
from typing import Any

from benchmarks.contest import Contest, Peer, Runner, module
from benchmarks.rules.ranking import hands
from showdown import DECK, Category, odds, rank_many
from showdown.rules.cards import HAND_SIZE
from showdown.rules.census import Census
from showdown.rules.hand_rank import HandRank

ALL_HANDS = 2_598_960


def ours() -> Runner:
    """One hand after the other, once the counts that all hands share are made."""
    assert len(odds(hands()[0])) == 32

    def work(times: int) -> None:
        for hand in _some(times):
            odds(hand)

    return Runner("showdown", work)


def without_numpy() -> Runner:
    """The same with the standard library alone."""
    census = Census(_category, arrays=False)
    for choice in odds(hands()[0]):
        assert census.each_drawn(choice.hand)[choice.kept] == choice.counts

    def work(times: int) -> None:
        for hand in _some(times):
            census.each_drawn(hand)

    return Runner("without numpy", work)


def every_hand() -> Runner:
    """All hands through rank_many."""
    numpy = module("numpy", "numpy")
    numbers = chain.from_iterable(combinations(range(len(DECK)), HAND_SIZE))
    given = numpy.fromiter(numbers, numpy.uint8).reshape(-1, HAND_SIZE)
    assert len(given) == ALL_HANDS
    assert len(numpy.unique(rank_many(given))) == 7462

    def work(times: int) -> None:
        for _ in range(times):
            rank_many(given)

    return Runner("every hand", work)


def _category(value: HandRank) -> Category:
    return value.category


def _some(times: int) -> list[Any]:
    return [hands()[number % len(hands())] for number in range(times)]


ODDS = Contest(
    id="odds",
    title="exact odds of all 32 discards of a hand, numpy",
    unit="runs",
    ours=ours,
    peers=(
        # At most 0.7 of its time.
        Peer("rank_many over all 2.6 M hands", every_hand, budget=1 / 0.7),
        Peer("the same odds without numpy", without_numpy),
    ),
)
