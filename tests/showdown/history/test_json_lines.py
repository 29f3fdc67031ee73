"""
Our own format: one record, one line.
"""

import json
from datetime import UTC, datetime
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showdown import FormatError, decide, replay, start_hand
from showdown.history import HandRecord, from_json, from_json_lines, from_pokerstars, to_json
from showdown.rules.actions import Deal
from showdown.rules.deal import deck_order
from showdown.rules.ruleset import Ruleset, TableId
from showdown.testing.generators import any_hand, play_out
from tests.showdown.history.hands import INVENTED, TWO_PAIR, WALK, record_of


@given(st.integers(0, 2**32))
def test_what_is_written_is_read_back_whatever_was_played(seed):
    hand = any_hand(Random(seed))
    play_out(Random(seed), hand)
    record = HandRecord(
        table=TableId("tøp ♠"),
        played=datetime(2026, 11, 30, 12, 0, 1, tzinfo=UTC),
        events=tuple(hand.events),
    )
    line = to_json(record)
    assert "\n" not in line
    assert from_json(line) == record
    assert from_json(line.encode()) == record
    assert replay(from_json(line).events) == hand.state


@pytest.mark.parametrize("text", INVENTED.values(), ids=INVENTED)
def test_an_imported_hand_keeps_what_its_text_claims(text):
    record = record_of(from_pokerstars(text))
    assert from_json(to_json(record)) == record
    assert from_json(to_json(record)).claims is not None


def test_the_key_of_a_hand_survives_as_bytes():
    key = bytes(range(32))
    events = start_hand(Ruleset(sb=5, bb=10), {1: 90, 2: 90}, 1, hand_key=key)
    events += decide(replay(events), Deal(deck_order(key)))
    record = HandRecord(table=TableId("a"), events=events)
    assert from_json(to_json(record)).started.hand_key == key


def test_the_first_thing_in_a_line_is_its_version():
    assert to_json(record_of(from_pokerstars(WALK))).startswith('{"version":1,')


@pytest.mark.parametrize(
    ("line", "column", "sentence"),
    [
        ('{"version":2,"table":"a"}', 1, "This record has version 2; this reader knows version 1."),
        (
            '{"table":"a","events":[]}',
            1,
            "This record has no version; this reader knows version 1.",
        ),
        ("[]", 1, "This is not the record of a hand: Expected `object`, got `array`."),
        (
            '{"version":1,"table":"a"}',
            1,
            "This is not the record of a hand: Object missing required field `events`.",
        ),
        (
            '{"version":1,"table":"a","events":[],"colour":1}',
            1,
            "This is not the record of a hand: Object contains unknown field `colour`.",
        ),
        (
            '{"version":1,"table":"a","events":[{"type":"rained"}]}',
            1,
            "This is not the record of a hand: Invalid value 'rained' - at `$.events[0].type`.",
        ),
        ('{"version":1,"table":"ä" "events"}', 26, "This is not JSON: expected ',' or '}'."),
        ("{", 1, "This is not JSON: Input data was truncated."),
    ],
)
def test_what_is_no_record_is_refused_with_its_place(line, column, sentence):
    with pytest.raises(FormatError) as raised:
        from_json(line, 5)
    assert (raised.value.line, raised.value.column) == (5, column)
    assert raised.value.sentence == sentence


def test_a_ruleset_that_cannot_be_played_is_no_record_either():
    line = json.loads(to_json(record_of(from_pokerstars(WALK))))
    line["events"][0]["ruleset"]["bb"] = 1
    with pytest.raises(FormatError, match="the big blind 1 is below the small blind 5"):
        from_json(json.dumps(line))


@given(st.text())
def test_any_text_is_a_record_or_an_error(text):
    for found in from_json_lines(text):
        assert isinstance(found, HandRecord | FormatError)


@given(st.binary())
def test_any_bytes_are_records_or_errors(data):
    for found in from_json_lines(data):
        assert isinstance(found, HandRecord | FormatError)


def test_bytes_that_are_no_text_are_no_record():
    with pytest.raises(FormatError, match="This is not"):
        from_json(b'{"version":1,"table":"\xff"}')


def test_a_file_is_read_line_by_line_past_what_is_wrong():
    lines = [to_json(record_of(from_pokerstars(text))) for text in (TWO_PAIR, WALK)]
    first, second, third = from_json_lines(f"\ufeff{lines[0]}\r\n\r\nnonsense\r\n{lines[1]}\r\n")
    assert isinstance(first, HandRecord)
    assert isinstance(second, FormatError)
    assert isinstance(third, HandRecord)
    assert (first.hand, second.line, third.hand) == (7001, 3, 7002)
