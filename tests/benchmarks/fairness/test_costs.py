"""
What the costs of proofs are measured by is whole, honest hands.
"""

import pytest

from benchmarks.fairness.costs import VIEWERS, checked, heard, size
from benchmarks.fairness.serving import frames
from benchmarks.fairness.table import LONG, SEATS, SHORT, ProvenTable, some_hands
from showdown.rules import events as ev


@pytest.mark.parametrize(("kind", "reshuffles"), [(SHORT, 0), (LONG, 1)])
def test_a_reshuffle_is_in_all_hands_of_one_kind_and_in_none_of_the_other(kind, reshuffles):
    for batches in some_hands(kind, 3):
        events = [event for batch in batches for event in batch]
        assert sum(isinstance(event, ev.Reshuffled) for event in events) == reshuffles
        opened = next(event for event in events if isinstance(event, ev.EntropyOpened))
        assert len(opened.openings) == SEATS


def test_without_proofs_the_same_hand_is_not_sealed():
    events = [event for batch in ProvenTable(SHORT, proven=False).play() for event in batch]
    assert not any(isinstance(event, ev.DealSealed) for event in events)
    assert any(isinstance(event, ev.CardsDealt) for event in events)


@pytest.mark.parametrize("proven", [True, False])
def test_a_hand_is_served_to_all_seats_and_opened_where_it_is_proven(proven):
    told = frames(ProvenTable(SHORT, proven=proven))
    assert len(told) % SEATS == 0
    opened = [frame for frame in told if b'"openings"' in frame]
    # Cards that are dealt, drawn and, to all who have not seen them, shown.
    assert (len(opened) > 2 * SEATS) is proven


@pytest.mark.parametrize("kind", [SHORT, LONG])
def test_a_client_checks_each_card_that_it_sees(kind):
    (batches,) = some_hands(kind, 1)
    shown = {event.seat for batch in batches for event in batch if isinstance(event, ev.HandShown)}
    others = len(shown - {VIEWERS[0].hand_seat})
    assert checked(heard(batches)) == 5 + kind.drawn + 5 * others


def test_a_seat_is_sent_no_more_than_is_promised():
    assert all(size(batches) < 2_500 for batches in some_hands(SHORT, 5))
    assert all(size(batches) < 5_200 for batches in some_hands(LONG, 5))
