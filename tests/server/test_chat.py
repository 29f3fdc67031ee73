"""What may be said: seen as it is, in one line, by everybody."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.chat import MOST_SIGNS, BadText, checked_text


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("nice hand", "nice hand"),
        ("  two\n\tlines  ", "two lines"),
        ("\x1b[31mred\x1b[0m \x9b2Jgone", "red gone"),
        ("\x1b]0;title\x07bell", "]0;titlebell"),
        ("ab\u202ecd\u2066ef\u200bgh\ufeff", "abcdefgh"),
        ("line\u2028and\u2029paragraph", "line and paragraph"),
        ("zoe\u0308", "zoë"),
        ("Ж — да, 牌, 🂡, ♠", "Ж — да, 牌, 🂡, ♠"),
        ("hidden\u3164\u2800\u115fblanks", "hiddenblanks"),
        ("z" + "\u0335" * 40 + "algo", "z" + "\u0335" * 3 + "algo"),
    ],
)
def test_what_hides_or_moves_is_taken_out(said, heard):
    assert checked_text(said) == unicodedata.normalize("NFC", heard)


@pytest.mark.parametrize("said", ["", "   ", "\u200b\u202e", "\x1b[2J", "\x00\x07"])
def test_of_what_cannot_be_shown_nothing_is_said(said):
    with pytest.raises(BadText) as refused:
        checked_text(said)
    assert str(refused.value) == "There is nothing in the text that can be shown."


def test_what_is_too_long_is_refused_with_both_numbers():
    assert len(checked_text("x" * MOST_SIGNS)) == 200
    with pytest.raises(BadText) as refused:
        checked_text("x" * 201)
    assert str(refused.value) == "The text has 201 signs; the most are 200."


@given(st.text(max_size=300))
def test_whatever_is_said_a_terminal_can_show_it_in_one_line(said):
    try:
        heard = checked_text(said)
    except BadText:
        return
    assert all(sign.isprintable() for sign in heard)
    assert heard == heard.strip()
    assert "  " not in heard
    assert checked_text(heard) == heard
