"""From what was learnt to bytes and back."""

import pytest

from showdown.bots.strong.table import FULL, Table
from showdown.bots.strong.training.game import Draw
from showdown.bots.strong.training.packing import fingerprint, packed, unpacked
from showdown.bots.strong.training.solving import exploitability, learn
from tests.showdown.bots.strong.training.small import small_chances


def trained(rounds=4):
    game = Draw(small_chances())
    learn(game, rounds)
    return game


def test_the_same_training_gives_the_same_bytes():
    assert packed(trained(), 4) == packed(trained(), 4) != packed(trained(5), 5)


def test_a_table_says_what_it_was_made_of_and_how_good_it_is():
    chances, game = small_chances(), trained()
    header = Table(packed(game, 4)).header
    assert (header.before, header.after, header.rounds) == (chances.before, chances.after, 4)
    assert header.chances == fingerprint(chances) != fingerprint(small_chances(seed=2))
    assert header.exploitability == pytest.approx(exploitability(game), abs=0.01)


def test_a_strategy_is_read_back_to_the_nearest_step():
    game, chances = trained(), small_chances()
    again = unpacked(Table(packed(game, 4)), chances)
    for name, choice in game.choices.items():
        assert again.choices[name].average() == pytest.approx(choice.average(), abs=1 / FULL)
    assert packed(again, 4) == packed(game, 4)
