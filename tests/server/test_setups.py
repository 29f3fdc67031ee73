"""What the configuration says of tables, as the lobby wants it."""

import pytest

from server.config import ConfigError
from server.setups import house_decider
from showdown import Ruleset
from showdown.bots import HOUSE_BOTS
from showdown.protocol.asking import action_request
from showdown.protocol.messages import Move
from showdown.testing.watched import WatchedHand


@pytest.mark.parametrize("name", HOUSE_BOTS)
def test_each_bot_of_the_house_answers_at_once_at_a_table(name):
    hand = WatchedHand(Ruleset(sb=5, bb=10), {1: 1000, 2: 1000}, button=1)
    decide = house_decider(name)
    while (request := action_request(hand.state, hand.events)) is not None:
        move = decide(request)
        assert isinstance(move, Move)
        hand.act(move.by(request.seat))


def test_a_name_that_no_bot_has_is_refused_with_those_that_there_are():
    with pytest.raises(ConfigError, match="no house bot 'shark'; there are caller, random, tight"):
        house_decider("shark")
