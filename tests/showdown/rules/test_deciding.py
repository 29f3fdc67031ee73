"""Which cards a hand wins by."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from showdown import Category, Wild, parse_cards, rank
from showdown.rules.cards import DECK
from showdown.rules.deciding import deciding_cards

FIVE = st.permutations(DECK).map(lambda deck: tuple(deck[:5]))


def decided(hand, *others, wild=Wild.NONE):
    cards = parse_cards(hand)
    beaten = [rank(parse_cards(other), wild) for other in others]
    return "".join(map(str, deciding_cards(cards, rank(cards, wild), beaten, wild)))


def test_what_a_hand_is_called_after_makes_it():
    assert decided("KsKd9c5s2h") == "KsKd"
    assert decided("KsKd9c9s2h") == "KsKd9c9s"
    assert decided("KsKdKc9s2h") == "KsKdKc"
    assert decided("KsKdKcKh2h") == "KsKdKcKh"
    assert decided("AsQdTc5s2h") == "As"


def test_all_five_make_a_straight_a_flush_and_a_full_house():
    for hand in ("5s4d3c2sAh", "KsQs9s5s2s", "KsKdKc2s2h"):
        assert decided(hand) == hand


def test_the_kicker_that_it_took_is_among_them():
    assert decided("KsKd9c5s2h", "KhKc8d7d6c") == "KsKd9c"
    assert decided("KsKd9c5s2h", "KhKc9d4d3c") == "KsKd5s"
    assert decided("KsKd9c9s5h", "KhKc9d9h4c") == "KsKd9c9s5h"


def test_against_a_lower_hand_no_kicker_decides():
    assert decided("KsKd9c5s2h", "QhQcAd8d2c") == "KsKd"
    assert decided("KsKd9c5s2h", "AhQcTd8d2c") == "KsKd"


def test_equal_hands_are_decided_by_no_kicker():
    assert decided("KsKd9c5s2h", "KhKc9d5d2c") == "KsKd"


def test_wild_cards_make_the_hand():
    assert decided("KsKd2c5s9h", wild=Wild.DEUCES) == "KsKd2c"


@given(FIVE)
def test_those_that_make_a_hand_are_of_its_category_with_any_others(hand):
    made = deciding_cards(hand, rank(hand))
    assert made
    assert set(made) <= set(hand)
    if rank(hand).category in (
        Category.ONE_PAIR,
        Category.THREE_OF_A_KIND,
        Category.FOUR_OF_A_KIND,
    ):
        assert all(one.rank == other.rank for one, other in combinations(made, 2))
