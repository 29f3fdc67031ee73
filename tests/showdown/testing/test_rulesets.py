"""
Rulesets by chance: every value of every option comes up, and plain ones are plain.
"""

from collections import Counter
from enum import StrEnum
from random import Random

import msgspec
import pytest

from showdown import Game, Ruleset
from showdown.rules.ruleset import (
    AnteType,
    ButtonRule,
    CarryEntry,
    DrawMode,
    Openers,
    Passout,
    ProveOpeners,
    ReshuffleMode,
    Second,
    ShortBlind,
)
from showdown.rules.wild import Wild
from showdown.testing.rulesets import any_ruleset, plain_ruleset

RULESETS = [any_ruleset(Random(seed)) for seed in range(600)]
PLAIN = [plain_ruleset(Random(seed)) for seed in range(300)]

CHOICES: dict[str, type[StrEnum]] = {
    "game": Game,
    "ante_type": AnteType,
    "pl_short": ShortBlind,
    "wild": Wild,
    "draw_mode": DrawMode,
    "reshuffle": ReshuffleMode,
    "jacks": Openers,
    "passout": Passout,
    "carry_entry": CarryEntry,
    "prove_openers": ProveOpeners,
    "second": Second,
    "button_rule": ButtonRule,
}
SWITCHES = [
    field.name for field in msgspec.structs.fields(Ruleset) if isinstance(field.default, bool)
]


def test_a_seed_is_a_ruleset():
    assert any_ruleset(Random(7)) == RULESETS[7]
    assert any_ruleset(Random(8)) != RULESETS[7]


@pytest.mark.parametrize("name", CHOICES)
def test_every_choice_comes_up(name):
    found = Counter(getattr(rules, name) for rules in RULESETS)
    assert found.keys() - {None} == set(CHOICES[name])
    assert min(found.values()) >= 10


@pytest.mark.parametrize("name", SWITCHES)
def test_every_switch_is_on_and_off(name):
    found = Counter(getattr(rules, name) for rules in RULESETS)
    assert min(found[True], found[False]) > 10


def test_stakes_of_all_kinds_come_up():
    assert {rules.unit for rules in RULESETS} == {1, 5, 25}
    assert {rules.has_blinds for rules in RULESETS} == {True, False}
    assert any(rules.has_blinds and not rules.sb for rules in RULESETS)
    assert any(rules.has_blinds and rules.ante for rules in RULESETS)
    assert any(0 < rules.spread_min == rules.spread_max for rules in RULESETS)


def test_decks_of_all_kinds_come_up():
    found = {(rules.wild, rules.jokers) for rules in RULESETS}
    assert found == {
        (Wild.NONE, 0), (Wild.BUG, 1), (Wild.WILD, 1), (Wild.WILD, 2),
        (Wild.DEUCES, 0), (Wild.DEUCES, 1), (Wild.DEUCES, 2),
    }  # fmt: skip
    assert {rules.max_draw for rules in RULESETS} == set(range(6))


def test_plain_tables_have_nothing_that_is_rare():
    for rules in PLAIN:
        assert (rules.wild, rules.jacks, rules.max_draw) == (Wild.NONE, None, 5)
        assert (rules.draw_mode, rules.burn, rules.reshuffle) == ("in_turn", False, "merge")
    assert {rules.game for rules in PLAIN} == set(Game)
