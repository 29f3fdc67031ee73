"""What a match is made of before it is played."""

import pytest

from showdown import Ruleset
from showdown.arena import Plan, PlanError, Seatings
from showdown.rules.ruleset import Openers, Passout

RULES = Ruleset(sb=1, bb=2)


def plan(*bots, hands=1000, **options):
    return Plan(bots=bots, hands=hands, seed=1, ruleset=RULES, **options)


def test_each_bot_sits_in_each_seat_once_in_a_round():
    three = plan("a", "b", "c")
    assert three.seatings_of_a_table == ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    assert three.hands_per_round == 3


def test_all_seatings_are_all_orders():
    four = plan("a", "b", "c", "d", seatings=Seatings.ALL)
    assert len(set(four.seatings_of_a_table)) == four.orders == 24


def test_more_bots_than_seats_play_in_every_combination():
    seven = plan("a", "b", "c", "d", "e", "f", "g", seats=3)
    assert len(set(seven.lineups)) == seven.tables == 35
    assert seven.hands_per_round == 105
    assert seven.hands_each == 15 * 3
    assert seven.hands_together == 5 * 3


def test_a_match_ends_with_a_whole_round():
    assert plan("a", "b", "c", hands=1000).rounds == 334


def test_every_hand_has_a_deal_of_its_own_unless_deals_are_duplicate():
    alone, duplicate = plan("a", "b", hands=20), plan("a", "b", hands=20, duplicate=True)
    units = list(alone.units())
    deals = [alone.deal_of(each, unit) for each in range(10) for unit in units]
    assert sorted(deals) == list(range(20))
    assert {duplicate.deal_of(7, unit) for unit in units} == {7}


def test_sessions_cover_all_rounds_once():
    match = plan("a", "b", hands=1000, session=150)
    covered = [each for session in range(match.sessions) for each in match.rounds_of(session)]
    assert covered == list(range(500))


def test_in_jackpots_nothing_is_carried_from_hand_to_hand():
    rules = Ruleset(ante=1, min_bet=2, jacks=Openers.JACKS)
    match = Plan(bots=("a", "b"), hands=10, seed=1, ruleset=rules)
    assert match.ruleset.passout is Passout.RETURN
    assert match.bet == 2


@pytest.mark.parametrize(
    ("bots", "options", "sentence"),
    [
        ("a", {}, "A match needs two bots or more, not 1."),
        ("abc", {"seats": 4}, "A table of the arena has 2 to 3 seats here, not 4."),
        ("abcdefgh", {"seats": 7}, "A table of the arena has 2 to 6 seats here, not 7."),
        ("ab", {"hands": 0}, "A match has at least one hand, not 0."),
        ("ab", {"session": 0}, "A session has at least one round, not 0."),
        ("ab", {"seed": -1}, "A seed is from 0 to"),
        ("ab", {"stack": -5}, "The stack is -5; it must be a positive multiple of 1."),
        ("abcdefgh", {"hands": 100}, "A round of these 8 bots at tables of 6 has 168 hands"),
    ],
)
def test_a_match_that_cannot_be_played_is_refused_in_a_sentence(bots, options, sentence):
    options = {"hands": 10, "seed": 1, "ruleset": RULES} | options
    with pytest.raises(PlanError) as refused:
        Plan(bots=tuple(bots), **options)
    assert sentence in str(refused.value)
