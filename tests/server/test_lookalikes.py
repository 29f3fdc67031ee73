"""The skeleton of a name is that of all names that look like it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.lookalikes import is_one_writing, scripts_of, skeleton


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("paypal", "paypa1"),
        ("paypal", "paypaI"),
        ("paypal", "PAYPAL"),
        ("paypal", "раураӏ"),
        ("Ada", "Аda"),
        ("Ada", "Αda"),
        ("Ada", "ada"),
        ("Bob", "B0b"),
        ("Boris", "ΒΟRΙS"),
        ("corn", "com"),
        ("Guest-1000", "Guest-lO0o"),
        ("Zoë", "Zoe\u0308"),
        ("House", "H0use"),
        ("ТОМ", "TOM"),
    ],
)
def test_names_that_look_alike_have_one_skeleton(name, other):
    assert skeleton(name) == skeleton(other)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ada", "Eda"),
        ("Zoe", "Zoë"),
        ("Guest-1234", "Guest-1243"),
        ("caller-main-1", "caller-main-2"),
        ("Оля", "Оло"),
        ("山田", "川田"),
    ],
)
def test_names_that_do_not_look_alike_have_two(name, other):
    assert skeleton(name) != skeleton(other)


@given(st.text(max_size=20))
def test_a_skeleton_is_its_own(text):
    assert skeleton(skeleton(text)) == skeleton(text)


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("Ada-7", True),
        ("Оля", True),
        ("山田たろう", True),
        ("김민수", True),
        ("Аda", False),
        ("たろうAda", False),
        ("", True),
    ],
)
def test_a_name_is_in_the_scripts_of_one_writing_or_is_not(name, is_one):
    assert is_one_writing(name) == is_one


def test_digits_and_punctuation_are_of_no_script():
    assert scripts_of("123 _-.") == frozenset()
