"""Parts of a hundred, bars, and what hands are called."""

from fractions import Fraction

import pytest

from client_cli.presenter import Figures
from client_cli.presenter.chances import WIDTH, bar, category_of, percent
from showdown import Category, parse_cards


def test_a_bar_grows_by_eighths_of_a_sign():
    assert [bar(share, width=2) for share in (0, 1 / 16, 0.25, 0.5, 0.75, 1)] == [
        "", "▏", "▌", "█", "█▌", "██",
    ]  # fmt: skip


def test_a_bar_of_letters_has_whole_signs():
    assert [bar(Fraction(part, 4), ascii=True, width=4) for part in range(5)] == [
        "", "#", "##", "###", "####",
    ]  # fmt: skip
    assert bar(1, ascii=True) == "#" * WIDTH


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0, "0.00 %"),
        (1, "100.00 %"),
        (Fraction(1, 2_598_960), "<0.01 %"),
        (1 - Fraction(1, 2_598_960), ">99.99 %"),
        (Fraction(9, 47), "19.15 %"),
        (0.0001, "0.01 %"),
    ],
)
def test_a_share_is_never_rounded_to_none_or_all(share, text):
    assert percent(share) == text


@pytest.mark.parametrize(
    ("name", "category"),
    [
        ("flush", Category.FLUSH),
        ("full house", Category.FULL_HOUSE),
        ("FULL-HOUSE", Category.FULL_HOUSE),
        ("three_of_a_kind", Category.THREE_OF_A_KIND),
        ("pair", Category.ONE_PAIR),
        ("one pair", Category.ONE_PAIR),
        ("royal", None),
        ("", None),
    ],
)
def test_a_hand_is_known_by_the_ways_in_which_it_is_written(name, category):
    assert category_of(name) is category


def test_every_category_has_a_name_of_its_own():
    assert {category_of(each.name) for each in Category} == set(Category)


def test_a_joker_is_written_in_letters_where_suits_have_signs():
    assert Figures().cards(parse_cards("AsX1Td")) == "A♠ X1 T♦"
