"""
Wild cards (RULES 4): the counts, the examples, and the definition once more, card by card.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from showdown import DECK, Card, CardError, Category, HandRank, Wild, parse_cards, rank, rank_many
from showdown.rules.cards import JOKERS, RANKS
from showdown.rules.hand_rank import ROYAL_FLUSH
from showdown.rules.wild import is_wild

BUG, WILD, DEUCES = Wild.BUG, Wild.WILD, Wild.DEUCES


def named(text: str, wild: Wild, **options: bool) -> HandRank:
    return rank(parse_cards(text), wild, **options)


# ---- counts --------------------------------------------------------------------------------------

COUNTS = {
    BUG: [1, 204, 828, 4368, 7804, 20532, 63360, 138600, 1215024, 1418964],
    WILD: [13, 204, 3120, 6552, 7804, 20532, 137280, 123552, 1268088, 1302540],
    DEUCES: [672, 2552, 31552, 12672, 14472, 62232, 355080, 95040, 1225008, 799680],
}
"""RULES 4.9, from five of a kind to high card."""
ROYALS = {BUG: 24, WILD: 24, DEUCES: 484}


@pytest.mark.parametrize("wild", COUNTS)
def test_all_hands_of_a_wild_deck_fall_as_they_should(wild):
    deck = DECK if wild is DEUCES else (*DECK, JOKERS[0])
    values = Counter(rank_many(combinations(deck, 5), wild))
    by_category = Counter[Category]()
    for value, hands in values.items():
        by_category[value.category] += hands
    assert [by_category[each] for each in reversed(Category)] == COUNTS[wild]
    assert values.total() == sum(COUNTS[wild])
    assert values[ROYAL_FLUSH] == ROYALS[wild]


# ---- examples ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "wild", "name"),
    [
        # 4.3
        ("2c 3d 4h 5s 6c", DEUCES, "straight, seven-high"),
        ("7c 7d Jh Js X1", WILD, "full house, jacks over sevens"),
        # 4.4
        ("Ah X1 9h 5h 2h", WILD, "flush, ace-high (K-9-5-2)"),
        ("Ah X1 X2 5h 3h", WILD, "straight flush, five-high"),
        ("Ah X1 X2 8h 3h", WILD, "flush, ace-high (K-Q-8-3)"),
        # 4.6
        ("Kc Kd X1 7h 5s", BUG, "pair of kings (A-7-5)"),
        ("8c 8d 5h 5s X1", BUG, "two pair, eights and fives (A)"),
        ("Ac X1 9d 6h 3s", BUG, "pair of aces (9-6-3)"),
        ("Ac Ad X1 9h 4s", BUG, "three of a kind, aces (9-4)"),
        ("9c 8d X1 6h 5s", BUG, "straight, nine-high"),
        ("Jc Td X1 8h 7s", BUG, "straight, jack-high"),
        ("Qh Jh Th X1 8h", BUG, "straight flush, queen-high"),
        # 4.5: never a pair of anything but aces, and the only five of a kind
        ("9c 7d 5h 3s X1", BUG, "high card, ace (9-7-5-3)"),
        ("Kc Kd Kh Ks X1", BUG, "four of a kind, kings (A)"),
        ("Ac Ad Ah As X1", BUG, "five of a kind, aces"),
        ("Ah 9h 5h 3h X1", BUG, "flush, ace-high (K-9-5-3)"),
        # 4.2
        ("Kc Kd Kh Ks X1", WILD, "five of a kind, kings"),
        ("Kh Qh Jh Th X1", WILD, "royal flush"),
        ("2c 2d 2h 2s 7c", DEUCES, "five of a kind, sevens"),
        ("2c 2d 2h Ah Kh", DEUCES, "royal flush"),
        ("2c 2d 2h 2s X1", DEUCES, "five of a kind, aces"),
        ("2c 2d 2h Ah Kc", DEUCES, "four of a kind, aces (K)"),
        ("2c 2d X1 X2 Kc", DEUCES, "five of a kind, kings"),
    ],
)  # fmt: skip
def test_a_hand_with_wild_cards_is_read_as(text, wild, name):
    assert named(text, wild).full_name == name


def test_a_wild_card_in_a_flush_is_the_highest_missing_rank_or_with_double_ace_an_ace():
    held, above, below = "Ah X1 9h 5h 2h", "Ac Kc Qc Tc 8c", "Ac Qc Jc 9c 8c"
    assert named(below, WILD) < named(held, WILD) < named(above, WILD)
    doubled = named(held, WILD, double_ace=True)
    assert doubled > named(above, WILD, double_ace=True)
    assert (doubled.category, doubled.ranks) == (Category.FLUSH, (12, 12, 7, 3, 0))


def test_two_wild_cards_are_two_more_aces_in_a_flush_with_double_ace():
    assert named("Ah X1 X2 8h 3h", WILD, double_ace=True).ranks == (12, 12, 12, 6, 1)


def test_a_straight_flush_never_repeats_a_rank():
    assert str(named("Kh Qh Jh Th X1", WILD, double_ace=True)) == "royal flush"


def test_natural_and_wild_hands_tie_unless_natural_ones_are_better():
    natural, one, two = "KcKdKhKsAc", "KcKdKhX1Ac", "KcKdX1X2Ac"
    assert named(natural, WILD) == named(one, WILD) == named(two, WILD)
    ranked = [named(text, WILD, natural_beats_wild=True) for text in (natural, one, two)]
    assert ranked == sorted(ranked, reverse=True)
    assert len(set(ranked)) == 3
    assert {value.plain for value in ranked} == {named(natural, WILD)}


def test_a_deuce_is_wild_even_where_it_stands_for_itself():
    with_deuce, without = "2h3h4h5h6h", "7c6c5c4c3c"
    assert named(with_deuce, DEUCES) == named(without, DEUCES)
    assert named(with_deuce, DEUCES, natural_beats_wild=True) < named(
        without, DEUCES, natural_beats_wild=True
    )


def test_hands_without_wild_cards_are_worth_what_they_are_worth_anywhere():
    for wild in (BUG, WILD, DEUCES):
        assert named("AcKdQhJs9c", wild) == named("AcKdQhJs9c", Wild.NONE)


# ---- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "wild", "sentence"),
    [
        ("AcKdQhJsX1", Wild.NONE, "X1 is a joker; without wild cards there is none in the deck."),
        ("AcKdQhX1X2", BUG, "X2 is a second joker; with a bug there is one in the deck."),
        ("AcKdQhX1", WILD, "4 cards were given; a hand has five."),
    ],
)
def test_cards_that_the_game_does_not_have_are_named(text, wild, sentence):
    with pytest.raises(CardError) as refused:
        named(text, wild)
    assert refused.value.sentence == sentence


def test_a_game_may_be_named_by_its_letters():
    for wild in Wild:
        cards = parse_cards("2c 2d 7h 7s Kc")
        assert rank(cards, wild.value) == rank(cards, wild)  # type: ignore[arg-type]


# ---- the definition, once more -------------------------------------------------------------------


def readings(cards: list[Card], wild: Wild) -> Iterator[list[tuple[int, int]]]:
    """All that the cards can stand for, as ranks and suits."""
    choices = [
        list(product(range(13), range(4))) if is_wild(card, wild) else [(card.rank, card.suit)]
        for card in cards
    ]
    for chosen in product(*choices):
        yield list(chosen)


def plainly(cards: list[Card], wild: Wild) -> tuple[int, list[int]]:
    """RULES 4 by trying all cards in place of each wild one."""
    return max(
        value
        for reading in readings(cards, wild)
        if (value := worth(reading)) is not None
        and (wild is not BUG or bug_may_be(cards, reading, value))
    )


def worth(reading: list[tuple[int, int]]) -> tuple[int, list[int]] | None:
    ranks = sorted((one for one, _ in reading), reverse=True)
    by_count = sorted(set(ranks), key=lambda one: (ranks.count(one), one), reverse=True)
    shape = [ranks.count(one) for one in by_count]
    in_order = ranks == list(range(ranks[0], ranks[0] - 5, -1))
    top = ranks[0] if in_order else 3 if ranks == [12, 3, 2, 1, 0] else -1
    if len({suit for _, suit in reading}) == 1 and len(set(ranks)) == 5:
        return (8, [top]) if top >= 0 else (5, ranks)
    if top >= 0:
        return 4, [top]
    shapes = [[1] * 5, [2, 1, 1, 1], [2, 2, 1], [3, 1, 1], None, None, [3, 2], [4, 1], None, [5]]
    return shapes.index(shape), by_count


def bug_may_be(
    cards: list[Card], reading: list[tuple[int, int]], value: tuple[int, list[int]]
) -> bool:
    stands_for = [one for card, (one, _) in zip(cards, reading, strict=True) if card.is_joker]
    return not stands_for or stands_for == [12] or value[0] in (4, 5, 8)


def hands_with(wild_cards: list[Card], most: int, suits: str) -> st.SearchStrategy[list[Card]]:
    """Hands with up to so many wild cards; the rest of few suits, so that flushes are not rare."""
    naturals = [card for card in DECK if card not in wild_cards and str(card)[1] in suits]

    def some(cards: list[Card], size: int) -> st.SearchStrategy[list[Card]]:
        return st.lists(st.sampled_from(cards), min_size=size, max_size=size, unique=True)

    return st.integers(0, most).flatmap(
        lambda wilds: st.builds(list.__add__, some(wild_cards, wilds), some(naturals, 5 - wilds))
    )


DEUCE_CARDS = [card for card in DECK if card.rank == RANKS.index("2")]


@settings(max_examples=30)
@given(st.data(), st.sampled_from(["h", "hs", "cdhs"]))
@pytest.mark.parametrize(
    ("wild", "wild_cards", "most"),
    [(BUG, [JOKERS[0]], 1), (WILD, list(JOKERS), 2), (DEUCES, [*DEUCE_CARDS, JOKERS[0]], 2)],
)
def test_a_hand_is_the_best_of_all_that_it_can_be_read_as(wild, wild_cards, most, data, suits):
    cards = data.draw(hands_with(wild_cards, most, suits))
    value = rank(cards, wild)
    assert (value.category, list(value.ranks)) == plainly(cards, wild)


@given(st.data())
@pytest.mark.parametrize("wild", [WILD, DEUCES])
def test_a_wild_card_is_as_good_as_the_best_card_in_its_place(wild, data):
    naturals = st.sampled_from(DECK[4:])
    kept = data.draw(st.lists(naturals, min_size=4, max_size=4, unique=True))
    best = max(rank([one, *kept], wild) for one in DECK[4:] if one not in kept)
    assert rank([JOKERS[0], *kept], wild) >= best
