"""
The options of a table: their defaults, and what is refused.
"""

from decimal import Decimal
from typing import Any

import msgspec
import pytest

from showdown import AnteType, Game, Ruleset, RulesetError
from showdown.rules.ruleset import LARGEST, ShortBlind, make_ruleset


def test_what_is_not_given_has_its_default():
    rules = Ruleset(sb=5, bb=10)
    assert (rules.game, rules.ante, rules.unit, rules.cap, rules.max_seats) == ("NL", 0, 1, 3, 6)
    assert (rules.tabled, rules.uncap_hu, rules.pl_short) == (True, False, "full")
    assert (rules.rake, rules.rake_cap) == (Decimal(0), 0)
    assert (rules.act_time, rules.draw_time, rules.time_bank) == (20, 20, 60)
    assert (rules.disconnect_grace, rules.hand_pause) == (30, 3)


def test_the_least_bet_is_the_big_blind_unless_another_is_given():
    assert Ruleset(sb=5, bb=10).min_bet == 10
    assert Ruleset(sb=5, bb=10, min_bet=20).min_bet == 20
    assert Ruleset(ante=1, min_bet=2).min_bet == 2


@pytest.mark.parametrize(
    ("rules", "buy_ins"),
    [
        (Ruleset(sb=5, bb=10), (400, 1000)),
        (Ruleset(ante=1, min_bet=2), (80, 200)),
        (Ruleset(game=Game.POT_LIMIT, sb=25, bb=50), (2000, 5000)),
        (Ruleset(game=Game.FIXED_LIMIT, sb=5, bb=10), (200, LARGEST)),  # ten big bets, no maximum
        (Ruleset(sb=5, bb=10, min_buy=2000), (2000, 2000)),
        (Ruleset(sb=5, bb=10, min_buy=100, max_buy=150), (100, 150)),
    ],
)
def test_buy_ins_follow_from_the_stakes(rules, buy_ins):
    assert (rules.min_buy, rules.max_buy) == buy_ins


@pytest.mark.parametrize(
    ("rules", "chips"),
    [
        (Ruleset(sb=5, bb=10), 1000),
        (Ruleset(ante=1, min_bet=2), 200),
        (Ruleset(game=Game.FIXED_LIMIT, sb=5, bb=10), 400),
        (Ruleset(sb=5, bb=10, max_buy=600), 600),
        (Ruleset(sb=5, bb=10, min_buy=2000), 2000),
    ],
)
def test_who_does_not_say_brings_what_is_usual(rules, chips):
    assert rules.usual_buy == chips


def test_fixed_limit_bets_are_the_big_blind_and_then_twice_that():
    rules = Ruleset(game=Game.FIXED_LIMIT, sb=5, bb=10)
    assert (rules.bet_size(0), rules.bet_size(1)) == (10, 20)
    antes_only = Ruleset(game=Game.FIXED_LIMIT, ante=1, min_bet=4)
    assert (antes_only.bet_size(0), antes_only.bet_size(1)) == (4, 8)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({}, "no blinds and no ante"),
        ({"ante": 1}, "needs min_bet"),
        ({"ante": 1, "min_bet": 2, "ante_type": "big_blind"}, "big blind ante needs blinds"),
        ({"sb": 10, "bb": 5}, "big blind 5 is below the small blind 10"),
        ({"sb": 5, "ante": 1, "min_bet": 5}, "big blind 0 is below the small blind 5"),
        ({"sb": 5, "bb": 10, "min_bet": 8}, "min_bet 8 is below the big blind 10"),
        ({"sb": 5, "bb": 10, "cap": 5}, "cap is 5; it is 3 or 4"),
        ({"sb": 5, "bb": 10, "max_seats": 9}, "max_seats is 9; a deck serves 2 to 8"),
        ({"sb": 5, "bb": 10, "max_seats": 1}, "max_seats is 1"),
        ({"sb": 5, "bb": 10, "rake": Decimal(1)}, "rake is 1"),
        ({"sb": 5, "bb": 10, "rake": Decimal("-0.05")}, "rake is -0.05"),
        ({"sb": 5, "bb": 10, "rake": Decimal("NaN")}, "rake is NaN"),
        ({"sb": 5, "bb": 10, "game": "SL"}, "game is 'SL'; it is one of NL, PL, FL"),
        ({"sb": 5, "bb": 10, "pl_short": "half"}, "pl_short is 'half'; it is one of full, actual"),
        ({"sb": 5, "bb": 10, "unit": 0}, "unit is 0"),
        ({"sb": 5, "bb": 10, "unit": 10}, "sb is 5; it must be a multiple of the unit 10"),
        ({"sb": 5, "bb": 10, "ante": 2, "unit": 5}, "ante is 2; it must be a multiple"),
        ({"sb": 5, "bb": 10, "rake_cap": 3, "unit": 5}, "rake_cap is 3; it must be a multiple"),
        ({"sb": -5, "bb": 10}, "sb is -5; an amount is from 0"),
        ({"sb": 5, "bb": LARGEST + 1}, "an amount is from 0"),
        ({"sb": 5, "bb": 10, "min_buy": 500, "max_buy": 400}, "max_buy 400 is below min_buy 500"),
        ({"sb": 5, "bb": 10, "act_time": -1.0}, "act_time is -1.0; a time is from 0"),
        ({"sb": 5, "bb": 10, "act_time": float("nan")}, "act_time is nan; a time is from 0"),
    ],
)
def test_options_that_contradict_each_other_are_refused(options, sentence):
    with pytest.raises(RulesetError) as refused:
        Ruleset(**options)
    assert sentence in str(refused.value)
    assert refused.value.code == "bad_ruleset"


@pytest.mark.parametrize(
    "rules",
    [
        Ruleset(sb=5, bb=10),
        Ruleset(game=Game.POT_LIMIT, ante=1, min_bet=2, rake=Decimal("0.05"), rake_cap=3),
        Ruleset(sb=5, bb=10, ante=10, ante_type=AnteType.BIG_BLIND, unit=5, act_time=0.5),
    ],
)
def test_what_is_written_is_read_back(rules):
    assert msgspec.json.decode(msgspec.json.encode(rules), type=Ruleset) == rules


def test_a_choice_may_be_given_by_its_letters():
    choices: dict[str, Any] = {"game": "PL", "ante_type": "big_blind", "pl_short": "actual"}
    rules = Ruleset(sb=5, bb=10, ante=10, **choices)
    assert rules.game is Game.POT_LIMIT
    assert rules.ante_type is AnteType.BIG_BLIND
    assert rules.pl_short is ShortBlind.ACTUAL


def test_options_are_made_from_names_and_texts():
    assert make_ruleset({"sb": "5", "bb": "10", "rake": "0.05", "tabled": "False"}) == Ruleset(
        sb=5, bb=10, rake=Decimal("0.05"), tabled=False
    )


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"sb": 5, "bb": 10, "straddle": 20}, "There is no option 'straddle'"),
        ({"sb": 5, "bb": "ten"}, "The options are not valid"),
        ({"sb": 5, "bb": 10.5}, "The options are not valid"),
        ({"sb": 10, "bb": 5}, "big blind 5 is below the small blind 10"),
    ],
)
def test_an_option_that_is_wrong_is_refused_in_a_sentence(options, sentence):
    with pytest.raises(RulesetError) as refused:
        make_ruleset(options)
    assert sentence in str(refused.value)


def test_a_newer_option_does_not_hinder_an_older_reader():
    assert msgspec.json.decode(b'{"sb":5,"bb":10,"straddle":20}', type=Ruleset) == Ruleset(
        sb=5, bb=10
    )
