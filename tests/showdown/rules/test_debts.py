"""
Who is dealt in, who posts, who waits, and what sitting out costs.
"""

import pytest

from showdown import Ruleset
from showdown.rules.debts import Debt, place_blinds
from showdown.rules.events import Post
from showdown.rules.positions import Positions
from showdown.rules.ruleset import ButtonRule
from tests.showdown.rules.sitters import positions, sitters

MOVING = Ruleset(sb=5, bb=10)
DEAD = Ruleset(sb=5, bb=10, button_rule=ButtonRule.DEAD)
ANTES = Ruleset(ante=1, min_bet=2)


def placed(rules, seats, last, **options):
    return place_blinds(rules, sitters(seats), positions(last), drawn=9, **options)


# ---- entering ------------------------------------------------------------------------------------


def test_a_newcomer_between_button_and_big_blind_waits_and_another_is_big_blind():
    hand = placed(MOVING, "1 2b 3 4bp 5 6bp", "1/3/5")
    assert hand.positions == positions("3/5/6")
    assert (hand.dealt_in, hand.waits, hand.posts) == ((5, 6, 1, 3), (2, 4), ())
    assert hand.clears == (6,)


def test_who_asked_to_post_is_dealt_in_and_posts_a_live_big_blind():
    hand = placed(MOVING, "1 2b 3 4bp 5 6bp", "3/5/1")
    assert hand.positions == positions("5/1/2")
    assert hand.posts == (Post(seat=4, live=10),)
    assert (hand.waits, hand.clears) == ((6,), (2, 4))


@pytest.mark.parametrize(
    ("letters", "post"),
    [
        ("bp", Post(seat=4, live=10)),
        ("bsp", Post(seat=4, live=10, dead=5)),
        ("sp", Post(seat=4, dead=5)),
    ],
)
def test_what_is_posted_is_what_is_owed(letters, post):
    hand = placed(MOVING, f"1 2 3 4{letters}", "3/1/2")
    assert hand.positions == positions("1/2/3")
    assert (hand.posts, hand.clears, hand.waits) == ((post,), (4,), ())


def test_who_owes_and_did_not_ask_waits_for_the_big_blind():
    assert placed(MOVING, "1 2 3 4s", "3/1/2").waits == (4,)
    assert placed(MOVING, "1 2 3 4s", "1/2/3").positions == positions("2/3/4")


def test_the_big_blind_pays_for_all_that_he_owes():
    hand = placed(MOVING, "1 2 3bsp", "3/1/2")
    assert hand.positions == positions("1/2/3")
    assert (hand.posts, hand.clears) == ((), (3,))


@pytest.mark.parametrize(
    ("rules", "seats", "last"),
    [(MOVING, "1 4 5bp", "1/1/4"), (DEAD, "1 3 2bp", "1/1/3")],
    ids=["moving", "dead"],
)
def test_heads_up_nobody_posts(rules, seats, last):
    hand = placed(rules, seats, last)
    assert hand.positions.heads_up
    assert (len(hand.dealt_in), len(hand.waits), hand.posts) == (2, 1, ())


def test_posts_go_clockwise_from_the_left_of_the_button():
    hand = placed(MOVING, "1bp 2 3 4 5bp 6sp", "2/3/4")
    assert hand.positions == positions("3/4/5")
    assert [post.seat for post in hand.posts] == [6, 1]


def test_with_a_dead_button_a_newcomer_in_its_seat_waits():
    hand = placed(DEAD, "1 2bp 3 4 5", "1/2/3")
    assert hand.positions == positions("2/3/4")
    assert (hand.dealt_in, hand.waits) == ((3, 4, 5, 1), (2,))


def test_in_a_new_game_everybody_is_dealt_in_and_owes_nothing():
    hand = placed(MOVING, "3 4b 5b 6bx", "1/2/3")
    assert hand.positions == positions("3/4/5")
    assert hand.dealt_in == (4, 5, 3)
    assert (hand.posts, hand.waits, hand.clears) == ((), (), (4, 5))


def test_in_a_new_game_the_last_big_blind_has_the_button_wherever_the_others_sit():
    assert placed(MOVING, "1b 2b 5", "3/4/5").positions == positions("5/1/2")
    assert placed(MOVING, "1b 4b 5", "1/2/4").positions == positions("4/5/1")
    assert place_blinds(MOVING, sitters("1b 2b"), positions("1/2/3"), drawn=2).positions == (
        positions("2/2/1")
    )


def test_the_first_hand_of_a_table_is_a_new_game_whoever_owes():
    hand = place_blinds(MOVING, sitters("1 2 3b"), None, drawn=2)
    assert hand.positions == positions("2/3/1")
    assert hand.dealt_in == (3, 1, 2)


# ---- sitting out ---------------------------------------------------------------------------------


def test_who_sits_out_owes_the_blinds_that_pass_him():
    hand = placed(MOVING, "1 2x 3 4x 5", "5/1/3")
    assert hand.positions == positions("1/3/5")
    assert hand.owes == (Debt(seat=2, sb=True), Debt(seat=4, bb=True, sb=True))
    assert hand.missed == (4,)


def test_on_a_small_blind_seat_that_is_not_posted_he_owes_the_small_blind():
    hand = placed(DEAD, "1 2 3x 4 5", "1/2/3")
    assert hand.positions == positions("2/(3)/4")
    assert hand.owes == (Debt(seat=3, sb=True),)
    assert hand.missed == ()


@pytest.mark.parametrize("letters", ["x", "bx", "sx", "bsx"])
def test_he_owes_a_blind_once_however_often_it_passes(letters):
    hand = placed(MOVING, f"1 2 3 4{letters} 5", "1/2/3")
    new = Debt(seat=4, bb="b" not in letters, sb="s" not in letters)
    assert hand.owes == ((new,) if new.bb or new.sb else ())
    assert hand.missed == (4,)


def test_elsewhere_sitting_out_costs_nothing():
    assert placed(MOVING, "1 2 3 4 5x", "1/2/3").owes == ()
    assert placed(MOVING, "1 2 3 4 2x", "1/2/3").missed == ()


def test_a_small_blind_of_nothing_is_not_owed():
    rules = Ruleset(sb=0, bb=10)
    assert placed(rules, "1 2x 3 4x 5", "5/1/3").owes == (Debt(seat=4, bb=True),)


def test_heads_up_who_sits_between_small_and_big_blind_owes_both():
    hand = placed(MOVING, "1 2x 4 5x", "4/4/1")
    assert hand.positions == positions("1/1/4")
    assert hand.owes == (Debt(seat=2, bb=True, sb=True),)


def test_games_without_blinds_have_no_debts():
    last = Positions(button=1)
    hand = place_blinds(ANTES, sitters("1 2 3x 4bs"), last, drawn=1)
    assert hand.positions == Positions(button=2)
    assert (hand.dealt_in, hand.waits, hand.owes, hand.posts) == ((4, 1, 2), (), (), ())


# ---- after a hand that was given up --------------------------------------------------------------


def test_a_hand_that_was_given_up_is_begun_with_the_same_button_and_blinds():
    again = positions("2/3/4")
    assert placed(MOVING, "1 2 3 4", "1/2/3", again=again).positions == again
    # Whoever has come since does not move them.
    with_newcomers = placed(MOVING, "1 2 3 4 5b 6bp", "1/2/3", again=again)
    assert with_newcomers.positions == again
    assert (with_newcomers.waits, with_newcomers.posts) == ((5,), (Post(seat=6, live=10),))
    without_the_other = placed(MOVING, "2 3 4", "1/2/3", again=again)
    assert without_the_other.positions == again


@pytest.mark.parametrize("seats", ["1 3 4", "1 2 4", "1 2 3", "1 2 3 4x"])
def test_it_is_not_if_one_who_had_them_is_gone(seats):
    afresh = placed(MOVING, seats, "1/2/3")
    assert placed(MOVING, seats, "1/2/3", again=positions("2/3/4")) == afresh


def test_a_drawn_button_stays_after_a_hand_that_was_given_up():
    first = place_blinds(MOVING, sitters("1b 2b 3b"), None, drawn=1, again=positions("2/3/1"))
    assert first.positions == positions("2/3/1")
    antes = place_blinds(ANTES, sitters("1 2 3"), None, drawn=1, again=Positions(button=3))
    assert antes.positions == Positions(button=3)


def test_two_players_have_them_again_only_if_they_are_two_again():
    again = positions("1/1/4")
    assert placed(MOVING, "1 4", "4/4/1", again=again).positions == again
    assert placed(MOVING, "1 4 5b", "4/4/1", again=again).positions == again
    assert placed(MOVING, "1 3 4", "4/4/1", again=again).positions != again
    assert placed(MOVING, "1 3", "2/3/1", again=positions("3/1/2")).positions.heads_up


def test_with_a_dead_button_the_seats_stay_even_if_one_of_them_is_empty():
    again = positions("2/3/4")
    assert placed(DEAD, "1 3 4 5", "1/2/3", again=again).positions == again
    assert placed(DEAD, "1 2 4 5", "1/2/3", again=again).positions == positions("2/(3)/4")
    assert placed(DEAD, "1 2 3 5", "1/2/3", again=again).positions == positions("2/3/5")
