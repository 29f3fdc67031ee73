import pytest

from showdown.protocol.dropping import HANDS, Dropping


def told_of(dropping, *, answered, told, asked=10.0):
    """Whether an opening counts as dropped; times after it was asked for."""
    dropping.begins()
    dropping.asks(asked)
    dropping.opens(7)
    if answered is not None:
        dropping.answers(7, asked + answered)
    return dropping.misses(asked + told)


def test_an_opening_that_the_server_had_in_time_is_dropped_if_it_missed():
    assert told_of(Dropping(), answered=0.02, told=0.5)


@pytest.mark.parametrize(
    ("answered", "told"),
    [
        pytest.param(None, 0.5, id="the ping was never answered"),
        pytest.param(0.3, 0.6, id="the line is slow"),
        pytest.param(0.02, 0.1, id="the question was held up and the window over at once"),
        pytest.param(0.25, 0.4, id="it may just have come too late"),
    ],
)
def test_an_opening_that_may_have_come_too_late_is_not(answered, told):
    assert not told_of(Dropping(), answered=answered, told=told)


def test_an_answer_to_another_ping_says_nothing():
    dropping = Dropping()
    dropping.asks(0.0)
    dropping.opens(8)
    dropping.answers(7, 0.01)
    assert not dropping.misses(0.5)


def test_without_a_clock_nothing_is_dropped():
    dropping = Dropping()
    dropping.asks(None)
    dropping.opens(7)
    dropping.answers(7, None)
    assert not dropping.misses(None)


def test_after_a_new_connection_it_is_not_known_when_the_question_was_sent():
    dropping = Dropping()
    dropping.asks(0.0)
    dropping.opens(7)
    dropping.loses_sight()
    dropping.answers(7, 0.01)
    assert not dropping.misses(0.5)


def test_those_of_the_last_hundred_hands_are_counted():
    dropping = Dropping()
    told_of(dropping, answered=0.02, told=0.5)
    for _ in range(HANDS - 1):
        dropping.begins()
    assert dropping.dropped == 1
    dropping.begins()
    assert dropping.dropped == 0
