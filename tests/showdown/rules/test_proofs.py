from random import Random

import pytest

from showdown import Ruleset
from showdown.rules import events as ev
from showdown.rules.fairness.checking import check
from showdown.rules.fairness.record import Proof
from showdown.rules.hand import replay
from showdown.rules.proofs import HandProofs, Told, proof_of
from showdown.rules.seen import Hidden
from showdown.rules.view import SPECTATOR, Viewer, project
from tests.showdown.rules.more_proven import news
from tests.showdown.rules.proven_table import ProvenTable


def proofs_of(events):
    proofs = HandProofs(events[0])
    proofs.follow(events)
    return proofs


def viewers(events):
    return [SPECTATOR, *(Viewer(hand_seat=dealt.seat) for dealt in events[0].lineup)]


def cards_seen(events, viewer):
    """What the one projection lets a viewer see, as seats and cards."""
    seen = set()
    for event in events:
        told = project(event, viewer)
        match event:
            case ev.CardsDealt():
                seen |= {(hand.seat, card) for hand in told.hands for card in hand.cards or ()}
            case ev.CardsDrawn() | ev.HandShown() | ev.OpenersShown():
                seen |= {(event.seat, card) for card in told.cards or ()}
            case _:
                pass
    return seen


@pytest.mark.soak(slice=25)
def test_every_card_that_a_viewer_sees_is_proven_to_him_and_no_other(rounds):
    for rng in rounds:
        table = ProvenTable(rng)
        for _ in range(3):
            events = table.play()
            if events is None:
                break
            proofs = proofs_of(events)
            for viewer in viewers(events):
                proof = proofs.proof(viewer)
                check(proof)
                opened = {(each.seat, each.card) for each in proof.view.cards}
                assert opened == cards_seen(events, viewer)


@pytest.mark.soak(slice=15)
def test_a_proof_holds_at_every_moment_of_a_hand(rounds):
    for rng in rounds:
        table = ProvenTable(rng)
        events = table.play()
        proofs = HandProofs(events[0])
        for batch in table.batches:
            proofs.follow(event for event in batch if event in events)
            for viewer in viewers(events) if proofs.are_there else ():
                proof = proofs.proof(viewer)
                if proof.view.cards:
                    check(proof)


@pytest.mark.soak(slice=12)
def test_hands_that_follow_one_another_are_chained_by_their_heads(rounds):
    for rng in rounds:
        table = ProvenTable(rng)
        head = None
        while table.hands < 4 and (events := table.play()) is not None:
            proof = proofs_of(events).proof()
            assert head is None or proof.previous == head
            head = check_head(proof, events)
            assert table.state.seating.head == head


def check_head(proof, events):
    """The head of a hand, also of one that ended before its cards were checked."""
    return check(proof).head


def test_the_hands_of_these_tests_are_of_each_kind():
    kinds: set[object] = set()
    for seed in range(60):
        events = ProvenTable(Random(seed)).play()
        kinds |= {type(event) for event in events}
        kinds |= {"missed" for e in events if isinstance(e, ev.EntropyOpened) and e.missed}
    wanted = {ev.PoolSealed, ev.PoolUnused, ev.Reshuffled, ev.HandShown, ev.HandMucked, "missed"}
    assert wanted <= kinds


def test_a_hand_that_is_proven_replays_from_its_events():
    table = ProvenTable(Random(4))
    events = table.play()
    assert replay(events).stacks == table.hand.stacks


def test_of_a_hand_that_is_not_proven_nothing_is_kept():
    table = ProvenTable(Random(8), players=6, ruleset=Ruleset(sb=1, bb=2, proof=False))
    events: list[ev.HandEvent] = []
    while not any(isinstance(event, ev.Reshuffled) for event in events):
        events = table.play()
    proofs = proofs_of(events)
    assert not proofs.are_there
    assert proof_of(events, SPECTATOR) is None


def test_an_anchor_is_told_to_nobody():
    table = ProvenTable(Random(4))
    anchors = [event for event in table.events if type(event).__name__ == "AnchorSet"]
    assert anchors
    assert {project(event, SPECTATOR) for event in anchors} == {Hidden()}


@pytest.mark.soak(slice=15)
def test_the_news_of_a_viewer_are_what_his_proof_has_more(rounds):
    for rng in rounds:
        table = ProvenTable(rng)
        events = table.play()
        proofs, everybody = HandProofs(events[0]), viewers(events)
        told: dict[Viewer, Told] = {viewer: Told() for viewer in everybody}
        before: dict[Viewer, Proof | None] = dict.fromkeys(everybody)
        for event in events:
            proofs.follow([event])
            for viewer in everybody if proofs.are_there else ():
                proof = proofs.proof(viewer)
                assert proofs.news(viewer, told[viewer]) == news(before[viewer], proof)
                before[viewer] = proof
