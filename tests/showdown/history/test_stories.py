"""
What a text says in different places about the cards of one seat, put together.
"""

import pytest

from showdown import CardError, parse_cards
from showdown.history.filling import UNSEEN, Holding
from showdown.history.stories import folded_before_draw, read_holdings
from tests.showdown.history.hands import SIDE_POT, TWO_PAIR, WALK, facts_of


def holdings(text: str, old: str = "", new: str = "") -> dict[int, Holding]:
    assert old in text
    return read_holdings(facts_of(text.replace(old, new) if old else text))


def test_of_the_keeper_of_a_text_all_cards_are_known():
    assert holdings(TWO_PAIR)[1] == Holding(
        hand=parse_cards("AhAd9c5s2h"), thrown=(2, 3, 4), drawn=parse_cards("KcKd3s")
    )


def test_of_a_listed_hand_the_pairs_were_kept_and_the_rest_was_drawn():
    assert holdings(TWO_PAIR)[4] == Holding(
        hand=(*parse_cards("QhQs8d8h"), None), thrown=(4,), drawn=parse_cards("4c")
    )


def test_of_a_hand_that_stood_pat_all_cards_were_dealt():
    pat = holdings(SIDE_POT, "P2: discards 1 card", "P2: stands pat")
    # All clubs: the high cards come first, as nothing pairs.
    assert pat[2] == Holding(hand=parse_cards("Jc8c7c6c5c"))


def test_of_a_hand_that_folded_unseen_nothing_is_known():
    assert holdings(TWO_PAIR)[2] == Holding(hand=UNSEEN, folded=True)


def test_a_hand_that_is_shown_while_folding_is_known():
    shown = holdings(TWO_PAIR, "P2: folds", "P2: folds [2c 3c 4d]")
    assert shown[2] == Holding(hand=(*parse_cards("2c3c4d"), None, None), folded=True)


def test_a_hand_that_is_not_listed_is_unseen_apart_from_how_many_were_drawn():
    unlisted = holdings(TWO_PAIR, "mucked [Qh Qs 8d 8h 4c]", "mucked")
    assert unlisted[4] == Holding(hand=UNSEEN, thrown=(4,), drawn=(None,))


def test_a_card_that_another_seat_threw_was_drawn_and_not_kept():
    # Only a reshuffle can bring it, but what was kept is never such a card.
    listed = holdings(TWO_PAIR, "mucked [Qh Qs 8d 8h 4c]", "mucked [9c Qs Qd 8h 4c]")
    assert listed[4].drawn == parse_cards("9c")


def test_without_the_line_that_deals_new_cards_the_shown_hand_says_what_they_were():
    without = holdings(TWO_PAIR, "Dealt to P1 [Ah Ad] [Kc Kd 3s]\n", "")
    assert without[1] == holdings(TWO_PAIR)[1]


def test_without_the_line_that_deals_a_hand_it_is_put_together_from_the_others():
    without = holdings(TWO_PAIR, "Dealt to P1 [Ah Ad 9c 5s 2h]\n", "")
    assert without[1] == holdings(TWO_PAIR)[1]


def test_who_folds_before_the_first_discard_is_out_of_the_draw():
    assert folded_before_draw(facts_of(TWO_PAIR)) == {2}
    assert folded_before_draw(facts_of(WALK)) == {2, 4}
    assert folded_before_draw(facts_of(SIDE_POT)) == frozenset()


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("Dealt to P1 [Ah Ad 9c", "Dealt to P1 [Ah 9c", "P1 is dealt 4 cards; a hand has 5."),
        (
            "[Ah Ad] [Kc Kd 3s]",
            "[Ah Ad] [Kc Kd]",
            "P1 discards 3 and gets Kc Kd.",
        ),
        (
            "[Ah Ad] [Kc Kd 3s]",
            "[Ah Ad 9c] [Kc Kd 3s]",
            "P1 discards 9c 5s 2h, but elsewhere the text says 5s 2h.",
        ),
        (
            "P1: discards 3 cards [9c 5s 2h]",
            "P1: discards 2 cards",
            "P1 discards 2 of Ah Ad 9c 5s 2h and keeps Ah Ad.",
        ),
        (
            "P1: discards 3 cards [9c 5s 2h]",
            "P1: stands pat on [Ah Ad 9c 5s 3h]",
            "P1 discards 0 of Ah Ad 9c 5s 2h and keeps Ah Ad.",
        ),
        (
            "Seat 1: P1 (button) showed [Ah Ad Kc",
            "Seat 1: P1 (button) showed [Ah Ad Ks",
            "P1 shows Ah Ad Ks Kd 3s, but elsewhere the text says Ah Ad Kc Kd 3s.",
        ),
    ],
)
def test_a_text_that_contradicts_itself_is_told_both_sides(old, new, sentence):
    with pytest.raises(CardError) as raised:
        holdings(TWO_PAIR, old, new)
    assert raised.value.sentence == sentence
