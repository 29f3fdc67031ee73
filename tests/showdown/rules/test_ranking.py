"""
What hands are worth: the counts, the definition once more, the names, what others computed.
"""

import csv
import json
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showdown import DECK, Card, CardError, Wild, best, display_names, parse_cards, rank
from showdown.rules.cards import JOKERS, RANKS
from showdown.rules.hand_rank import ROYAL_FLUSH, TIE_BREAKERS, Category, HandRank

DATA = Path(__file__).parent / "data"
SHARED = Path(__file__).parents[4] / "shared" / "data" / "evaluator"
shared = pytest.mark.skipif(not SHARED.is_dir(), reason="the shared data is not here")


def named(text: str) -> HandRank:
    return rank(parse_cards(text))


# ---- counts --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def counts() -> Counter[HandRank]:
    """How many of the 2,598,960 hands have each value."""
    return Counter(map(rank, combinations(DECK, 5)))


def test_all_hands_fall_into_the_nine_categories_as_they_should(counts):
    by_category = Counter[Category]()
    for value, hands in counts.items():
        by_category[value.category] += hands
    wanted = [40, 624, 3744, 5108, 10200, 54912, 123552, 1098240, 1302540]
    assert [by_category[category] for category in reversed(Category) if category < 9] == wanted
    assert counts.total() == sum(wanted) == 2_598_960
    assert counts[ROYAL_FLUSH] == 4


def test_there_are_7462_different_values(counts):
    assert len(counts) == 7462


@shared
def test_every_value_stands_where_four_other_evaluators_put_it(counts):
    with (SHARED / "classes_7462.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    names = {Category.ONE_PAIR: "one pair", Category.TWO_PAIR: "two pair"}
    for row, value in zip(rows, sorted(counts, reverse=True), strict=True):
        assert named(row["example"]) == value
        assert counts[value] == int(row["combinations"])
        category = names.get(value.category, value.category.name.lower().replace("_", " "))
        assert row["category"] == category


# ---- the definition, once more -------------------------------------------------------------------


def plainly(cards: list[Card]) -> tuple[int, list[int]]:
    """RULES 3.1 as slowly and as plainly as it can be written."""
    ranks = sorted((RANKS.index(str(card)[0]) for card in cards), reverse=True)
    by_count = sorted(set(ranks), key=lambda one: (ranks.count(one), one), reverse=True)
    shape = [ranks.count(one) for one in by_count]
    flush = len({str(card)[1] for card in cards}) == 1
    in_order = ranks == list(range(ranks[0], ranks[0] - 5, -1))
    top = ranks[0] if in_order else 3 if ranks == [12, 3, 2, 1, 0] else None
    if top is not None:
        return (8 if flush else 4), [top]
    if flush:
        return 5, ranks
    shapes = [[1, 1, 1, 1, 1], [2, 1, 1, 1], [2, 2, 1], [3, 1, 1], None, None, [3, 2], [4, 1]]
    return shapes.index(shape), by_count


hands = st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True)
# Cards of four ranks or of one suit, so that pairs, flushes and straights are not rare.
few_ranks = st.lists(st.sampled_from(DECK[:16]), min_size=5, max_size=5, unique=True)
one_suit = st.lists(st.sampled_from(DECK[::4]), min_size=5, max_size=5, unique=True)
any_hand = hands | few_ranks | one_suit


@given(any_hand, any_hand)
def test_comparing_values_is_comparing_category_and_ranks(one, other):
    mine, theirs = rank(one), rank(other)
    assert (mine > theirs, mine == theirs) == (
        plainly(one) > plainly(other),
        plainly(one) == plainly(other),
    )
    assert (mine.category, list(mine.ranks)) == plainly(one)


@given(any_hand, st.permutations("cdhs"), st.randoms())
def test_neither_order_nor_the_names_of_suits_matter(cards, suits, rng):
    renamed = [Card(str(card)[0] + suits["cdhs".index(str(card)[1])]) for card in cards]
    rng.shuffle(renamed)
    assert rank(renamed) == rank(cards)


def test_a_value_unpacks_into_what_it_was_made_of():
    for category, places in TIE_BREAKERS.items():
        ranks = tuple(range(12, 12 - places, -1))
        value = HandRank.of(category, ranks)
        assert (value.category, value.ranks) == (category, ranks)


@pytest.mark.parametrize("text", ["", "AhKhQhJh", "AhKhQhJhTh9h"])
def test_a_hand_is_five_cards(text):
    with pytest.raises(CardError, match="a hand has five"):
        rank(parse_cards(text))


# ---- the ladder and its texts --------------------------------------------------------------------

LADDER = [
    "AhKhQhJhTh", "7h6h5h4h3h", "5h4h3h2hAh",  # F1: by the top card; the ace low is the lowest
    "4c4d4h4s2c", "3c3d3h3sKc",  # F2
    "7c7d7hJsJd", "4c4d4h2s2c", "3c3d3hAsAc",  # F3
    "AhJh9h4h2h", "AhJh8h7h6h",  # F4: all five cards in turn
    "AhKdQcJsTh", "7c6d5h4s3c", "5h4d3c2sAh",  # F5
    "KcKdKh8s4c", "QcQdQhAsKc",  # F6
    "KcKd4h4s9c", "KcKd4h4s5c", "KhKs2h2cQd", "QcQdJhJsAc",  # F7: higher, lower, kicker
    "AcAdKh5s3c", "AhAsKd5c2d",  # F8
    "AcKdQhJs9c", "AdKhQsJc8d", "7c5d4h3s2c",  # U5 without the flush
]  # fmt: skip


def test_the_ladder_goes_down_step_by_step():
    for better, worse in pairwise(LADDER):
        assert named(better) > named(worse), (better, worse)


@pytest.mark.parametrize(
    ("common", "better", "worse"),
    [
        ("4c4d4h4s", "Ac", "Kc"),  # F2*, U7: the kicker beside four on the board
        ("4c4d4h", "AcAd", "KcKd"),  # F3*, U6: the pair beside three on the board
        ("QcQdQhAs", "Kc", "7c"),  # F6*, U3
    ],
)
def test_the_comparisons_that_take_common_cards_hold_for_the_best_of_six_or_more(
    common, better, worse
):
    assert named(f"{common}{better}") > named(f"{common}{worse}")
    low = "2s3d"
    assert best(parse_cards(common + better + low)) == named(common + better)
    assert best(parse_cards(common + better + low)) > best(parse_cards(common + worse + low))


def test_suits_never_break_a_tie():
    assert named("AhKhQhJhTh") == named("AcKcQcJcTc") == ROYAL_FLUSH
    assert named("AhJh9h4h2h") == named("AsJs9s4s2s")
    assert named("7c6d5h4s3c") == named("7d6h5s4c3d")


@pytest.mark.parametrize("text", ["3c2dAhKsQc", "4c3d2hAsKc", "2c3dKhQsAc", "5c4d3hAs6c"])
def test_no_straight_goes_around_the_corner(text):
    assert named(text).category is Category.HIGH_CARD


@given(st.lists(st.sampled_from(DECK), min_size=5, max_size=7, unique=True))
def test_best_is_the_best_of_all_fives(cards):
    assert best(cards) == max(rank(five) for five in combinations(cards, 5))


@given(st.lists(st.sampled_from([*DECK[::4], *DECK[1:8]]), min_size=5, max_size=7, unique=True))
def test_best_finds_flushes_and_straight_flushes_among_more_cards(cards):
    assert best(cards) == max(rank(five) for five in combinations(cards, 5))


@given(st.lists(st.sampled_from([*DECK, *JOKERS]), min_size=5, max_size=7, unique=True))
@pytest.mark.parametrize("wild", [Wild.WILD, Wild.DEUCES])
def test_best_with_wild_cards_is_the_best_of_all_fives(wild, cards):
    assert best(cards, wild) == max(rank(five, wild) for five in combinations(cards, 5))


def test_what_best_cannot_read_is_named():
    with pytest.raises(CardError, match="X1 is a joker; without wild cards there is none"):
        best(parse_cards("AhKhQhJhTh9hX1"))
    with pytest.raises(CardError, match="'Ah' is no Card; parse_cards makes cards of a text"):
        best(["Ah", "Kh", "Qh", "Jh", "Th", "9h"])  # type: ignore[list-item]


@pytest.mark.parametrize("count", [0, 4, 8])
def test_best_is_picked_from_five_to_seven(count):
    with pytest.raises(CardError, match="five to seven"):
        best(DECK[:count])


# ---- names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("AhKhQhJhTh", "royal flush"),
        ("7h6h5h4h3h", "straight flush, seven-high"),
        ("5h4h3h2hAh", "straight flush, five-high"),
        ("4c4d4h4s2c", "four of a kind, fours"),
        ("6c6d6h6s2c", "four of a kind, sixes"),
        ("7c7d7hJsJd", "full house, sevens over jacks"),
        ("JcJdJh6s6d", "full house, jacks over sixes"),
        ("AhJh9h4h2h", "flush, ace-high"),
        ("7c6d5h4s3c", "straight, seven-high"),
        ("AcKdQhJsTc", "straight, ace-high"),
        ("KcKdKh8s4c", "three of a kind, kings"),
        ("KcKd4h4s9c", "two pair, kings and fours"),
        ("AcAd5h4s3c", "pair of aces"),
        ("6cAd5h6s3c", "pair of sixes"),
        ("AcKd5h4s3c", "high card, ace"),
        ("6c5d4h3s7d", "straight, seven-high"),
        ("8c6d4h3s2d", "high card, eight"),
    ],
)
def test_a_hand_is_called(text, name):
    assert str(named(text)) == name


def test_five_of_a_kind_has_its_name_ready():
    assert str(HandRank.of(Category.FIVE_OF_A_KIND, (12,))) == "five of a kind, aces"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("AcAdKh5s3c", "pair of aces (K-5-3)"),
        ("AhJh9h4h2h", "flush, ace-high (J-9-4-2)"),
        ("4c4d4h4sAc", "four of a kind, fours (A)"),
        ("KcKdKh8s4c", "three of a kind, kings (8-4)"),
        ("KcKd4h4s9c", "two pair, kings and fours (9)"),
        ("AcKd5h4sTc", "high card, ace (K-T-5-4)"),
        ("7c7d7hJsJd", "full house, sevens over jacks"),
        ("7c6d5h4s3c", "straight, seven-high"),
    ],
)
def test_the_full_name_has_all_that_breaks_ties(text, name):
    assert named(text).full_name == name


def test_a_value_shows_what_it_is_worth():
    assert repr(named("AcAdKh5s3c")) == "<HandRank: pair of aces (K-5-3)>"


def test_names_are_told_apart_only_where_they_are_the_same_and_the_hands_are_not():
    aces, worse_aces, same_aces = named("AcAdKh5s3c"), named("AhAsKd5c2d"), named("AhAsKd5c3d")
    kings = named("KcKhQh5d3d")
    assert display_names([aces, worse_aces, kings]) == (
        "pair of aces (K-5-3)", "pair of aces (K-5-2)", "pair of kings",
    )  # fmt: skip
    assert display_names([aces, same_aces]) == ("pair of aces", "pair of aces")


def test_ranks_are_called_in_words_and_only_the_sixes_have_an_e(counts):
    pairs = {str(value) for value in counts if value.category is Category.ONE_PAIR}
    assert pairs == {
        "pair of twos", "pair of threes", "pair of fours", "pair of fives", "pair of sixes",
        "pair of sevens", "pair of eights", "pair of nines", "pair of tens", "pair of jacks",
        "pair of queens", "pair of kings", "pair of aces",
    }  # fmt: skip


# ---- what others have computed -------------------------------------------------------------------


def exercism_cases() -> list[dict]:
    text = (DATA / "exercism" / "poker-canonical-data.json").read_text()
    cases: list[dict] = json.loads(text)["cases"]
    return cases


@pytest.mark.parametrize("case", exercism_cases(), ids=lambda case: case["description"])
def test_exercism(case):
    dealt = case["input"]["hands"]
    values = {text: named(text) for text in dealt}
    assert [text for text in dealt if values[text] == max(values.values())] == case["expected"]


@shared
def test_euler_54_is_won_376_times_by_the_first_player():
    lines = (SHARED / "euler54" / "p054_poker.txt").read_text().splitlines()
    deals = [(named(line[:14]), named(line[15:])) for line in lines]
    assert len(deals) == 1000
    assert sum(first > second for first, second in deals) == 376
    assert sum(first == second for first, second in deals) == 0


@shared
def test_every_row_of_the_uci_poker_hands_is_of_its_class():
    path = SHARED / "uci_poker_hand" / "poker-hand-training-true.data"
    lines = path.read_text().splitlines()
    assert len(lines) == 25_010
    for line in lines:
        *cards, wanted = map(int, line.split(","))
        held = [
            Card("A23456789TJQK"[one - 1] + "hsdc"[suit - 1])
            for suit, one in zip(cards[::2], cards[1::2], strict=True)
        ]
        value = rank(held)
        # UCI counts the royal flush as a class of its own.
        assert value.category + (value == ROYAL_FLUSH) == wanted


@shared
def test_showdowns_are_won_by_whom_four_other_evaluators_have_win():
    for line in (SHARED / "showdowns.jsonl").read_text().splitlines():
        deal = json.loads(line)
        values = [named(text) for text in deal["hands"]]
        winners = [place for place, value in enumerate(values) if value == max(values)]
        assert winners == deal["winners"]
        theirs = deal["rank_1_to_7462"]
        assert sorted(values, reverse=True) == [
            v for _, v in sorted(zip(theirs, values, strict=True))
        ]
