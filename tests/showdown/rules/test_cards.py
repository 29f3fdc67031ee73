"""Cards and the ways they are written."""

from contextlib import suppress

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from showdown import DECK, Card, CardError, parse_cards
from showdown.rules.cards import JOKERS, RANKS, SUITS, join_cards


def test_the_deck_is_every_rank_in_every_suit_once_by_number():
    assert [str(card) for card in DECK] == [rank + suit for rank in RANKS for suit in SUITS]
    assert [card.index for card in DECK] == list(range(52))
    assert [card.index for card in DECK] == [4 * card.rank + card.suit for card in DECK]


def test_jokers_come_after_the_deck_and_have_neither_rank_nor_suit():
    assert [str(card) for card in JOKERS] == ["X1", "X2"]
    assert [card.index for card in JOKERS] == [52, 53]
    assert all(card.is_joker and card.rank == card.suit == -1 for card in JOKERS)
    assert not any(card.is_joker for card in DECK)


def test_ranks_go_from_the_two_to_the_ace():
    assert RANKS == "23456789TJQKA"
    assert Card("As").rank > Card("Ks").rank > Card("Qs").rank > Card("Js").rank > Card("Ts").rank


def test_a_card_travels_as_rank_and_suit():
    assert msgspec.json.encode(list(DECK[:3])) == b'["2c","2d","2h"]'
    assert msgspec.json.decode(b'["Ah","Td"]', type=tuple[Card, ...]) == parse_cards("AhTd")


@pytest.mark.parametrize(
    "text",
    ["AhTd2c", "Ah Td 2c", " ah, tD,2C ", "[Ah Td 2c]", "[Ah][Td] [2c]", "A♥10♦2♣", "Ah 10d 2c"],
)
def test_cards_are_read_however_they_are_written(text):
    assert parse_cards(text) == (Card("Ah"), Card("Td"), Card("2c"))


@pytest.mark.parametrize(
    "text", ["1h", "Ax", "A", "Ahh", "X", "X0", "X3", "1X", "Xh", "hA", "Ah-Kd", "♥A", "١h"]
)
def test_what_is_not_a_card_is_refused(text):
    with pytest.raises(CardError, match="is not a card"):
        parse_cards(text)


@pytest.mark.parametrize("text", ["X1Ah", "x1 AH", "[X1, Ah]"])
def test_a_joker_is_read_like_a_card(text):
    assert parse_cards(text) == (JOKERS[0], Card("Ah"))


def test_a_card_that_comes_twice_is_refused():
    with pytest.raises(CardError, match="Kd is there twice") as refused:
        parse_cards("Kd Ah Kd")
    assert refused.value.found == "Kd"


def test_no_text_is_no_cards():
    assert parse_cards("") == parse_cards("  , ") == ()


@given(st.lists(st.sampled_from([*DECK, *JOKERS]), unique=True))
def test_what_is_written_is_read_back(cards):
    assert parse_cards(join_cards(cards)) == tuple(cards)
    assert parse_cards("".join(map(str, cards))) == tuple(cards)


@given(st.text())
def test_any_text_is_cards_or_a_card_error(text):
    cards: tuple[Card, ...] = ()
    with suppress(CardError):
        cards = parse_cards(text)
    assert len(set(cards)) == len(cards)
