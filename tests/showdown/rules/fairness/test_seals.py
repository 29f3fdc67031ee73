from random import Random

from msgspec.structs import replace

from showdown.rules.fairness.seals import seal_of
from showdown.rules.fairness.texts import to_text
from tests.showdown.rules.fairness.dealer import Dealer
from tests.showdown.rules.fairness.published import proof_of
from tests.showdown.rules.fairness.test_manipulations import a_hand_with_a_reshuffle
from tests.showdown.rules.fairness.vectors import hands, raw

OTHER = to_text(b"1" * 32)


def test_the_seals_of_the_published_hands_are_found():
    for hand in hands():
        proof = proof_of(next(iter(hand["records_by_viewer"].values())))
        assert seal_of(proof, 0) == raw(hand["seal"])


def test_a_seal_covers_the_hand_before_the_line_up_and_the_root():
    proof = (dealer := Dealer(Random(1))).proof(dealer.lineup[0])
    others = (
        replace(proof, previous=OTHER),
        replace(proof, root=OTHER),
        replace(proof, lineup=proof.lineup[::-1]),
    )
    assert len({seal_of(each, 0) for each in (proof, *others)}) == 4


def test_the_seal_of_a_reshuffle_covers_what_was_opened_before_it():
    dealer, seat = a_hand_with_a_reshuffle()
    proof = dealer.proof(seat)
    silent = replace(
        proof, contributors=tuple(replace(each, opening=None) for each in proof.contributors)
    )
    assert seal_of(silent, 0) == seal_of(proof, 0)
    assert seal_of(silent, 1) != seal_of(proof, 1) or not proof.contributors
