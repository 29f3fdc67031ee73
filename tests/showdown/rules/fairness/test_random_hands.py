from random import Random

import pytest

from showdown.rules.fairness.checking import check
from tests.showdown.rules.fairness.dealer import Dealer


@pytest.mark.soak(slice=60)
def test_what_was_dealt_as_promised_is_proven_to_every_viewer(rounds):
    for rng in rounds:
        dealer = Dealer(rng)
        shown = dealer.showers()
        proofs = [dealer.proof(viewer, shown) for viewer in (0, *dealer.lineup)]
        found = [check(proof) for proof in proofs]
        assert [each.cards for each in found] == [len(proof.view.cards) for proof in proofs]
        assert len({each.head for each in found}) == 1


def test_the_hands_of_these_tests_have_reshuffles_of_each_kind():
    reshuffles = [Dealer(Random(seed)).reshuffles for seed in range(100)]
    used = {sum(each.used for each in hand) for hand in reshuffles}
    assert {0, 1, 2} <= used
    assert any(not each.used for hand in reshuffles for each in hand)
