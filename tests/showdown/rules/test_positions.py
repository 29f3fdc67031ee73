"""
Where button and blinds go from one hand to the next.
"""

import pytest

from showdown import Ruleset
from showdown.rules.positions import Positions, is_between, left_of, next_positions
from showdown.rules.ruleset import ButtonRule
from tests.showdown.rules.sitters import positions, sitters

MOVING = Ruleset(sb=5, bb=10)
DEAD = Ruleset(sb=5, bb=10, button_rule=ButtonRule.DEAD)
ANTES = Ruleset(ante=1, min_bet=2)
DEAD_ANTES = Ruleset(ante=1, min_bet=2, button_rule=ButtonRule.DEAD)


def moved(rules, seats, last, drawn=9):
    return next_positions(rules, sitters(seats), positions(last), drawn)


@pytest.mark.parametrize(
    ("seats", "last", "then"),
    [
        ("1 2 3 4", "1/2/3", "2/3/4"),
        ("1 2 3 4", "4/1/2", "1/2/3"),
        ("1 3 4", "1/2/3", "3/4/1"),  # the small blind has left: the button skips him
        ("2 5 6", "3/5/6", "5/6/2"),  # the button has left
        ("1 2 4 5", "1/2/3", "2/4/5"),  # the big blind has left and is not small blind
        ("1 2x 3 4", "1/2/3", "3/4/1"),  # who sits out has no button
        ("1 2b 3 4", "1/3/4", "3/4/1"),  # neither has who owes a blind
        ("1 2 3 4b 5", "1/2/3", "2/3/4"),  # but he can be the big blind
        ("1 2 4", "1/1/4", "2/4/1"),  # heads-up before
    ],
)
def test_the_button_moves_to_the_next_clean_player(seats, last, then):
    assert moved(MOVING, seats, last) == positions(then)


@pytest.mark.parametrize(
    ("seats", "last", "then"),
    [
        ("1 2", "1/2/3", "2/2/1"),
        ("1 3", "1/2/3", "3/3/1"),
        ("2 3", "1/2/3", "3/3/2"),
        ("1 4", "1/1/4", "4/4/1"),
        ("1 4", "4/4/1", "1/1/4"),
    ],
)
@pytest.mark.parametrize("rules", [MOVING, DEAD], ids=["moving", "dead"])
def test_of_two_players_the_last_big_blind_has_the_button(rules, seats, last, then):
    if rules is MOVING or positions(last).big_blind in {each.seat for each in sitters(seats)}:
        assert moved(rules, seats, last) == positions(then)


@pytest.mark.parametrize(
    ("seats", "last", "then"),
    [
        ("1 4 2b", "1/1/4", "4/1/2"),  # the third player is the next big blind at once
        ("2 3b 5", "1/2/5", "5/2/3"),  # the last big blind has the button, or he would post again
        ("1 3b 4", "1/1/4", "4/1/3"),
        ("1 4 5b", "1/1/4", "4/4/1"),  # he sits left of the button and waits for one hand
        ("1 4 5b", "4/4/1", "1/4/5"),
    ],
)
def test_a_third_player_beside_two_clean_ones_waits_one_hand_at_most(seats, last, then):
    assert moved(MOVING, seats, last) == positions(then)


@pytest.mark.parametrize(
    ("seats", "last", "then"),
    [
        ("1 2 3 4", "1/2/3", "2/3/4"),
        ("1 3 4", "1/2/3", "2/3/4"),  # the button is where nobody sits
        ("1 2 4 5", "1/2/3", "2/(3)/4"),  # nobody posts the small blind
        ("1 2 3x 4 5", "1/2/3", "2/(3)/4"),
        ("1 2 3b 4 5", "1/2/3", "2/(3)/4"),  # a newcomer has the seat
        ("1 2 4 5", "2/(3)/4", "3/4/5"),  # then the button is on the seat that did not post
        ("1 2 3 4b", "1/2/3", "2/3/4"),
        ("1 4", "1/2/3", "1/1/4"),  # two are left: the other has the button
        ("1 3 2b", "1/1/3", "3/3/1"),  # heads-up: nobody else is dealt in
        ("1 3 2b", "3/3/1", "3/1/2"),
    ],
)
def test_with_a_dead_button_the_big_blind_moves_on_and_the_others_follow(seats, last, then):
    assert moved(DEAD, seats, last) == positions(then)


def test_a_dead_button_that_would_be_on_the_big_blind_moves_as_usual():
    # No play leads here: the last small blind is the next big blind, and three are clean.
    assert moved(DEAD, "2 3 4", "3/2/4") == positions("4/2/3")


@pytest.mark.parametrize("rules", [MOVING, DEAD], ids=["moving", "dead"])
@pytest.mark.parametrize(
    ("seats", "last", "then"),
    [
        ("3 4b 5b", "1/2/3", "3/4/5"),
        ("3b 4b", "1/2/3", "3/3/4"),
        ("1b 3 4sx", "1/2/3", "3/3/1"),
    ],
)
def test_in_a_new_game_the_last_big_blind_has_the_button(rules, seats, last, then):
    assert moved(rules, seats, last) == positions(then)


@pytest.mark.parametrize("rules", [MOVING, DEAD], ids=["moving", "dead"])
def test_in_a_new_game_the_button_is_drawn_if_the_last_big_blind_is_not_there(rules):
    assert moved(rules, "1b 2b 4b", "1/2/3", drawn=2) == positions("2/4/1")
    assert moved(rules, "1b 2b 3x", "1/2/3", drawn=2) == positions("2/2/1")
    left = Positions(button=1, small_blind=2, big_blind=3, big_left=True)
    new = next_positions(rules, sitters("1b 2b 3b"), left, drawn=2)
    assert new == positions("2/3/1")


@pytest.mark.parametrize(
    ("seats", "drawn", "then"),
    [("1b 2b 5b", 2, "2/5/1"), ("1b 2b 5b", 5, "5/1/2"), ("3b 4b", 4, "4/4/3")],
)
@pytest.mark.parametrize("rules", [MOVING, DEAD], ids=["moving", "dead"])
def test_the_first_button_of_a_table_is_the_one_that_was_drawn(rules, seats, drawn, then):
    assert next_positions(rules, sitters(seats), None, drawn) == positions(then)


@pytest.mark.parametrize("rules", [ANTES, DEAD_ANTES], ids=["moving", "dead"])
def test_without_blinds_the_button_goes_to_the_next_player_under_either_rule(rules):
    last = Positions(button=2)
    assert next_positions(rules, sitters("1 2 4"), last, drawn=1) == Positions(button=4)
    assert next_positions(rules, sitters("1 2"), last, drawn=2) == Positions(button=1)
    assert next_positions(rules, sitters("1 3x 4"), last, drawn=1) == Positions(button=4)
    assert next_positions(rules, sitters("1 2 4"), None, drawn=2) == Positions(button=2)


@pytest.mark.parametrize("rules", [MOVING, DEAD], ids=["moving", "dead"])
@pytest.mark.parametrize("players", range(2, 9))
def test_while_nobody_comes_or_goes_everybody_posts_in_turn(rules, players):
    ready = list(range(1, players + 1))
    seats = " ".join(map(str, ready))
    now = next_positions(rules, sitters(seats), None, drawn=1)
    posted = []
    for _ in range(3 * players):
        before, now = now, next_positions(rules, sitters(seats), now, drawn=1)
        posted.append(now.big_blind or 0)
        assert now.button != before.button
        assert now.big_blind not in (before.big_blind, now.small_blind)
        assert now.heads_up == (players == 2)
        assert not now.dead_small
    assert sorted(posted) == sorted(3 * ready)


def test_between_two_seats_is_clockwise_and_without_them():
    assert [seat for seat in range(1, 7) if is_between(seat, 2, 5)] == [3, 4]
    assert [seat for seat in range(1, 7) if is_between(seat, 5, 2)] == [1, 6]
    assert not any(is_between(seat, 3, 3) for seat in range(1, 7))
    assert [left_of([2, 5], seat) for seat in (1, 2, 3, 5, 6)] == [2, 5, 5, 2, 2]
