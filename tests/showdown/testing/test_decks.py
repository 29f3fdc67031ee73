"""
Decks that deal what is wanted.
"""

import pytest

from showdown import DECK, CardError, Ruleset, parse_cards
from showdown.rules.wild import Wild
from showdown.testing.decks import stacked_deck, stacked_stub
from showdown.testing.watched import WatchedHand

HANDS = {2: parse_cards("AcAdAhKsKd"), 5: parse_cards("QcQdQhJsJd")}


def test_named_hands_are_dealt_and_the_named_cards_follow():
    top = parse_cards("2s2h")
    deck = stacked_deck((5, 2, 4), HANDS, top)
    assert set(deck) == set(DECK)
    hand = WatchedHand(Ruleset(sb=5, bb=10), {2: 100, 4: 100, 5: 100}, 4, deck=deck)
    assert hand.state.cards[0] == HANDS[5]
    assert hand.state.cards[1] == HANDS[2]
    assert hand.state.stub[:2] == top


def test_all_other_places_are_filled_from_the_lowest_card():
    deck = stacked_deck((5, 2, 4), HANDS, parse_cards("2d"))
    assert deck[2:15:3] == parse_cards("2c2h2s3c3d")
    assert deck[16:] == tuple(card for card in DECK if card not in deck[:16])
    assert stacked_deck((1, 2), {}) == DECK


def test_a_card_is_in_the_deck_once():
    with pytest.raises(CardError, match="Kd is there twice"):
        stacked_deck((2, 5), HANDS, parse_cards("Kd"))


def test_jokers_are_in_the_deck_of_games_that_have_them():
    deck = Ruleset(sb=5, bb=10, wild=Wild.WILD, jokers=2).deck
    joker = parse_cards("X1AdAhKsKd")
    assert stacked_deck((2, 5), {2: joker}, deck=deck)[-1] == deck[-1]
    with pytest.raises(CardError, match="X1 is not in the deck of this game"):
        stacked_deck((2, 5), {2: joker})


def test_a_hand_has_five_cards_and_a_seat():
    with pytest.raises(CardError, match="Seat 2 has 4 cards; a hand has five"):
        stacked_deck((2, 5), {2: HANDS[2][:4]})
    with pytest.raises(CardError, match="Seat 5 has a hand but is not dealt in"):
        stacked_deck((2, 4), HANDS)


def test_a_new_stub_begins_with_the_named_cards():
    eligible = DECK[8:14]
    assert stacked_stub(eligible, eligible[3:5]) == (
        *eligible[3:5], *eligible[:3], eligible[5],
    )  # fmt: skip
    assert stacked_stub(eligible) == eligible
    with pytest.raises(CardError, match="As is not among the cards of the new stub"):
        stacked_stub(eligible, parse_cards("As"))
