"""
Counting hands by group: both ways of counting, whole decks, and what video poker returns.
"""

import json
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from pathlib import Path
from random import Random

import numpy as np
import pytest

from showdown import DECK, Category, HandRank, Wild, parse_cards
from showdown.rules.census import Census, parts_of
from showdown.rules.counting import sums_of
from showdown.rules.hand_rank import ROYAL_FLUSH

DATA = Path(__file__).parent / "data"
DECKS = [(Wild.NONE, 0), (Wild.BUG, 1), (Wild.WILD, 2), (Wild.DEUCES, 1)]


def category(value: HandRank) -> Category:
    return value.category


@pytest.mark.parametrize(("wild", "jokers"), DECKS)
def test_the_standard_library_and_numpy_count_the_same(wild, jokers, seed):
    arrays, plain = (Census(category, wild, jokers=jokers, arrays=which) for which in (True, False))
    rng = Random(seed)
    assert arrays.of_the_deck() == plain.of_the_deck()
    for _ in range(3):
        hand = rng.sample(arrays.deck, 5)
        dead = [card for card in rng.sample(arrays.deck, 25) if card not in hand]
        assert arrays.each_drawn(hand) == plain.each_drawn(hand)
        assert arrays.each_drawn(hand, dead) == plain.each_drawn(hand, dead)


@pytest.mark.parametrize(("wild", "jokers"), DECKS)
def test_taking_away_what_was_thrown_is_going_through_every_draw(wild, jokers, seed):
    census = Census(category, wild, jokers=jokers)
    hand = Random(f"{seed} {wild}").sample(census.deck, 5)
    each = census.each_drawn(hand)
    assert list(each) == parts_of(hand)
    for kept, counts in each.items():
        assert counts == census.drawn(hand, kept)


def test_a_deck_falls_into_the_categories_as_it_should():
    assert [*Census(category).of_the_deck().values()] == [
        1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40
    ]  # fmt: skip


def test_groups_are_whatever_they_are_made_to_be():
    census = Census(lambda value: value == ROYAL_FLUSH)
    hand = parse_cards("AhKhQhJh2c")
    assert census.drawn(hand, parse_cards("AhKhQhJh")) == {False: 46, True: 1}


def test_sums_are_of_so_many_keys_each():
    sums = sums_of([1, 2, 4, 8, 16, 32], 5)
    assert [len(level) for level in sums] == [comb(6, size) for size in range(6)]
    for size, level in enumerate(sums):
        assert {one.bit_count() for one in level} == {size}
        assert len(set(level)) == len(level)


# ---- video poker ---------------------------------------------------------------------------------

JACKS = 9


def nine_six(value: HandRank) -> str:
    """What 9/6 jacks or better pays for."""
    if value == ROYAL_FLUSH:
        return "royal flush"
    if value.category is Category.ONE_PAIR:
        return "jacks or better" if value.ranks[0] >= JACKS else "nothing"
    return "nothing" if value.category is Category.HIGH_CARD else named(value)


def full_pay(value: HandRank) -> str:
    """What full-pay deuces wild pays for; values count their natural cards."""
    if value.naturals == 1:
        return "four deuces"
    if value.plain == ROYAL_FLUSH:
        return "natural royal flush" if value.naturals == 5 else "wild royal flush"
    if value.category < Category.THREE_OF_A_KIND:
        return "nothing"
    return named(value)


def named(value: HandRank) -> str:
    return value.category.name.lower().replace("_", " ")


def video_poker(place: int) -> dict:
    games: list[dict] = json.loads((DATA / "video_poker.json").read_text())
    return games[place]


GAMES: list[tuple[int, Callable[[], Census[str]]]] = [
    (0, lambda: Census(nine_six)),
    (1, lambda: Census(full_pay, Wild.DEUCES, natural_beats_wild=True)),
]
games = pytest.mark.parametrize(("place", "make"), GAMES, ids=["jacks or better", "deuces wild"])


@games
def test_video_poker_deals_each_hand_as_often_as_is_published(place, make):
    rows = video_poker(place)["pay_per_coin_and_counts"]
    assert make().of_the_deck() == {row["hand"]: row["on_deal"] for row in rows}


@pytest.mark.soak
@games
def test_video_poker_returns_what_is_published_to_twelve_digits(place, make):
    game, census = video_poker(place), make()
    pays = {row["hand"]: row["pays"] for row in game["pay_per_coin_and_counts"]}
    draws = [comb(47, size) for size in range(6)]
    returned, dealt = Fraction(0), 0
    for hand, times in hands_but_for_the_names_of_suits():
        each = census.each_drawn(hand)
        best = max(
            Fraction(
                sum(pays[group] * many for group, many in counts.items()), draws[5 - len(kept)]
            )
            for kept, counts in each.items()
        )
        returned += times * best
        dealt += times
    assert dealt == comb(52, 5)
    assert returned / dealt == Fraction(game["return_numerator"], game["total_after_draw"])
    assert round(float(returned / dealt), 12) == game["return"]


def hands_but_for_the_names_of_suits() -> list:
    """The 134,459 hands that remain when suits have no names, and how often each is dealt."""
    hands = np.array([*combinations(range(52), 5)], np.uint8)
    code = np.full(len(hands), np.iinfo(np.int64).max)
    weights = 64 ** np.arange(5)
    for suits in permutations(range(4)):
        renamed = np.sort((hands & ~np.uint8(3)) | np.array(suits, np.uint8)[hands & 3], axis=1)
        code = np.minimum(code, renamed @ weights)
    _, first, times = np.unique(code, return_index=True, return_counts=True)
    assert len(first) == 134_459
    return [
        ([DECK[card] for card in hands[place]], many)
        for place, many in zip(first.tolist(), times.tolist(), strict=True)
    ]
