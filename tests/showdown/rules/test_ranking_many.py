"""
Hands by the thousand: the same values as one by one, from lists and from arrays.
"""

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from showdown import DECK, CardError, Wild, parse_cards, rank, rank_many
from showdown.rules.cards import JOKERS

ALL = DECK + JOKERS
GAMES = {Wild.NONE: 52, Wild.BUG: 53, Wild.WILD: 54, Wild.DEUCES: 54}
OPTIONS = [(False, False), (True, False), (False, True), (True, True)]


def dealt(cards: int, seed: int, hands: int = 2000) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return rng.permuted(np.tile(np.arange(cards, dtype=np.uint8), (hands, 1)), axis=1)[:, :5]


def as_cards(rows: np.ndarray) -> list:
    return [[ALL[number] for number in row] for row in rows]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("wild", GAMES)
def test_a_list_of_hands_is_ranked_as_they_are_one_by_one(wild, options, seed):
    hands = as_cards(dealt(GAMES[wild], seed))
    assert rank_many(hands, wild, *options) == [rank(hand, wild, *options) for hand in hands]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("wild", GAMES)
def test_an_array_is_ranked_in_the_same_order_as_lists(wild, options, seed):
    rows = dealt(GAMES[wild], seed)
    values, numbers = rank_many(as_cards(rows), wild, *options), rank_many(rows, wild, *options)
    assert numbers.dtype == np.uint16
    assert numbers.shape == (len(rows),)
    by_value, by_number = sorted(set(values)), sorted(set(numbers.tolist()))
    places = {value: place for place, value in enumerate(by_value)}
    number_places = {number: place for place, number in enumerate(by_number)}
    assert [places[v] for v in values] == [number_places[n] for n in numbers.tolist()]


def test_hands_may_come_from_an_iterator_and_be_lists_or_tuples():
    hands = [parse_cards("AhAd9c5s2h"), list(parse_cards("2c2d5h8sTd"))]
    assert rank_many(iter(hands)) == rank_many(tuple(hands)) == [rank(hand) for hand in hands]


def test_more_hands_than_are_ranked_at_once_are_all_ranked():
    rows = np.tile(dealt(52, 5, hands=1000), (40, 1))
    numbers = rank_many(rows)
    assert (numbers.reshape(40, 1000) == numbers[:1000]).all()


def test_arrays_may_lie_in_memory_in_any_way():
    rows = dealt(52, 6)
    numbers = rank_many(rows)
    wide = np.zeros((len(rows), 7), np.uint8)
    wide[:, 1:6] = rows
    assert (rank_many(np.asfortranarray(rows)) == numbers).all()
    assert (rank_many(wide[:, 1:6]) == numbers).all()
    assert (rank_many(rows[::-1]) == numbers[::-1]).all()


def test_no_hands_are_no_values():
    assert rank_many([]) == []
    assert rank_many(np.empty((0, 5), np.uint8)).tolist() == []


@given(st.permutations(range(5)))
def test_the_order_of_columns_does_not_matter(order):
    rows = dealt(54, 7, hands=50)
    assert (rank_many(rows[:, order], Wild.WILD) == rank_many(rows, Wild.WILD)).all()


# ---- what is refused -----------------------------------------------------------------------------


def hand(text: str) -> tuple:
    return parse_cards(text)


@pytest.mark.parametrize(
    ("hands", "wild", "sentence"),
    [
        (
            [hand("AhKhQhJhTh"), hand("AhKhQhJh")],
            Wild.NONE,
            "Hand 2: 4 cards were given; a hand has five.",
        ),
        (
            [hand("AhKhQhJhX1")],
            Wild.NONE,
            "Hand 1: X1 is a joker; without wild cards there is none in the deck.",
        ),
        (
            [hand("AhKhQhX2X1")],
            Wild.BUG,
            "Hand 1: X1 is a second joker; with a bug there is one in the deck.",
        ),
        (
            ["AhKhQhJhTh"],
            Wild.NONE,
            "Hand 1: 'A' is no Card; parse_cards makes cards of a text.",
        ),
        (
            [["Ah", "Kh", "Qh", "Jh", "Th"]],
            Wild.DEUCES,
            "Hand 1: 'Ah' is no Card; parse_cards makes cards of a text.",
        ),
        ([hand("AhKhQhJhTh"), 7], Wild.NONE, "Hand 2 is 7, not five cards."),
        (
            np.zeros((3, 5), np.int64),
            Wild.NONE,
            "The array's dtype is int64; card numbers are uint8.",
        ),
        (
            np.zeros((3, 4), np.uint8),
            Wild.NONE,
            "The array's shape is (3, 4); hands are rows of five cards, (n, 5).",
        ),
        (
            np.zeros(5, np.uint8),
            Wild.NONE,
            "The array's shape is (5,); hands are rows of five cards, (n, 5).",
        ),
        (
            np.array([[0, 1, 2, 3, 4], [0, 1, 2, 3, 52]], np.uint8),
            Wild.NONE,
            "Row 1: 52 is no card; cards are numbered from 0 to 51.",
        ),
        (
            np.array([[0, 1, 2, 3, 54]], np.uint8),
            Wild.WILD,
            "Row 0: 54 is no card; cards are numbered from 0 to 53, jokers included.",
        ),
        (
            np.array([[0, 1, 2, 3, 4], [0, 1, 2, 52, 53]], np.uint8),
            Wild.BUG,
            "Row 1: X2 is a second joker; with a bug there is one in the deck.",
        ),
        (
            np.array([[9, 9, 9, 9, 9]], np.uint8),
            Wild.NONE,
            "Row 0: 4d 4d 4d 4d 4d are not five different cards.",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_ranked_is_named_in_a_sentence(hands, wild, sentence):
    with pytest.raises(CardError) as refused:
        rank_many(hands, wild)
    assert refused.value.sentence == sentence


def test_lists_are_ranked_without_numpy():
    program = (
        "import sys; sys.modules['numpy'] = None\n"
        "from showdown import parse_cards, rank_many\n"
        "print(*rank_many([parse_cards('AhAd9c5s2h')]))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout == "pair of aces\n"
