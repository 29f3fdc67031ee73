"""
Draw odds: published figures, the two ways of counting, and what is refused.
"""

import json
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path
from random import Random

import pytest

from showdown import DECK, CardError, Category, Wild, best_discard, odds, parse_cards, rank
from showdown.rules.cards import JOKERS

DATA = Path(__file__).parent / "data"
PAY = {
    Category.STRAIGHT_FLUSH: 50, Category.FOUR_OF_A_KIND: 25, Category.FULL_HOUSE: 9,
    Category.FLUSH: 6, Category.STRAIGHT: 4, Category.THREE_OF_A_KIND: 3, Category.TWO_PAIR: 2,
}  # fmt: skip


def plainly(hand, discard, deck, dead=(), wild=Wild.NONE) -> dict:
    """By dealing every draw."""
    kept = [card for card in hand if card not in discard]
    unseen = [card for card in deck if card not in hand and card not in dead]
    counts: dict = {}
    for drawn in combinations(unseen, len(discard)):
        category = rank([*kept, *drawn], wild).category
        counts[category] = counts.get(category, 0) + 1
    return counts


def published() -> dict:
    found: dict = json.loads((DATA / "draw_odds.json").read_text())
    return found


@pytest.mark.parametrize("name", published())
def test_published_draws_come_out(name):
    case = published()[name]
    hand = parse_cards(f"{case['hold']} {case['discard']}")
    found = odds(hand, parse_cards(case["discard"]))
    assert found.draws == case["draws"]
    assert {
        category.name.lower().replace("_", " "): many for category, many in found.counts.items()
    } == case["result"]


@pytest.mark.parametrize("name", published())
def test_each_of_all_32_discards_has_the_odds_that_it_has_alone(name):
    case = published()[name]
    hand = parse_cards(f"{case['hold']} {case['discard']}")
    choices = odds(hand)
    assert len(choices) == 32
    assert [choice for choice in choices if len(choice.discard) != 5] == [
        odds(hand, choice.discard) for choice in choices if len(choice.discard) != 5
    ]
    thrown = parse_cards(case["discard"])
    assert odds(hand, thrown) in choices


@pytest.mark.parametrize("wild", [Wild.NONE, Wild.BUG, Wild.WILD, Wild.DEUCES])
def test_odds_are_what_dealing_every_draw_gives(wild, seed):
    rng = Random(f"{seed} {wild}")
    deck = DECK + JOKERS[: wild in (Wild.BUG, Wild.WILD)]
    for thrown in (0, 1, 2, 2):
        hand = rng.sample(deck, 5)
        dead = rng.sample([card for card in deck if card not in hand], 3)
        discard = rng.sample(hand, thrown)
        assert odds(hand, discard, wild=wild).counts == plainly(hand, discard, deck, (), wild)
        with_dead = plainly(hand, discard, deck, dead, wild)
        assert odds(hand, discard, dead, wild).counts == with_dead
        (same,) = [c for c in odds(hand, None, dead, wild) if set(c.discard) == set(discard)]
        assert same.counts == with_dead


def test_the_chances_of_a_discard_add_up_to_one():
    for choice in odds(parse_cards("9c9d2h5sKc"), dead=parse_cards("9h3d")):
        assert sum(choice.counts.values()) == choice.draws == comb(45, len(choice.discard))
        assert choice.chance(*Category) == 1


def test_discards_come_smallest_first_and_in_the_order_of_the_hand():
    hand = parse_cards("9c9d2h5sKc")
    choices = [choice.discard for choice in odds(hand)]
    assert choices == [thrown for size in range(6) for thrown in combinations(hand, size)]
    assert odds(hand, parse_cards("Kc9c")).discard == parse_cards("9cKc")
    assert odds(hand, parse_cards("Kc9c")).kept == parse_cards("9d2h5s")


def test_the_best_discard_pays_most():
    pay = {**PAY, Category.ONE_PAIR: 1}
    for text, discard in [
        ("9c9d2h5sKc", "2h5sKc"),
        ("7c7d7h2sKc", "2sKc"),
        ("JcJd4h4s9c", "9c"),
        ("2h6h9hKhTs", "Ts"),
        ("4c4d4h2s2c", ""),
        ("KhQhJhTh9h", ""),
    ]:
        choices = odds(parse_cards(text))
        assert best_discard(choices, pay).discard == parse_cards(discard), text


def test_of_equal_discards_the_one_that_throws_least_is_best():
    choices = odds(parse_cards("KhQhJhTh9h"))
    assert best_discard(choices, {}).discard == ()


def test_a_dead_card_cannot_come():
    hand, fours = parse_cards("JcJd4h4s9c"), parse_cards("4c4d")
    assert odds(hand, parse_cards("9c"), fours).counts == {
        Category.TWO_PAIR: 43,
        Category.FULL_HOUSE: 2,
    }


def test_worth_is_exact():
    flush = odds(parse_cards("2h6h9hKhTs"), parse_cards("Ts"))
    assert flush.worth(PAY) == Fraction(6 * 9, 47)
    assert flush.worth({Category.FLUSH: Fraction(1, 3)}) == Fraction(3, 47)
    assert flush.worth({}) == 0


def test_the_deck_has_the_jokers_of_the_game_and_those_that_are_shown():
    hand, joker = parse_cards("AcAdAh4s9c"), parse_cards("AcAdAhX19c")
    two = parse_cards("AcAdAhX29c")
    assert odds(hand, parse_cards("9c"), wild=Wild.BUG).draws == 48
    assert odds(hand, parse_cards("9c"), wild=Wild.DEUCES).draws == 47
    assert odds(joker, parse_cards("9c"), wild=Wild.DEUCES).draws == 48
    assert odds(two, parse_cards("9c"), wild=Wild.WILD).draws == 49
    assert odds(hand, parse_cards("9c"), wild=Wild.WILD, jokers=2).draws == 49


def test_where_few_cards_are_left_only_discards_that_they_suffice_for_are_there():
    hand = parse_cards("9c9d2h5sKc")
    dead = [card for card in DECK if card not in hand][:45]
    assert {len(choice.discard) for choice in odds(hand, dead=dead)} == {0, 1, 2}
    assert all(sum(choice.counts.values()) == choice.draws for choice in odds(hand, dead=dead))


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: odds(parse_cards("AhKh")), "2 cards were given; a hand has five."),
        (
            lambda: odds((*parse_cards("AhKhQhJh"), *parse_cards("Ah"))),
            "Ah is there twice; a deck has each card once.",
        ),
        (
            lambda: odds(parse_cards("AhKhQhJhX1")),
            "X1 is a joker; without wild cards there is none in the deck.",
        ),
        (
            lambda: odds(parse_cards("AhKhQhJhTh"), parse_cards("2c")),
            "2c cannot be thrown: the hand is Ah Kh Qh Jh Th.",
        ),
        (
            lambda: odds(parse_cards("AhKhQhJhTh"), [*parse_cards("Ah"), *parse_cards("Ah")]),
            "Ah is there twice; a deck has each card once.",
        ),
        (
            lambda: odds(parse_cards("AhKhQhJhTh"), (), parse_cards("Ah")),
            "Ah is in the hand, so it cannot be dead.",
        ),
        (
            lambda: odds(parse_cards("AhKhQhJhTh"), (), parse_cards("X1")),
            "X1 is not in a deck of 52 cards.",
        ),
        (
            lambda: odds(parse_cards("2c2d2h2s3c"), parse_cards("2c2d"), DECK[5:51]),
            "2 cards are thrown, and no more than 1 can be drawn.",
        ),
        (
            lambda: odds(parse_cards("AhKhQhJhX2"), (), parse_cards("X1"), Wild.BUG),
            "X2 is not in a deck of 53 cards.",
        ),
    ],
    ids=range(9),
)
def test_what_cannot_be_is_named_in_a_sentence(call, sentence):
    with pytest.raises(CardError) as refused:
        call()
    assert refused.value.sentence == sentence
