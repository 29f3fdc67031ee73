"""A hand as somebody saw it is written for him as the whole record would be."""

from random import Random

import pytest

from showdown.errors import CorruptHistory, Unsayable
from showdown.history.record import PLAY_CHIPS, HandRecord
from showdown.history.seen_hands import seen_by, seen_record
from showdown.history.writers import FORMATS
from showdown.rules import events as ev
from showdown.rules.ruleset import TableId
from showdown.rules.seen import Hidden
from showdown.rules.view import SPECTATOR, Viewer, project_all
from tests.showdown.history.any_records import any_record

WRITTEN = ("phh", "ohh", "pokerstars")


def written(record, viewer, name):
    try:
        return FORMATS[name].write(record, viewer)
    except Unsayable as error:
        return error.sentence


@pytest.mark.soak(slice=60)
def test_it_is_written_as_the_server_writes_it_for_the_same_viewer(rounds):
    for rng in rounds:
        record = in_chips(any_record(rng))
        seats = [dealt.seat for dealt in record.started.lineup]
        shows = record.started.ruleset.history_shows_mucked
        viewer = Viewer(hand_seat=rng.choice(seats), sees_mucked=shows)
        for each in (viewer, SPECTATOR):
            events = project_all(record.events, each)
            seen = seen_record(record.table, record.played, events)
            seer = seen_by(events, each.hand_seat)
            told = tuple(event for event in events if not isinstance(event, Hidden))
            assert project_all(seen.events, seer) == told
            for name in WRITTEN:
                assert written(seen, seer, name) == written(record, each, name)


def in_chips(record: HandRecord) -> HandRecord:
    """A server's hands are played for its own chips."""
    return HandRecord(
        table=record.table, played=record.played, currency=PLAY_CHIPS, events=record.events
    )


def test_cards_that_were_not_seen_are_none_that_were():
    record = any_record(Random(4))
    seat = record.started.lineup[0].seat
    viewer = Viewer(hand_seat=seat)
    seen = seen_record(record.table, None, project_all(record.events, viewer))
    (dealt,) = (event for event in seen.events if isinstance(event, ev.CardsDealt))
    (own,) = (each.cards for each in dealt.hands if each.seat == seat)
    others = [card for each in dealt.hands if each.seat != seat for card in each.cards]
    assert not set(own) & set(others)


def test_events_without_a_hand_are_refused():
    with pytest.raises(CorruptHistory, match="no hand"):
        seen_record(TableId("t"), None, ())
