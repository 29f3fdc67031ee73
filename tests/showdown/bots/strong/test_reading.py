"""How what happened at a table is read as a line of a game that was solved."""

import pytest

from showdown import Game, Ruleset
from showdown.bots.strong.games import FIXED, NO_LIMIT
from showdown.bots.strong.reading import Reading
from showdown.protocol import messages as msg
from showdown.testing.watched import WatchedHand
from tests.showdown.bots.at_a_table import view_of

NO = Ruleset(sb=5, bb=10)
CALL, CHECK, PAT = msg.Call(), msg.Check(), msg.Draw()


def read(*moves, game=NO_LIMIT, rules=NO, stacks=(1000, 1000)):
    hand = WatchedHand(rules, {1: stacks[0], 2: stacks[1]}, button=1)
    for move in moves:
        hand.act(move.by(view_of(hand).seat))
    view = view_of(hand)
    assert view.started is not None
    return Reading(game, view.started, view.history)


def to(amount):
    return msg.Raise(to=amount)


def bet(amount):
    return msg.Bet(to=amount)


def test_in_fixed_limit_each_move_is_a_letter():
    rules = Ruleset(game=Game.FIXED_LIMIT, sb=5, bb=10)
    moves = (CALL, to(20), to(30), CALL, PAT, PAT, CHECK, bet(20), to(40))
    reading = read(*moves, game=FIXED, rules=rules)
    assert (reading.before, reading.after) == ("crrc", "crr")


def test_a_fifth_bet_is_still_a_raise_where_two_may_raise_without_end():
    rules = Ruleset(game=Game.FIXED_LIMIT, sb=5, bb=10, uncap_hu=True)
    reading = read(to(20), to(30), to(40), to(50), game=FIXED, rules=rules)
    assert reading.before == "rrrr"


@pytest.mark.parametrize(
    ("amount", "line", "size"),
    [
        (20, "r", 0.5),
        (30, "r", 1.0),
        (500, "r", 24.5),
        (510, "a", 25.0),
        (1000, "a", 49.5),
    ],
)
def test_a_raise_of_more_than_half_of_what_is_there_is_one_of_everything(amount, line, size):
    reading = read(to(amount))
    assert reading.before == line
    assert reading.size == pytest.approx(size)
    assert reading.everything == 49.5


def test_a_raise_after_the_last_one_of_the_pot_is_one_of_everything():
    reading = read(to(20), to(30), to(40), to(50))
    assert reading.before == "rrra"


def test_a_bet_after_the_draw_is_measured_by_what_was_put_in_before():
    reading = read(to(30), CALL, PAT, PAT, bet(60))
    assert (reading.before, reading.after) == ("rc", "r")
    assert reading.size == pytest.approx(1.0)


def test_what_is_called_all_in_for_less_counts_for_what_it_is():
    reading = read(to(30), CALL, PAT, PAT, bet(60), to(240), stacks=(1000, 400))
    assert (reading.after, reading.line) == ("rr", "rr")
    assert reading.size == pytest.approx(1.0)


def test_antes_are_in_the_pot():
    reading = read(to(34), rules=Ruleset(sb=5, bb=10, ante=2))
    assert reading.size == pytest.approx(1.0)
