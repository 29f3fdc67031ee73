import pytest

from showdown.rules.fairness.checking import ProofFailed, check
from showdown.rules.fairness.texts import to_text
from tests.showdown.rules.fairness.published import proof_of
from tests.showdown.rules.fairness.vectors import hands, raw, vectors

VIEWS = [
    (number, viewer) for number, hand in enumerate(hands()) for viewer in hand["records_by_viewer"]
]


@pytest.mark.parametrize(("number", "viewer"), VIEWS)
def test_a_published_record_holds(number, viewer):
    hand = hands()[number]
    found = check(proof_of(hand["records_by_viewer"][viewer]))
    assert found.head == to_text(raw(hand["head"]))
    assert found.cards == len(hand["records_by_viewer"][viewer]["view"]["cards"])
    assert found.is_random


def test_who_was_silent_is_named():
    assert check(proof_of(hands()[0]["records_by_viewer"]["1"])).missed == (5,)


@pytest.mark.parametrize("given", vectors()["must_fail"], ids=lambda given: given["what"])
def test_a_published_damaged_record_is_refused_with_its_reason(given):
    with pytest.raises(ProofFailed) as refused:
        check(proof_of(given["record"]))
    assert str(refused.value) == given["reason"]
