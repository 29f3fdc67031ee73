import tomllib
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showdown import FormatError
from showdown.history.phh_text import cut_sections, is_phh, read_section
from showdown.history.text import split_lines

PIECES = ("a", "b", " = ", "=", "1", "-", ".5", '"', "'", "[", "]", ", ", "null", "true", "{", "}",
          "\n", "#", "\\n", "\\/", "e9", "10:20:00", " ")  # fmt: skip


def fields_of(text):
    return read_section(split_lines(text)).fields


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_the_short_way_reads_nothing_otherwise_than_the_standard_library(text):
    try:
        wanted = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError:
        with pytest.raises(FormatError, match="This is not TOML"):
            fields_of(text)
    else:
        assert fields_of(text) == wanted


def test_a_file_is_cut_where_sections_begin():
    text = '# two hands\n[1]\na = 1\n\n["2"] # the other\na = 2\n'
    cut = [[line.text for line in lines if line.text] for lines in cut_sections(split_lines(text))]
    assert cut == [["# two hands"], ["a = 1"], ["a = 2"]]


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [("a = 1\nb = = 2", 2, 5), ("a = [1,\n2\n", 3, 1), ("a = 1\na = 2", 2, 6)],
)
def test_what_is_not_toml_is_found_where_it_stands(text, line, column):
    with pytest.raises(FormatError, match="This is not TOML") as caught:
        fields_of(text)
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize("text", ["variant = 'N5CD'", "\ufeff\n# x\n\n[7]\nhand=1", "[a]\n\na ="])
def test_phh_is_known_by_how_it_begins(text):
    assert is_phh(text)


@pytest.mark.parametrize("text", ["", "PokerStars Game #1: x = y", '{"a": 1}', "***** History"])
def test_nothing_else_is_taken_for_phh(text):
    assert not is_phh(text)
