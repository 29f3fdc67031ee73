"""What the configuration says of tables, as the lobby wants it."""

import pytest

from server.config import ConfigError, Settings, TableConfig
from server.setups import house_decider, rank_in_each_game
from showdown import Ruleset
from showdown.bots import HOUSE_BOTS
from showdown.protocol.asking import action_request
from showdown.protocol.messages import Move
from showdown.rules.rank_tables import tables_of
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


def test_no_showdown_at_a_table_of_the_configuration_has_to_make_tables_of_ranks():
    games = tuple(
        TableConfig.model_validate({"name": wild, "sb": 1, "bb": 2, "wild": wild, "jokers": jokers})
        for wild, jokers in (("wild", 2), ("deuces", 0))
    )
    settings = Settings(tables=games)
    tables_of.cache_clear()
    rank_in_each_game(settings)
    made = tables_of.cache_info().misses
    assert made >= len(games)
    for game in games:
        ruleset = game.ruleset()
        ruleset.rank(ruleset.deck[-5:])
    assert tables_of.cache_info().misses == made
