from random import Random

import pytest

from showdown.errors import Unsayable
from showdown.history import HandRecord, read_hands
from showdown.history.writers import FORMATS
from showdown.rules.view import SPECTATOR
from tests.showdown.history.any_records import played_record
from tests.showdown.history.golden import golden_records

EXACT = ("phh", "ohh", "json")


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("count", [1, 2, 5])
def test_a_file_in_any_format_is_read_by_what_is_in_it(name, count):
    records = golden_records()[:count]
    format = FORMATS[name]
    text = "".join(format.join(format.write(record, None) for record in records))
    assert list(read_hands(text)) == records


@pytest.mark.parametrize("name", EXACT)
def test_these_formats_can_say_every_hand(name):
    for seed in range(50):
        record = played_record(Random(seed))
        (read,) = read_hands("".join(FORMATS[name].join([FORMATS[name].write(record, None)])))
        assert read == record


@pytest.mark.parametrize("name", FORMATS)
def test_no_hands_are_an_empty_file(name):
    assert "".join(FORMATS[name].join([])) == ""


def test_json_is_never_written_for_a_viewer():
    record: HandRecord = golden_records()[0]
    with pytest.raises(Unsayable, match="never one for a viewer"):
        FORMATS["json"].write(record, SPECTATOR)
