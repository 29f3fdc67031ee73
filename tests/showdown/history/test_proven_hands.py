"""Hands whose deals are proven come back from files as they were, and with their proofs."""

from datetime import UTC, datetime
from random import Random

import msgspec
import pytest

from showdown.history import from_ohh, from_phh, to_ohh, to_phh
from showdown.history.json_lines import from_json, to_json
from showdown.history.record import HandRecord
from showdown.history.replaying import play_again
from showdown.rules import events as ev
from showdown.rules.fairness.checking import check
from showdown.rules.fairness.record import Proof
from showdown.rules.proofs import proof_of
from showdown.rules.view import Viewer
from tests.showdown.rules.proven_table import TABLE, ProvenTable

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def records(rng, hands=2):
    table = ProvenTable(rng)
    while table.hands < hands and (events := table.play()) is not None:
        yield HandRecord(table=TABLE, played=NOON, events=tuple(events))


@pytest.mark.soak(slice=15)
def test_a_whole_hand_comes_back_from_each_format(rounds):
    for rng in rounds:
        for record in records(rng):
            assert play_again(record) == []
            assert from_json(to_json(record)) == record
            for write, read in ((to_phh, from_phh), (to_ohh, from_ohh)):
                assert list(read(write(record))) == [record]


def test_a_text_for_one_viewer_has_his_proof_and_not_the_key():
    record = next(iter(records(Random(3))))
    for dealt in record.started.lineup:
        viewer = Viewer(hand_seat=dealt.seat)
        text = to_phh(record, viewer)
        line = next(each for each in text.splitlines() if each.startswith("_proof"))
        proof = msgspec.json.decode(msgspec.json.decode(line.partition("=")[2]), type=Proof)
        assert proof == proof_of(record.events, viewer)
        assert check(proof).cards == len(proof.view.cards)
        assert "_hand_key" not in text


def test_an_opening_that_was_changed_is_noticed_when_the_hand_is_played_again():
    record = next(each for seed in range(9) for each in records(Random(seed)) if opened(each))
    place = next(n for n, event in enumerate(record.events) if isinstance(event, ev.EntropyOpened))
    event = record.events[place]
    first, *others = event.openings
    forged = event.__class__(
        part=event.part,
        openings=(msgspec.structs.replace(first, value=others[0].value), *others),
        missed=event.missed,
    )
    events = (*record.events[:place], forged, *record.events[place + 1 :])
    (difference,) = play_again(msgspec.structs.replace(record, events=events))
    assert "had not committed to" in str(difference)


def opened(record):
    return any(
        isinstance(event, ev.EntropyOpened) and len(event.openings) > 1 for event in record.events
    )
