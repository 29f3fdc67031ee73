"""Hands that are taken for the same, and what they throw."""

import random

import pytest

from showdown import DECK, rank
from showdown import parse_cards as cards
from showdown.bots.strong.buckets import (
    BOTH,
    FLUSH,
    INSIDE,
    NOTHING,
    OPEN,
    bucket_after,
    bucket_before,
    buckets_after,
    thrown,
)


@pytest.mark.parametrize(
    ("hand", "bucket"),
    [
        ("Ah Kd 9c 5s 2h", (0, NOTHING, 12, 11)),
        ("Ah Kd 9c 5s 3h", (0, NOTHING, 12, 11)),
        ("Qh Jd 9c 8s 2h", (0, INSIDE, 10)),
        ("Ah 2d 3c 4s 9h", (0, INSIDE, 12)),
        ("9h 8d 7c 6s Kh", (0, OPEN, 11)),
        ("Ah 9h 5h 2h Kd", (0, FLUSH, 12)),
        ("9h 8h 7h 5h Kd", (0, BOTH, 11)),
        ("9h 9d 7c 5s 2h", (1, 7, 0, NOTHING)),
        ("9h 9d Kc 5s 2h", (1, 7, 1, NOTHING)),
        ("9h 9d Ac Ks 2h", (1, 7, 2, NOTHING)),
        ("9h 9d 8h 7h 6s", (1, 7, 0, OPEN)),
        ("9h 9d Th 7h 2h", (1, 7, 0, FLUSH)),
        ("9h 9d 7c 7s 2h", (2, 7, 5)),
        ("9h 9d 9c 7s 2h", (3, 7)),
        ("9h 8h 7h 6h 5h", (7,)),
        ("9h 9d 9c 9s 5h", (7,)),
    ],
)
def test_a_hand_before_the_draw_is_its_category_its_draw_and_the_ranks_that_matter(hand, bucket):
    assert bucket_before(cards(hand)) == bucket


def test_of_hands_after_the_draw_the_greater_bucket_wins(seed):
    rng = random.Random(seed)
    for _ in range(300):
        both = rng.sample(DECK, 10)
        one, other = rank(both[:5]), rank(both[5:])
        if bucket_after(one) > bucket_after(other):
            assert one > other


def test_every_hand_has_a_bucket_after_the_draw(seed):
    rng = random.Random(seed)
    known = set(buckets_after())
    assert len(known) == 296
    assert all(bucket_after(rank(rng.sample(DECK, 5))) in known for _ in range(1000))


@pytest.mark.parametrize(
    ("hand", "goes"),
    [
        ("Ah Kd 9c 5s 2h", ["", "2h", "5s 2h", "9c 5s 2h"]),
        ("9h 9d Kc 5s 2h", ["", "2h", "5s 2h", "Kc 5s 2h"]),
        ("9h 9d Kc Ks 2h", ["", "2h", "9d 2h", "9h 9d 2h"]),
        ("9h 9d 9c 7s 2h", ["", "2h", "7s 2h", "9h 7s 2h"]),
        ("Ah 9h 5h 2h Kd", ["", "Kd", "5h 2h", "9h 5h 2h"]),
        ("9h 8d 7c 6s Kh", ["", "Kh", "7c 6s", "8d 7c 6s"]),
        ("Qh Jd 9c 8s 2h", ["", "2h", "8s 2h", "9c 8s 2h"]),
        ("9h 9d 8h 7h 6s", ["", "9h", "7h 6s", "8h 7h 6s"]),
        ("9h 9d Th 7h 2h", ["", "9d", "7h 2h", "Th 7h 2h"]),
    ],
)
def test_what_goes_follows_from_how_many_cards_go(hand, goes):
    found = [set(thrown(cards(hand), count)) for count in range(4)]
    kinds = [{*cards(each)} for each in goes]
    # Which of two paired cards goes is all the same.
    assert [{c.rank for c in each} for each in found] == [{c.rank for c in e} for e in kinds]
    assert [len(each) for each in found] == [0, 1, 2, 3]
