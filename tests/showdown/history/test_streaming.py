import codecs
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showdown.history import to_json, to_ohh, to_phh, to_phhs, to_pokerstars
from showdown.history.readers import read_hands, stream_hands
from showdown.history.streaming import stream_lines
from showdown.history.text import decode, split_lines
from tests.showdown.history.any_records import played_record
from tests.showdown.history.golden import golden_records
from tests.showdown.history.hands import SIDE_POT, TWO_PAIR, WALK

PIECES = ("a", " ", "é", "\n", "\r", "\r\n", "\ufeff", "שלום")
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16")


def in_chunks(data: bytes, size: int):
    return (data[place : place + size] for place in range(0, len(data), size))


@given(
    st.lists(st.sampled_from(PIECES)).map("".join),
    st.sampled_from(ENCODINGS),
    st.integers(1, 7),
)
def test_lines_are_the_same_whole_and_in_pieces_of_any_size(text, encoding, size):
    data = text.encode(encoding)
    wanted = [line.text for line in split_lines(decode(data))]
    lines = list(stream_lines(in_chunks(data, size)))
    assert [line.text for line in lines] == wanted
    assert [line.line for line in lines] == list(range(1, len(wanted) + 1))


def test_a_piece_that_is_not_utf_8_is_read_as_windows_wrote_it():
    lines = stream_lines([b"\x80 1\n", "€ 2\n".encode()])
    assert [line.text for line in lines] == ["€ 1", "€ 2", ""]


SAYABLE = [played_record(Random(seed)) for seed in range(6)]
FILES = {
    "json": "".join(f"{to_json(record)}\n" for record in SAYABLE),
    "phh": "".join(to_phhs(to_phh(record) for record in SAYABLE)),
    "ohh": "".join(f"{to_ohh(record)}\n" for record in SAYABLE),
    "pokerstars": "\n\n".join(to_pokerstars(record) for record in golden_records()),
    "invented": f"{TWO_PAIR}\n\n{WALK}\n\n{SIDE_POT}",
    "broken": f"{TWO_PAIR}\n\nnonsense\n\n{WALK}\n\n",
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("size", [1, 1000, 10**6])
def test_hands_are_the_same_whole_and_in_pieces(name, size):
    data = codecs.BOM_UTF8 + FILES[name].replace("\n", "\r\n").encode()
    streamed, whole = list(stream_hands(in_chunks(data, size))), list(read_hands(data))
    assert list(map(repr, streamed)) == list(map(repr, whole))
    assert [getattr(hand, "line", 0) for hand in streamed] == [
        getattr(hand, "line", 0) for hand in whole
    ]


@pytest.mark.parametrize("name", ["json", "phh", "ohh", "pokerstars"])
def test_no_more_of_a_file_is_read_than_the_next_hand_needs(name):
    """A file may be larger than memory."""
    data, taken = FILES[name].encode(), []

    def endless():
        for number in range(10**6):
            taken.append(number)
            yield data if number == 0 or name != "phh" else data.replace(b"[", b"\n[", 1)

    hands = stream_hands(endless())
    for _ in range(12):
        next(hands)
    assert len(taken) < 5


def test_an_empty_file_is_what_it_is_as_a_text():
    assert list(map(str, stream_hands([]))) == list(map(str, read_hands("")))
