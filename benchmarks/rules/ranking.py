"""
Ranking: one hand at a time, and many at once.

Everybody ranks the same hands, in the form that he likes best, made beforehand. Before a peer is
timed he has to put these hands into the order in which we put them.
"""

import os
import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

from benchmarks.contest import Contest, Peer, Runner, module
from showdown import DECK, Card, best, rank, rank_many

HANDS = 20_000
SIZE, SEVEN = 5, 7
ONE_BUDGET = 3.0 if sys.version_info < (3, 13) else 2.5
"""CPython 3.13 makes the peer faster, and us less so."""


@cache
def hands(size: int = SIZE) -> list[tuple[Card, ...]]:
    """The hands that everybody ranks."""
    rng = random.Random(2024)
    return [tuple(rng.sample(DECK, size)) for _ in range(HANDS)]


def assert_same_order(theirs: Iterable[Any], size: int = SIZE) -> None:
    """
    Check that a peer's values put the hands into our order, upwards or downwards.

    Raises:
        AssertionError: they do not.
    """
    by_ours: dict[int, Any] = {}
    for hand, value in zip(hands(size), theirs, strict=True):
        assert by_ours.setdefault(best(hand), value) == value, f"{hand} is worth {value}"
    order = [by_ours[one] for one in sorted(by_ours)]
    assert order in (sorted(order), sorted(order, reverse=True)), "the order is another"
    assert len(set(order)) == len(order), "some hands tie that should not"


# ---- one at a time -------------------------------------------------------------------------------


def ours_one_by_one() -> Runner:
    """The public call on tuples of cards."""

    def work(times: int) -> None:
        for _ in range(times):
            for hand in hands():
                rank(hand)

    return Runner("showdown", work, HANDS)


def ours_best_of_seven() -> Runner:
    """The best five of seven."""

    def work(times: int) -> None:
        for _ in range(times):
            for hand in hands(SEVEN):
                best(hand)

    return Runner("showdown", work, HANDS)


def _treys(size: int) -> Runner:
    treys = module("treys", "treys")
    evaluate = treys.Evaluator().evaluate
    cards = {card: treys.Card.new(str(card)) for card in DECK}
    board: list[int] = []
    given = [([cards[card] for card in hand], board) for hand in hands(size)]
    assert_same_order((evaluate(*hand) for hand in given), size)

    def work(times: int) -> None:
        for _ in range(times):
            for held, board in given:
                evaluate(held, board)

    return Runner("treys", work, HANDS)


def treys() -> Runner:
    """Pure Python."""
    return _treys(SIZE)


def treys_seven() -> Runner:
    """The same with seven cards."""
    return _treys(SEVEN)


def _with_lists(name: str, size: int) -> Runner:
    library = module(name, name)
    cards = {card: library.Card(str(card)) for card in DECK}
    evaluate = library.evaluate
    given = [[cards[card] for card in hand] for hand in hands(size)]
    assert_same_order(map(evaluate, given), size)

    def work(times: int) -> None:
        for _ in range(times):
            for hand in given:
                evaluate(hand)

    return Runner(name, work, HANDS)


def eval7() -> Runner:
    """A C extension."""
    return _with_lists("eval7", SIZE)


def pkrbot() -> Runner:
    """A C extension."""
    return _with_lists("pkrbot", SIZE)


def phevaluator() -> Runner:
    """A C extension, called with five numbers."""
    evaluate = module("phevaluator.evaluator", "phevaluator").evaluate_5cards
    given = [tuple(card.index for card in hand) for hand in hands()]
    assert_same_order(evaluate(*hand) for hand in given)

    def work(times: int) -> None:
        for _ in range(times):
            for a, b, c, d, e in given:
                evaluate(a, b, c, d, e)

    return Runner("phevaluator", work, HANDS)


ONE = Contest(
    id="rank",
    title="rank(tuple of five cards), one call",
    unit="hands",
    ours=ours_one_by_one,
    peers=(
        Peer("treys", treys, budget=ONE_BUDGET),
        Peer("phevaluator, C", phevaluator),
        Peer("eval7, C", eval7),
        Peer("pkrbot, C", pkrbot),
    ),
)

BEST = Contest(
    id="best",
    title="best(tuple of seven cards), one call",
    unit="hands",
    ours=ours_best_of_seven,
    peers=(Peer("treys", treys_seven),),
)


# ---- many at once --------------------------------------------------------------------------------


def ours_in_lists() -> Runner:
    """A list of tuples of cards, with the standard library."""
    given = hands()

    def work(times: int) -> None:
        for _ in range(times):
            rank_many(given)

    return Runner("showdown", work, HANDS)


def ours_in_arrays() -> Runner:
    """An array of card numbers, with numpy."""
    given = as_array(hands())
    assert_same_order(rank_many(given).tolist())

    def work(times: int) -> None:
        for _ in range(times):
            rank_many(given)

    return Runner("showdown", work, HANDS)


def as_array(many: Iterable[Sequence[Card]]) -> Any:
    """Hands as rows of card numbers."""
    numpy = module("numpy", "numpy")
    return numpy.array([[card.index for card in hand] for hand in many], numpy.uint8)


def pyo3_poker_eval() -> Runner:
    """A Rust extension, the fastest peer in batch."""
    library = module("pyo3_poker_eval", "pyo3-poker-eval")
    with _silence():
        evaluator = library.PokerEval()
    given = {"hands": [[card.index for card in hand] for hand in hands()]}
    assert_same_order(evaluator.rank_five(given))

    def work(times: int) -> None:
        for _ in range(times):
            evaluator.rank_five(given)

    return Runner("pyo3-poker-eval", work, HANDS)


@contextmanager
def _silence() -> Iterator[None]:
    """Keep stdout to ourselves while an extension announces itself there."""
    sys.stdout.flush()
    kept = os.dup(1)
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123 - a device, not a file
        os.dup2(nowhere.fileno(), 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)


LISTS = Contest(
    id="rank-lists",
    title="rank_many(list of tuples of cards), standard library",
    unit="hands",
    ours=ours_in_lists,
    peers=(Peer("pyo3-poker-eval, Rust", pyo3_poker_eval, budget=1.3),),
)

ARRAYS = Contest(
    id="rank-arrays",
    title="rank_many(array of card numbers), numpy",
    unit="hands",
    ours=ours_in_arrays,
    peers=(Peer("pyo3-poker-eval, Rust", pyo3_poker_eval, budget=15),),
)
