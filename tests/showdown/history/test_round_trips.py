"""What a format that keeps everything says of a hand is that hand again."""

import pytest
from hypothesis import given

from showdown.history import HandRecord, from_ohh, from_phh, to_ohh, to_phh
from tests.showdown.chance import chance, hands
from tests.showdown.history.any_records import any_record
from tests.showdown.history.golden import golden_records
from tests.showdown.history.hands import record_of

FORMATS = {"ohh": (to_ohh, from_ohh), "phh": (to_phh, from_phh)}


each_format = pytest.mark.parametrize("name", FORMATS)


def check_round_trip(name: str, record: HandRecord) -> None:
    write, read = FORMATS[name]
    assert record_of(read(write(record))) == record


@each_format
@hands
@given(rng=chance)
def test_any_hand_comes_back_as_it_was(name, rng):
    check_round_trip(name, any_record(rng))


@each_format
@pytest.mark.soak(slice=150)
def test_any_hand_comes_back_as_it_was_however_many(name, rounds):
    for rng in rounds:
        check_round_trip(name, any_record(rng))


@each_format
@pytest.mark.parametrize("record", golden_records(), ids=lambda record: str(record.hand))
def test_a_real_hand_comes_back_with_what_its_text_claims(name, record):
    check_round_trip(name, record)
