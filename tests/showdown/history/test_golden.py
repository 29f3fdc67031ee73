"""
Nine real hands, kept as facts and as records: they are read, played and paid as ever.
"""

import pytest

from showdown import Game
from showdown.history import check, results, to_json
from showdown.history.facts import Moved, Mucked, Returned
from showdown.history.reconstruct import to_record
from tests.showdown.history.golden import (
    CHOSEN,
    RECORDS,
    golden_facts,
    golden_records,
    real_facts,
)
from tests.showdown.history.hands import real

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
}
"""What each seat won or lost, added up from the texts without the engine."""


@pytest.mark.parametrize("facts", golden_facts(), ids=lambda facts: CHOSEN[facts.hand])
def test_a_real_hand_reconciles_from_its_facts(facts):
    found = check(facts)
    assert found.ok, found.sentence
    assert found.notes == ()


@pytest.mark.parametrize("record", golden_records(), ids=lambda record: CHOSEN[record.hand])
def test_a_real_hand_reconciles_from_its_record(record):
    found = check(record)
    assert found.ok, found.sentence
    assert {result.seat: result.net for result in results(record)} == NET[record.hand]


def test_the_same_facts_make_the_same_record_as_ever():
    assert [to_record(facts) for facts in golden_facts()] == golden_records()


def test_the_same_record_is_written_as_ever():
    lines = RECORDS.read_text(encoding="utf-8").splitlines()
    assert [to_json(record) for record in golden_records()] == lines


def test_the_golden_hands_are_of_every_kind():
    every = golden_facts()
    steps = [step for facts in every for step in facts.steps]
    assert {facts.hand for facts in every} == CHOSEN.keys() == NET.keys()
    # The site deals no spread-limit.
    assert {facts.game for facts in every} == set(Game) - {Game.SPREAD_LIMIT}
    assert {len(facts.places) for facts in every} >= {2, 3, 5, 6}
    assert any(isinstance(step, Mucked) for step in steps)
    assert any(isinstance(step, Returned) for step in steps)
    assert any(isinstance(step, Moved) and step.all_in for step in steps)
    assert any(facts.rake % 5 for facts in every)


@real
def test_the_texts_say_what_the_facts_say():
    assert real_facts() == golden_facts()
