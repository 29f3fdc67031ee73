"""
Bytes to text, text to lines, and parts of lines that know where they stand.
"""

import re

import pytest

from showdown import FormatError
from showdown.history.text import Piece, Scanner, decode, split_lines


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"], ids=lambda name: f"as {name}"
)
def test_a_file_is_read_in_the_encodings_that_clients_have_written(encoding):
    assert decode("Müller bets €5".encode(encoding)) == "Müller bets €5"


def test_a_file_of_big_endian_words_is_known_by_its_mark():
    assert decode("\ufeffP1".encode("utf-16-be")) == "P1"


def test_bytes_that_are_nothing_make_a_text_all_the_same():
    assert isinstance(decode(bytes(range(256))), str)


def test_lines_end_as_they_end_on_any_system_and_nowhere_else():
    lines = split_lines("one\r\ntwo\nthree\rfour\x0bstill four\u2028and still")
    assert [line.text for line in lines] == [
        "one",
        "two",
        "three",
        "four\x0bstill four\u2028and still",
    ]
    assert [line.line for line in lines] == [1, 2, 3, 4]


def test_a_byte_order_mark_in_mid_file_belongs_to_no_line():
    # Files that were put together have one at each seam.
    assert [line.text for line in split_lines("one\n\ufefftwo")] == ["one", "two"]


def test_a_part_of_a_part_knows_its_column_in_the_line():
    part = Piece("P1: bets $5", line=7).part(4).part(5)
    assert part == Piece("$5", line=7, column=10)


def test_named_groups_are_pieces_and_those_that_took_no_part_are_not_there():
    found = Piece("bets $5", line=7, column=5).match(
        re.compile(r"bets (?P<amount>\S+)(?P<all_in> and is all-in)?")
    )
    assert found == {"amount": Piece("$5", line=7, column=10)}


def test_a_scanner_says_what_it_wanted_where_it_stands():
    scan = Scanner(Piece("Hand 12", line=3))
    scan.take("Hand ", "the word Hand")
    with pytest.raises(FormatError, match="Here a sign is wanted, but found '12'") as raised:
        scan.take("#", "a sign")
    assert (raised.value.line, raised.value.column) == (3, 6)
    assert raised.value.wanted == "a sign"


def test_a_scanner_at_the_end_says_that_the_line_ends():
    scan = Scanner(Piece("#", line=3))
    scan.take("#", "a sign")
    with pytest.raises(FormatError, match="but the line ends"):
        scan.take(r"\d+", "a number")
