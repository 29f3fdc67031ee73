"""Coming back: how often, and how it is told."""

import pytest

from client_cli.link import ATTEMPTS, Lost, patience


def test_it_is_tried_for_some_minutes_and_then_given_up():
    pauses = list(patience())
    assert len(pauses) == ATTEMPTS
    assert 120 < sum(pauses) < 600


@pytest.mark.parametrize(("pause", "told"), [(0.4, 1), (1, 1), (12.3, 13)])
def test_a_pause_is_told_in_whole_seconds(pause, told):
    assert Lost("The connection was lost.", pause, again=False).seconds == told
