"""What is done about bets of sizes that the strategy does not know."""

import pytest

from showdown import Ruleset
from showdown import parse_cards as cards
from showdown.bots.strong.answers import answers, nearness
from showdown.bots.strong.buckets import bucket_before
from showdown.bots.strong.games import NO_LIMIT
from showdown.bots.strong.reading import Reading
from showdown.bots.strong.table import FULL, shipped
from showdown.protocol import messages as msg
from showdown.testing.watched import WatchedHand
from tests.showdown.bots.at_a_table import view_of

TABLE = shipped("no_limit")
EIGHTS = TABLE.before[bucket_before(cards("8h 8d Jc 5s 2h"))]


def told(line):
    """What the table says to the big blind with a pair of eights."""
    return [each / FULL for each in TABLE.chances((line, "before"), (EIGHTS,))]


def answers_to_a_raise(amount):
    hand = WatchedHand(Ruleset(sb=5, bb=10), {1: 1000, 2: 1000}, button=1)
    hand.act(msg.Raise(to=amount).by(1))
    view = view_of(hand)
    assert view.started is not None
    reading = Reading(NO_LIMIT, view.started, view.history)
    found = answers(TABLE, (reading.before, "before"), (EIGHTS,), reading)
    assert sum(found.values()) == pytest.approx(1)
    return [found.get(action, 0) for action in "fcra"]


def test_a_bet_that_the_table_knows_is_answered_as_it_says():
    assert answers_to_a_raise(30) == pytest.approx(told("r"))
    assert answers_to_a_raise(1000) == pytest.approx([*told("a"), 0, 0])


def test_to_a_smaller_bet_fewer_hands_fold_and_as_many_raise():
    folds, calls, *raises = told("r")
    kept = nearness(0, 1, 0.5)
    assert kept == pytest.approx(1 / 3)
    wanted = [folds * (1 - kept), calls + folds * kept, *raises]
    assert answers_to_a_raise(20) == pytest.approx(wanted)


def test_a_larger_bet_is_answered_like_both_that_are_nearest():
    near = nearness(1, 49.5, 2.7)
    wanted = [
        near * pot + (1 - near) * everything
        for pot, everything in zip(told("r"), [*told("a"), 0, 0], strict=True)
    ]
    assert answers_to_a_raise(64) == pytest.approx(wanted)


def test_the_larger_a_bet_the_more_fold():
    folds = [answers_to_a_raise(to)[0] for to in (20, 30, 60, 120, 240, 500, 600, 1000)]
    assert folds == sorted(folds)


@pytest.mark.parametrize(("size", "near"), [(1, 1), (2, 7 / 12), (5, 1 / 6), (9, 0), (20, 0)])
def test_a_size_between_is_near_to_both(size, near):
    assert nearness(1, 9, size) == pytest.approx(near)
