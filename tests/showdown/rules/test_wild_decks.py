"""
Wild cards: every example of RULES 4, and how all hands of three decks fall into categories.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import pytest

from showdown import Card, Category, Ruleset, parse_cards
from showdown.rules.cards import DECK, RANKS
from showdown.rules.hand_rank import ROYAL_FLUSH
from showdown.rules.wild import Wild

BUG = Ruleset(ante=1, min_bet=2, wild=Wild.BUG)
JOKER = Ruleset(ante=1, min_bet=2, wild=Wild.WILD)
JOKERS = Ruleset(ante=1, min_bet=2, wild=Wild.WILD, jokers=2)
DEUCES = Ruleset(ante=1, min_bet=2, wild=Wild.DEUCES)


def value(rules, cards):
    return rules.rank(parse_cards(cards))


# ---- what wild cards stand for -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "cards", "name"),
    [
        (DEUCES, "2c3d4h5s6c", "straight, seven-high"),  # not six-high with the deuce as itself
        (DEUCES, "2c2d5h8sKd", "three of a kind, kings"),
        (DEUCES, "2c2d2h2sAc", "five of a kind, aces"),
        (DEUCES, "2c2d2h2s3c", "five of a kind, threes"),
        (DEUCES, "2cKhQhJhTh", "royal flush"),
        (DEUCES, "2d3d4d5dAd", "straight flush, five-high"),
        (JOKER, "7c7dJhJsX1", "full house, jacks over sevens"),
        (JOKER, "KcKdKhKsX1", "five of a kind, kings"),
        (JOKER, "AhX19h5h2h", "flush, ace-high"),
        (JOKER, "9c8dX16s5h", "straight, nine-high"),
        (JOKER, "KcQdX1JsTh", "straight, ace-high"),
        (JOKER, "4c3dX12s5h", "straight, six-high"),
        (JOKER, "Ac3dX12s5h", "straight, five-high"),
        (JOKERS, "X1X2Ac7d5h", "three of a kind, aces"),
        (JOKERS, "X1X2AcAdAh", "five of a kind, aces"),
        (JOKERS, "X1X29h8h7h", "straight flush, jack-high"),
        (BUG, "KcKdX17s5h", "pair of kings"),
        (BUG, "8c8d5h5sX1", "two pair, eights and fives"),
        (BUG, "X1Ad9h7s2c", "pair of aces"),
        (BUG, "AcAdX19s4h", "three of a kind, aces"),
        (BUG, "9c8dX16s5h", "straight, nine-high"),
        (BUG, "JcTdX18s7h", "straight, jack-high"),
        (BUG, "QhJhThX18h", "straight flush, queen-high"),
        (BUG, "AcAdAhAsX1", "five of a kind, aces"),
        (BUG, "KcKdKhKsX1", "four of a kind, kings"),
        (BUG, "KcKdKhX14s", "three of a kind, kings"),
        (BUG, "5c4d3h2sX1", "straight, six-high"),
        (BUG, "5h4h3h2hX1", "straight flush, six-high"),
        (BUG, "AcAdKhKsX1", "full house, aces over kings"),
    ],
)
def test_a_hand_is_the_best_that_it_can_be_read_as(rules, cards, name):
    assert str(value(rules, cards)) == name


def test_the_bug_is_an_ace_beside_a_pair():
    assert value(BUG, "KcKdX17s5h").kickers == "A-7-5"
    assert value(BUG, "8c8d5h5sX1").kickers == "A"


def test_in_a_flush_a_wild_card_is_the_highest_rank_that_is_missing():
    hand = value(JOKER, "AhX19h5h2h")
    assert hand.full_name == "flush, ace-high (K-9-5-2)"
    assert value(JOKER, "AsQsJs9s8s") < hand < value(JOKER, "AsKsQsTs8s")
    assert value(JOKERS, "X1X29h5h2h").full_name == "flush, ace-high (K-9-5-2)"
    assert value(BUG, "AhX19h8h5h").full_name == "flush, ace-high (K-9-8-5)"


def test_with_double_ace_every_wild_card_of_a_flush_is_an_ace():
    rules = Ruleset(ante=1, min_bet=2, wild=Wild.WILD, jokers=2, double_ace=True)
    hand = value(rules, "AhX19h5h2h")
    assert hand.full_name == "flush, ace-high (A-9-5-2)"
    assert hand > value(rules, "AsKsQsTs8s")
    assert value(rules, "X1X29h5h2h").full_name == "flush, ace-high (A-9-5-2)"
    # A straight flush repeats no rank.
    assert str(value(rules, "QhX1ThX28h")) == "straight flush, queen-high"
    bug = Ruleset(ante=1, min_bet=2, wild=Wild.BUG, double_ace=True)
    assert value(bug, "AhX19h8h5h").full_name == "flush, ace-high (A-9-8-5)"


def test_a_natural_hand_ties_with_an_equal_one_unless_the_table_says_otherwise():
    assert value(JOKER, "KcKdX1QsJh") == value(JOKER, "KhKsKcQdJd")
    naturals = Ruleset(ante=1, min_bet=2, wild=Wild.WILD, jokers=2, natural_beats_wild=True)
    natural, one, two = (value(naturals, c) for c in ("KcKdKh9s4h", "KcKdX19d4d", "KsX1X29c4c"))
    assert natural > one > two
    assert str(natural) == str(two) == "three of a kind, kings"
    assert two > value(naturals, "KcKdKh9s3h")  # fewer wild cards decide only between equals


def test_a_wild_card_counts_even_where_it_stands_for_itself():
    rules = Ruleset(ante=1, min_bet=2, wild=Wild.DEUCES, natural_beats_wild=True)
    itself, another = value(rules, "5h4h3h2hAh"), value(rules, "5s4s3s2hAs")
    assert itself == another
    assert str(itself) == "straight flush, five-high"


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("4c4d2c2hAs", "4h4s2d2sKc"),
        ("QcQd2hAsKc", "QhQs2cAd7c"),
        ("AcAd2cKsKd", "AhAs2d4c4h"),
        ("2c2d7h7s7c", "AhKhQhJhTh"),
    ],
)
def test_what_arises_only_with_wild_cards_is_compared_too(better, worse):
    assert value(DEUCES, better) > value(DEUCES, worse)


def test_two_pair_never_occurs_with_a_fully_wild_card():
    rules = Ruleset(ante=1, min_bet=2, wild=Wild.WILD)
    for ranks in combinations_with_replacement(range(13), 4):
        cards = some_cards(ranks, suited=False)
        if cards is not None:
            assert rules.rank([*cards, Card("X1")]).category is not Category.TWO_PAIR


# ---- all hands -----------------------------------------------------------------------------------

COUNTS = {
    "52 + bug": (BUG, 1, 204, 828, 4368, 7804, 20532, 63360, 138600, 1215024, 1418964),
    "52 + joker": (JOKER, 13, 204, 3120, 6552, 7804, 20532, 137280, 123552, 1268088, 1302540),
    "deuces": (DEUCES, 672, 2552, 31552, 12672, 14472, 62232, 355080, 95040, 1225008, 799680),
}
"""RULES 4.9: from five of a kind down to high card."""
ROYALS = {"52 + bug": 24, "52 + joker": 24, "deuces": 484}


def some_cards(ranks, *, suited) -> tuple[Card, ...] | None:
    """Cards of these ranks, all of a suit or not; None if there are none."""
    most = max(Counter(ranks).values(), default=0)
    if most > 4 or (suited and most > 1) or (not suited and len(ranks) < 2):
        return None
    suits = "ccccc" if suited else ("cdhs" * 2)[: len(ranks)]
    used: Counter[int] = Counter()
    cards = []
    for place, rank in enumerate(ranks):
        suit = suits[place] if suited else "cdhs"[(used[rank] + (place == len(ranks) - 1)) % 4]
        used[rank] += 1
        cards.append(Card(RANKS[rank] + suit))
    return tuple(cards)


def kinds_of_hands(naturals, wilds) -> Iterator[tuple[tuple[Card, ...], int]]:
    """A hand of each kind that differs in ranks or in being of one suit, and how many there are."""
    ranks_of_deck = sorted({card.rank for card in naturals})
    for count in range(max(0, 5 - len(wilds)), 6):
        held = tuple(wilds[: 5 - count])
        ways_of_wilds = comb(len(wilds), 5 - count)
        for ranks in combinations_with_replacement(ranks_of_deck, count):
            times = Counter(ranks)
            if max(times.values(), default=0) > 4:
                continue
            ways = prod(comb(4, each) for each in times.values())
            flushes = 4 if len(times) == count > 0 else int(count == 0)
            for suited, number in ((True, flushes), (False, ways - flushes)):
                if number:
                    cards = some_cards(ranks, suited=suited)
                    assert cards is not None
                    yield (*cards, *held), number * ways_of_wilds


@pytest.mark.parametrize("deck", COUNTS)
def test_all_hands_with_wild_cards_fall_into_the_categories_as_they_should(deck):
    rules, *wanted = COUNTS[deck]
    naturals = [c for c in rules.deck if not (c.is_joker or (rules is DEUCES and c.rank == 0))]
    wilds = [card for card in rules.deck if card not in naturals]
    found, royals = Counter[Category](), 0
    for cards, number in kinds_of_hands(naturals, wilds):
        hand = rules.rank(cards)
        found[hand.category] += number
        royals += number * (hand == ROYAL_FLUSH)
    assert found.total() == comb(len(rules.deck), 5)
    assert [found[category] for category in sorted(Category, reverse=True)] == wanted
    assert royals == ROYALS[deck]


@pytest.mark.soak
@pytest.mark.parametrize("deck", COUNTS)
def test_all_hands_with_wild_cards_one_by_one(deck, rounds):
    rules, *wanted = COUNTS[deck]
    next(rounds)
    found = Counter(map(rules.rank, combinations(rules.deck, 5)))
    counts = Counter[Category]()
    for hand, number in found.items():
        counts[hand.category] += number
    assert [counts[category] for category in sorted(Category, reverse=True)] == wanted
    assert found[ROYAL_FLUSH] == ROYALS[deck]


@pytest.mark.soak(slice=150)
def test_neither_order_nor_suits_nor_which_joker_it_is_matter(rounds):
    for rng in rounds:
        rules = rng.choice((BUG, JOKERS, DEUCES))
        cards = rng.sample(rules.deck, 5)
        suits = dict(zip("cdhs", rng.sample("cdhs", 4), strict=True))
        renamed = [
            card if card.is_joker else Card(str(card)[0] + suits[str(card)[1]]) for card in cards
        ]
        rng.shuffle(renamed)
        assert rules.rank(renamed) == rules.rank(cards)


def test_without_wild_cards_in_hand_a_hand_is_what_it_always_is():
    plain = Ruleset(ante=1, min_bet=2)
    for cards in combinations(DECK[4:], 5):
        if (sum(card.index for card in cards) % 997) == 0:
            assert plain.rank(cards) == JOKER.rank(cards) == BUG.rank(cards) == DEUCES.rank(cards)
