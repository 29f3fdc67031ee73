"""
What sites call a hand.
"""

import pytest

from showdown import parse_cards, rank
from showdown.history.hand_names import agrees

FITS = [
    ("PokerStars", "a pair of Aces", "AhAd9c5s2h", True),
    ("Full Tilt", "a full house, Sevens full of Queens", "7h7d7sQhQs", True),
    ("Full Tilt", "a straight, Nine high", "9c6s8d7h5s", True),
    ("Full Tilt", "a straight, Five to Nine", "9c6s8d7h5s", True),
    ("Full Tilt", "a straight, Ten high", "9c6s8d7h5s", False),
    ("Full Tilt", "a straight flush, Five high", "5c4c3c2cAc", True),
    ("Full Tilt", "Ace Queen high", "AhQd9c5s2h", True),
    ("Full Tilt", "King high", "AhQd9c5s2h", False),
    ("Full Tilt", "a pair of Kings", "AhAd9c5s2h", False),
    ("OnGame", "HIGH_CARD ACE", "AhQd9c5s2h", True),
    ("OnGame", "PAIR ACE", "AhAd9c5s2h", True),
    ("OnGame", "TWO_PAIR ACE, JACK", "As7cJhAcJd", True),
    ("OnGame", "TWO_PAIR JACK, ACE", "As7cJhAcJd", False),
    ("OnGame", "PAIR ACE", "As7cJhAcJd", False),
    ("OnGame", "GOOD_HAND ACE", "As7cJhAcJd", None),
    ("OnGame", "PAIR ACES", "AhAd9c5s2h", None),
    ("Boss Media", "$(STR_G_WIN_PAIR) $(STR_G_CARDS_KINGS)", "KsKhQh5h2c", True),
    ("Boss Media", "$(STR_G_WIN_PAIR) $(STR_G_CARDS_SIXES)", "6s6hQh5h2c", True),
    ("Boss Media", "$(STR_G_WIN_HIGHCARD) $(STR_G_CARD_KING)", "Kd8c7d5d3d", True),
    (
        "Boss Media",
        "$(STR_G_WIN_TWOPAIR) $(STR_G_CARDS_TENS) $(STR_G_ANDTEXT) $(STR_G_CARDS_EIGHTS)",
        "TsTh8c8d2s",
        True,
    ),
    ("Boss Media", "$(STR_G_WIN_PAIR) $(STR_G_CARDS_TENS)", "KsKhQh5h2c", False),
    ("Boss Media", "$(STR_G_WIN_SOMETHING)", "KsKhQh5h2c", None),
    ("Boss Media", "a pair of Kings", "KsKhQh5h2c", None),
    ("Elsewhere", "a pair of Kings", "KsKhQh5h2c", None),
]


@pytest.mark.parametrize(("site", "said", "cards", "fits"), FITS)
def test_words_fit_a_hand_or_do_not_or_are_not_known(site, said, cards, fits):
    assert agrees(site, said, rank(parse_cards(cards))) is fits
