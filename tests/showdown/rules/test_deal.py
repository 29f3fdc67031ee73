"""
Orders from a key: the published vectors, and that chance is fair.
"""

import hmac
import json
from collections import Counter
from hashlib import sha256
from itertools import islice, pairwise
from pathlib import Path

import pytest

from showdown import DECK
from showdown.rules.deal import deck_order, first_button, pool_order, shuffle, stream

KEY = bytes(range(32))
VECTORS = Path(__file__).parents[4] / "shared" / "data" / "fairness_vectors.json"


def keys(count: int) -> list[bytes]:
    """The same keys each time: what is counted below is a fact and not a matter of luck."""
    return [sha256(number.to_bytes(4, "big")).digest() for number in range(count)]


def test_the_stream_is_as_published():
    words = b"".join(islice(stream(KEY, "deck", 0), 2))
    assert words.startswith(
        bytes.fromhex(
            "f00eb9b4f2693b57ad17bb2b934bc74cc0d49707b5b2d50b303db3a52ff7cc68"
            "651e1416d76318b3ebfaecd5c9c893ed"
        )
    )


@pytest.mark.parametrize("size", [1, 16, 32, 64])
def test_a_block_is_what_the_standard_library_makes_of_key_and_number(size):
    key = KEY * 2
    blocks = islice(stream(key[:size], "cover", 3), 300)
    for number, block in enumerate(blocks):
        message = b"showdown/1 cover\0\3" + number.to_bytes(4, "big")
        assert block == hmac.digest(key[:size], message, sha256)


@pytest.mark.parametrize(
    ("size", "order"),
    [
        (2, "0 1"),
        (5, "2 4 1 0 3"),
        (22, "15 17 10 4 12 13 14 1 21 11 18 9 20 0 16 6 2 7 19 8 3 5"),
        (
            52,
            "22 1 9 7 5 2 17 42 47 10 19 34 25 28 27 18 33 23 45 50 16 26 4 36 35 24 43 3 44 38 29"
            " 31 12 51 8 40 21 11 14 39 49 15 37 0 32 20 6 13 46 48 30 41",
        ),
    ],
)
def test_a_shuffle_is_as_published(size, order):
    assert shuffle(size, KEY, "deal", 0) == [int(number) for number in order.split()]


@pytest.mark.skipif(not VECTORS.is_file(), reason="the shared data is not here")
def test_the_decks_of_the_published_hands_come_from_their_keys():
    for hand in json.loads(VECTORS.read_text())["hands"]:
        key = bytes.fromhex(hand["hand_key"])
        assert shuffle(52, key, "deck", 0) == hand["committed_values"]


def test_uses_parts_and_keys_give_unrelated_orders():
    orders = [
        shuffle(52, key, name, part)
        for key in keys(3)
        for name in ("deck", "pool", "button")
        for part in range(3)
    ]
    assert len({tuple(order) for order in orders}) == len(orders)


def test_a_key_deals_the_same_deck_each_time():
    assert deck_order(KEY) == deck_order(KEY)
    assert deck_order(KEY) == tuple(DECK[number] for number in shuffle(52, KEY, "deck", 0))
    assert set(deck_order(KEY)) == set(DECK)


def test_a_reshuffle_orders_just_the_eligible_cards():
    eligible = DECK[10:32]
    first, second = (pool_order(KEY, eligible, part) for part in (1, 2))
    assert set(first) == set(second) == set(eligible)
    assert first != second


def test_one_place_and_none_are_shuffled_as_well():
    assert shuffle(0, KEY, "pool", 1) == []
    assert shuffle(1, KEY, "pool", 1) == [0]


def test_every_card_is_as_likely_in_every_place():
    decks = 10_000
    seen = Counter(
        (place, card)
        for key in keys(decks)
        for place, card in enumerate(shuffle(52, key, "deck", 0))
    )
    expected = decks / 52
    cells = sum(
        (seen[place, card] - expected) ** 2 / expected for place in range(52) for card in range(52)
    )
    # Chi-square with 51 x 51 degrees of freedom: mean 2601, deviation 72; five of them each way.
    chi_square = cells * 51 / 52
    assert 2240 < chi_square < 2965


def test_neighbours_in_the_deck_are_as_likely_as_any_other_pair():
    decks = 2000
    distances = Counter(
        (second - first) % 52
        for key in keys(decks)
        for order in [shuffle(52, key, "deck", 0)]
        for first, second in pairwise(order)
    )
    # 51 pairs of neighbours a deck fall on 51 distances.
    chi_square = sum((distances[step] - decks) ** 2 / decks for step in range(1, 52))
    # 50 degrees of freedom: mean 50, deviation 10.
    assert 10 < chi_square < 100


def test_the_first_button_is_as_likely_in_every_seat():
    seats = [2, 3, 5, 8]
    drawn = Counter(first_button(key, seats) for key in keys(4000))
    assert set(drawn) == set(seats)
    assert all(900 < count < 1100 for count in drawn.values())
