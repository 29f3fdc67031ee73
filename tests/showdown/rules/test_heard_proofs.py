import pytest

from showdown.rules import events as ev
from showdown.rules.fairness.checking import check
from showdown.rules.heard_proofs import HeardProof
from showdown.rules.proofs import HandProofs
from showdown.rules.view import SPECTATOR, Viewer, project_all
from tests.showdown.rules.more_proven import news
from tests.showdown.rules.proven_table import ProvenTable


def same(heard, told):
    """Whether two proofs say the same; cards may have come in another order."""
    assert same_ones(heard.view.cards, told.view.cards)
    assert same_ones(heard.view.receipts, told.view.receipts)
    assert set(heard.view.discards) == set(told.view.discards)
    assert parts_of(heard) == parts_of(told)


def same_ones(some, others):
    return len(some) == len(others) and set(some) == set(others)


def parts_of(proof):
    return proof.contributors, proof.reshuffles, proof.draws, proof.folded, proof.view.nodes


def batches_of_the_hand(table):
    for batch in table.batches:
        events = [event for event in batch if isinstance(event, ev.HandEvent)]
        if events:
            yield events


@pytest.mark.soak(slice=15)
def test_what_a_viewer_hears_adds_up_to_the_proof_of_the_hand(rounds):
    for rng in rounds:
        table = ProvenTable(rng)
        events = table.play()
        seats = [dealt.seat for dealt in events[0].lineup]
        for viewer in (SPECTATOR, *(Viewer(hand_seat=seat) for seat in seats)):
            proofs, heard, before = HandProofs(events[0]), HeardProof(), None
            for batch in batches_of_the_hand(table):
                proofs.follow(batch)
                heard.follow(project_all(batch, viewer), viewer.hand_seat)
                told = proofs.proof(viewer)
                if heard.take(news(before, told)):
                    check(told)
                before = told
                same(heard.proof, told)


@pytest.mark.soak(slice=10)
def test_who_comes_later_is_told_all_and_hears_the_rest(rounds):
    for rng in rounds:
        table = ProvenTable(rng)
        events = table.play()
        proofs = HandProofs(events[0])
        batches = list(batches_of_the_hand(table))
        late = rng.randrange(1, len(batches) + 1)
        for batch in batches[:late]:
            proofs.follow(batch)
        viewer = Viewer(hand_seat=rng.choice([dealt.seat for dealt in events[0].lineup]))
        before = proofs.proof(viewer)
        heard = HeardProof(before)
        for batch in batches[late:]:
            proofs.follow(batch)
            heard.follow(project_all(batch, viewer), viewer.hand_seat)
            told = proofs.proof(viewer)
            heard.take(news(before, told))
            before = told
            same(heard.proof, told)
        # A server may not know what a snapshot has brought, and tell it again.
        heard.take(news(None, before))
        same(heard.proof, before)


def test_a_hand_that_is_not_proven_is_none():
    heard = HeardProof()
    heard.follow((), None)
    assert heard.proof is None
