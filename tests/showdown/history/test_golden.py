"""
Real hands of every site, kept as facts and as records: they are read, played and paid as ever.
"""

import pytest

from showdown import Game
from showdown.history import check, results, to_json
from showdown.history.facts import Moved, Mucked, Returned
from showdown.history.reconstruct import to_record
from tests.showdown.history.golden import COLLECTIONS, OTHER_SITES, POKERSTARS
from tests.showdown.history.hands import real

CHOSEN = {**POKERSTARS.chosen, **OTHER_SITES.chosen}
FACTS = [facts for each in COLLECTIONS for facts in each.facts()]
RECORDS = [record for each in COLLECTIONS for record in each.records()]
collections = pytest.mark.parametrize("hands", COLLECTIONS, ids=lambda each: each.name)

NET = {
    35838989654: {1: 0, 2: 23, 3: -5, 4: -20, 6: 0},
    35839017616: {1: 0, 2: 0, 3: 15, 4: -5, 6: -10},
    35839052257: {1: 9, 2: -10, 3: 0, 4: 0, 6: 0},
    35839069182: {1: 0, 2: -5, 3: 5, 4: 0, 6: 0},
    35839165896: {1: 0, 2: -5, 3: 50, 4: -50, 6: 0},
    35839278018: {1: -37, 2: 39, 3: 0, 4: 0, 5: 0, 6: -5},
    49900000007: {1: -300, 3: 1010, 4: -800},
    49934100000: {1: 0, 2: 0, 3: 0, 4: 45, 5: -50},
    153148513639: {1: -24000, 4: 23900},
    25319060000: {1: 130, 2: -60, 3: -60, 4: -20, 5: 0},
    25340539000: {2: -10, 3: -50, 4: 55, 6: 0},
    8196211600232: {1: 11, 3: 0, 8: -2, 10: -10},
    8196211600234: {1: -2, 3: -5, 4: 7, 10: 0},
    17442851500250: {1: 275, 4: -200, 8: -100},
    17442851500253: {1: -50, 4: 50},
    2692984519: {2: 0, 3: 375, 5: -400},
    2692985477: {2: -100, 3: -400, 5: 475},
    2692986516: {2: -600, 3: 750, 5: -200},
}
"""What each seat won or lost, added up from the texts without the engine."""


@pytest.mark.parametrize("facts", FACTS, ids=lambda facts: CHOSEN[facts.hand])
def test_a_real_hand_reconciles_from_its_facts(facts):
    found = check(facts)
    assert found.ok, found.sentence
    assert found.notes == ()


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: CHOSEN[record.hand])
def test_a_real_hand_reconciles_from_its_record(record):
    found = check(record)
    assert found.ok, found.sentence
    assert {result.seat: result.net for result in results(record)} == NET[record.hand]


@collections
def test_the_same_facts_make_the_same_record_as_ever(hands):
    assert [to_record(facts) for facts in hands.facts()] == hands.records()


@collections
def test_the_same_record_is_written_as_ever(hands):
    lines = hands.records_file.read_text(encoding="utf-8").splitlines()
    assert [to_json(record) for record in hands.records()] == lines


def test_the_golden_hands_are_of_every_kind():
    every = POKERSTARS.facts()
    steps = [step for facts in every for step in facts.steps]
    # The site deals no spread-limit.
    assert {facts.game for facts in every} == set(Game) - {Game.SPREAD_LIMIT}
    assert {len(facts.places) for facts in every} >= {2, 3, 5, 6}
    assert any(isinstance(step, Mucked) for step in steps)
    assert any(isinstance(step, Returned) for step in steps)
    assert any(isinstance(step, Moved) and step.all_in for step in steps)
    assert any(facts.rake % 5 for facts in every)
    assert {facts.site for facts in FACTS} == {"PokerStars", "Full Tilt", "OnGame", "Boss Media"}


def test_every_golden_hand_is_there_for_something():
    assert {facts.hand for facts in FACTS} == CHOSEN.keys() == NET.keys()


@real
@collections
def test_the_texts_say_what_the_facts_say(hands):
    assert hands.real_facts() == hands.facts()
