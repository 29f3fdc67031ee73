"""
What PokerStars calls a hand.
"""

import pytest

from showdown import parse_cards, rank
from showdown.history.pokerstars_names import agrees, name_of


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("Th Qc 7c 5h Ah", "high card Ace"),
        ("6s 4s 7h 8c 6d", "a pair of Sixes"),
        ("6d Js As Jd 6c", "two pair, Jacks and Sixes"),
        ("Ad 3s 8s Ah As", "three of a kind, Aces"),
        ("Kh Jc Qs Td 9d", "a straight, Nine to King"),
        ("5h 4c 3s 2d Ad", "a straight, Ace to Five"),
        ("Ks Ad Qs Tc Jh", "a straight, Ten to Ace"),
        ("3s Js 5s 6s 2s", "a flush, Jack high"),
        ("8c 8d 8h Ac Ad", "a full house, Eights full of Aces"),
        ("2c 2d 2h 2s 3c", "four of a kind, Twos"),
        ("5c 6c 7c 8c 9c", "a straight flush, Five to Nine"),
        ("Ac 2c 3c 4c 5c", "a straight flush, Ace to Five"),
        ("Ah Kh Qh Jh Th", "a royal flush"),
    ],
)
def test_every_kind_of_hand_has_its_words(cards, name):
    value = rank(parse_cards(cards))
    assert name_of(value) == name
    assert agrees(name, value)
    assert not agrees("a pair of Nines", value)


def test_capitals_and_a_kicker_after_a_dash_make_no_difference():
    assert agrees("a Royal Flush", rank(parse_cards("AhKhQhJhTh")))
    assert agrees("high card Ace - King kicker", rank(parse_cards("AhKd9c5s2h")))
