"""
The options of a table: their defaults, and what is refused.
"""

from decimal import Decimal
from typing import Any

import msgspec
import pytest

from showdown import AnteType, Game, Ruleset, RulesetError
from showdown.rules.ruleset import (
    LARGEST,
    ButtonRule,
    CarryEntry,
    DrawMode,
    Openers,
    Passout,
    ProveOpeners,
    ReshuffleMode,
    Second,
    ShortBlind,
    make_ruleset,
)
from showdown.rules.wild import Wild


def test_what_is_not_given_has_its_default():
    rules = Ruleset(sb=5, bb=10)
    assert (rules.game, rules.ante, rules.unit, rules.cap, rules.max_seats) == ("NL", 0, 1, 3, 6)
    assert (rules.tabled, rules.uncap_hu, rules.pl_short) == (True, False, "full")
    assert (rules.rake, rules.rake_cap) == (Decimal(0), 0)
    assert (rules.act_time, rules.draw_time, rules.time_bank) == (20, 20, 60)
    assert (rules.disconnect_grace, rules.hand_pause) == (30, 3)
    assert (rules.wild, rules.jokers, rules.double_ace) == ("none", 0, False)
    assert (rules.max_draw, rules.ace4, rules.draw_mode, rules.burn) == (5, False, "in_turn", False)
    assert (rules.reshuffle, rules.button_rule) == ("merge", "moving")
    assert (rules.jacks, rules.second, rules.natural_beats_wild) == (None, "left", False)
    assert (rules.auto_muck, rules.history_shows_mucked, rules.rejoin_minutes) == (True, False, 120)


def test_jackpots_carry_their_pot_and_let_the_opener_begin_unless_they_say_otherwise():
    rules = Ruleset(ante=1, min_bet=2, jacks=Openers.JACKS)
    assert (rules.second, rules.passout, rules.passout_limit) == ("opener", "carry", 3)
    assert (rules.carry_entry, rules.prove_openers) == ("wait", "when_winning")
    assert not rules.progressive
    assert Ruleset(ante=1, min_bet=2, jacks=Openers.JACKS, second=Second.LEFT).second == "left"


@pytest.mark.parametrize(
    ("wild", "given", "jokers"),
    [
        (Wild.NONE, None, 0),
        (Wild.BUG, None, 1),
        (Wild.WILD, None, 1),
        (Wild.WILD, 2, 2),
        (Wild.DEUCES, None, 0),
        (Wild.DEUCES, 1, 1),
        (Wild.DEUCES, 2, 2),
    ],
)
def test_a_deck_has_the_jokers_that_its_wild_cards_need(wild, given, jokers):
    rules = Ruleset(sb=5, bb=10, wild=wild, jokers=given)
    assert rules.jokers == jokers
    assert len(rules.deck) == 52 + jokers


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


SPREAD = {"game": "SL", "sb": 1, "bb": 2, "spread_min": 2, "spread_max": 10}


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({}, "no blinds and no ante"),
        ({"sb": 5, "bb": 10, "jacks": "J"}, "jackpots are played with antes only, without blinds"),
        ({"ante": 1, "min_bet": 2, "jacks": "T"}, "jacks is 'T'; it is one of J, Q, K, A"),
        ({"sb": 5, "bb": 10, "wild": "bug", "jokers": 2}, "wild=bug goes with one joker, not with"),
        ({"sb": 5, "bb": 10, "wild": "bug", "jokers": 0}, "wild=bug goes with one joker, not with"),
        ({"sb": 5, "bb": 10, "wild": "wild", "jokers": 0}, "goes with one or two jokers, not with"),
        ({"sb": 5, "bb": 10, "wild": "wild", "jokers": 3}, "goes with one or two jokers, not with"),
        ({"sb": 5, "bb": 10, "jokers": 1}, "wild=none goes with no jokers, not with 1"),
        ({"sb": 5, "bb": 10, "wild": "deuces", "jokers": 3}, "at most two jokers, not with 3"),
        ({"sb": 5, "bb": 10, "wild": "suicide_king"}, "wild is 'suicide_king'; it is one of none"),
        ({**SPREAD, "spread_min": 0}, "0 < spread_min <= spread_max, not 0 and 10"),
        ({**SPREAD, "spread_min": 12}, "0 < spread_min <= spread_max, not 12 and 10"),
        ({**SPREAD, "spread_max": 0}, "0 < spread_min <= spread_max, not 2 and 0"),
        ({**SPREAD, "bb": 4}, "min_bet 2 is below the big blind 4"),
        ({**SPREAD, "min_bet": 4}, "in spread-limit min_bet is spread_min, 2, not 4"),
        ({**SPREAD, "game": "NL"}, "spread_min and spread_max belong to spread-limit, not to NL"),
        ({"sb": 5, "bb": 10, "max_draw": 6}, "max_draw is 6; it is from 0 to 5"),
        ({"sb": 5, "bb": 10, "ace4": True}, "ace4 goes with max_draw 3, not with 5"),
        ({"sb": 5, "bb": 10, "passout_limit": 0}, "passout_limit is 0; it is at least 1"),
        ({"sb": 5, "bb": 10, "rejoin_minutes": -1}, "rejoin_minutes is -1; it is from 0"),
        ({"sb": 5, "bb": 10, "draw_mode": "blind"}, "draw_mode is 'blind'; it is one of in_turn"),
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
        ({"sb": 5, "bb": 10, "game": "XL"}, "game is 'XL'; it is one of NL, PL, FL, SL"),
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
        Ruleset(game=Game.SPREAD_LIMIT, ante=1, spread_min=2, spread_max=10, wild=Wild.WILD),
        Ruleset(ante=1, min_bet=2, jacks=Openers.KINGS, second=Second.LEFT, progressive=True),
    ],
)
def test_what_is_written_is_read_back(rules):
    assert msgspec.json.decode(msgspec.json.encode(rules), type=Ruleset) == rules


CHOICES: dict[str, dict[str, Any]] = {
    "NL 5/10": {
        "game": Game.POT_LIMIT,
        "ante_type": AnteType.BIG_BLIND,
        "pl_short": ShortBlind.ACTUAL,
        "wild": Wild.DEUCES,
        "draw_mode": DrawMode.SIMULTANEOUS,
        "reshuffle": ReshuffleMode.STUB_FIRST,
        "second": Second.OPENER,
        "button_rule": ButtonRule.DEAD,
    },
    "jackpots": {
        "jacks": Openers.QUEENS,
        "passout": Passout.REDEAL,
        "carry_entry": CarryEntry.MATCH,
        "prove_openers": ProveOpeners.NEVER,
    },
}
STAKES: dict[str, dict[str, Any]] = {
    "NL 5/10": {"sb": 5, "bb": 10, "ante": 10},
    "jackpots": {"ante": 1, "min_bet": 2},
}


@pytest.mark.parametrize("table", CHOICES)
def test_a_choice_may_be_given_by_its_letters(table):
    letters: dict[str, Any] = {name: str(choice) for name, choice in CHOICES[table].items()}
    for name, choice in CHOICES[table].items():
        assert getattr(Ruleset(**STAKES[table], **letters), name) is choice


def test_options_are_made_from_names_and_texts():
    assert make_ruleset({"sb": "5", "bb": "10", "rake": "0.05", "tabled": "False"}) == Ruleset(
        sb=5, bb=10, rake=Decimal("0.05"), tabled=False
    )


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"sb": 5, "bb": 10, "straddle": 20}, "There is no option 'straddle'"),
        ({"sb": 5, "bb": 10, "gmae": "NL"}, "There is no option 'gmae' (is 'game' meant?);"),
        ({"sb": 5, "bb": "ten"}, "bb is 'ten'; it is a whole number."),
        ({"sb": 5, "bb": 10.5}, "bb is 10.5; it is a whole number."),
        ({"sb": 5, "bb": 10, "game": "XL"}, "game is 'XL'; it is one of NL, PL, FL, SL."),
        ({"sb": 5, "bb": 10, "jacks": "Z"}, "jacks is 'Z'; it is one of J, "),
        ({"sb": 5, "bb": 10, "on_abort": "x"}, "on_abort is 'x'; it is one of resume, "),
        ({"sb": 5, "bb": 10, "tabled": "maybe"}, "tabled is 'maybe'; it is true or false."),
        ({"sb": 5, "bb": 10, "rake": "much"}, "rake is 'much'; it is a part of 1, as 0.05 is."),
        ({"sb": 5, "bb": 10, "act_time": "long"}, "act_time is 'long'; it is a number."),
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
