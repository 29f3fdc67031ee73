"""Which names may be had, and which a reader could not tell apart."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.accounts import LONGEST_NAME, BadName, checked_name


@pytest.mark.parametrize(
    "name",
    [
        "Ada",
        "ada.lovelace",
        "Guest-1234",
        "J_R 2",
        "Zoë",
        "Łukasz",
        "Nguyễn",
        "Оля",
        "Ελένη",
        "דוד",
        "محمد",
        "नीता",
        "สมชาย",
        "さくら",
        "タロー",
        "佐々木",
        "山田たろう",
        "김민수",
    ],
)
def test_a_name_of_any_language_may_be_had(name):
    composed = unicodedata.normalize("NFC", name)
    assert checked_name(name) == composed
    assert checked_name(unicodedata.normalize("NFD", name)) == composed


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "The name is empty"),
        (" \t ", "The name is empty"),
        ("x" * 21, "The name has 21 signs; the most are 20."),
        ("a\x1b[31m", r"The name has the sign '\\x1b'"),
        ("a\nb", r"The name has the sign '\\n'"),
        ("a\x00b", r"The name has the sign '\\x00'"),
        ("a\u202eb", r"The name has the sign U\+202E; letters, digits"),
        ("a\u200bb", r"The name has the sign U\+200B"),
        ("a\u200db", r"The name has the sign U\+200D"),
        ("a\ufeffb", r"The name has the sign U\+FEFF"),
        ("a\u00adb", r"The name has the sign U\+00AD"),
        ("a\u00a0b", r"The name has the sign U\+00A0"),
        ("a\u3164b", "The name has the sign '\u3164'"),
        ("a\ufe0fb", r"The name has the sign U\+FE0F"),
        ("a😀", r"The name has the sign U\+1F600"),
        ("a\ud800b", r"The name has the sign U\+D800"),
        ("Ａda", "The name has the sign 'Ａ'"),
        ("𝐀da", "The name has the sign '𝐀'"),
        ("Ada²", "The name has the sign '²'"),
        ("ﬁn", "The name has the sign 'ﬁ'"),
        ("Ada٧", "The name has the sign '٧'"),
        ("<b>", "The name has the sign '<'"),
        ("-.-", "The name must have a letter or a digit"),
        ("a  b", "no two blanks together"),
        (
            "Z\u0335\u0336\u0337\u0338",
            r"The name has the mark U\+0337 where no letter can carry it",
        ),
        ("1\u0335", r"The name has the mark U\+0335"),
        ("\u0335a", r"The name has the mark U\+0335"),
        ("Аda", "The name is written in Cyrillic and Latin; a name is in one script."),
        ("pаypal", "The name is written in Cyrillic and Latin"),
        ("Αda", "The name is written in Greek and Latin"),
        ("Оля-x", "The name is written in Cyrillic and Latin"),
    ],
)
def test_a_name_that_deceives_a_terminal_or_a_reader_is_refused_with_what_is_wrong(name, sentence):
    with pytest.raises(BadName, match=sentence):
        checked_name(name)


@given(st.text(max_size=24))
def test_whatever_is_asked_for_is_a_name_that_stays_as_it_is_or_one_sentence(text):
    try:
        name, sentence = checked_name(text), "None."
    except BadName as error:
        name, sentence = "Nobody", str(error)
    assert sentence.isprintable()
    assert sentence.endswith(".")
    assert name.isprintable()
    assert 0 < len(name) <= LONGEST_NAME
    assert checked_name(name) == name == unicodedata.normalize("NFC", name)
