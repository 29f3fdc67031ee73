"""How the bot plays that knows the odds."""

import pytest

from showdown import Category, Ruleset, Wild, odds
from showdown import parse_cards as cards
from showdown.bots.draw_odds import DrawOdds, chance_to_win, drawing
from showdown.bots.drawing import discards
from showdown.protocol import messages as msg
from tests.showdown.bots.views import drawing as at_the_draw
from tests.showdown.bots.views import facing

PLAIN = Ruleset(sb=5, bb=10)


@pytest.mark.parametrize(
    "hand",
    [
        "Kh Kd 9c 5s 2h",
        "2h 2d As Kc 9d",
        "Ah Ad Kc Ks 3h",
        "7h 7d 7c As 2h",
        "9h 9d 9c 9s 2h",
        "Ah Th 6h 4h Ks",
        "9c 8d 7h 6s Ks",
        "9c 8d 7h 6s 5s",
    ],
)
def test_the_odds_of_a_draw_are_those_of_counting_all_draws(hand):
    held = cards(hand)
    counted = odds(held, discards(held))
    assert drawing(held, PLAIN) == {
        category: many / counted.draws for category, many in counted.counts.items()
    }


def test_hands_of_a_shape_are_counted_as_one_where_jokers_make_many():
    rules = Ruleset(sb=5, bb=10, wild=Wild.WILD, jokers=2)
    assert drawing(cards("X1 X2 9h 5c 3d"), rules) == drawing(cards("X2 X1 Ah 8c 6d"), rules)
    assert drawing(cards("X1 X2 9h 5c 3d"), rules)[Category.FOUR_OF_A_KIND] > 0.05


@pytest.mark.parametrize(
    ("hand", "to_call", "pot", "move"),
    [
        # A flush comes in 9 of 47 cards, and a pair of it is seldom enough.
        ("Ah Th 6h 4h 2s", 10, 60, msg.Call()),
        ("Ah Th 6h 4h 2s", 40, 60, msg.Fold()),
        ("9c 8d 7h 6s Ks", 10, 80, msg.Call()),
        ("9c 8d 7h 6s Ks", 40, 60, msg.Fold()),
        ("7c 5d 4h 3s 2c", 10, 30, msg.Fold()),
        ("2h 2d 9c 5s 3h", 40, 50, msg.Fold()),
        ("Kh Kd 9c 5s 3h", 10, 30, msg.Raise(to=30)),
        ("7h 7d 7c As 2h", 20, 40, msg.Raise(to=50)),
        ("7h 7d 7c As 2h", 0, 40, msg.Bet(to=20)),
    ],
)
def test_it_pays_for_a_draw_what_the_draw_is_worth(hand, to_call, pot, move):
    assert DrawOdds().decide(facing(hand, to_call=to_call, pot=pot)) == move


def test_it_draws_to_what_it_has():
    assert DrawOdds().decide(at_the_draw("Ah Th 6h 4h Ks")) == msg.Draw(cards=cards("Ks"))


def test_better_hands_win_more_often():
    chances = [
        chance_to_win(facing(hand))
        for hand in (
            "7c 5d 4h 3s 2c",
            "2h 2d 9c 5s 3h",
            "Ah Ad 9c 5s 3h",
            "Ah Ad 9c 9s 3h",
            "Ah Ad Ac 9s 3h",
            "9c 8d 7h 6s 5s",
            "Ah Ad Ac 9s 9h",
        )
    ]
    assert chances == sorted(chances)
    assert 0 < chances[0] < 0.3
    assert 0.95 < chances[-1] <= 1
