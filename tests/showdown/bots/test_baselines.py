"""How the bots of the house play."""

import random

import pytest

from showdown import Game, Ruleset, Wild
from showdown import parse_cards as cards
from showdown.bots import HOUSE_BOTS, Bot, load
from showdown.bots.baselines import Caller, Tight
from showdown.bots.baselines import Random as RandomBot
from showdown.protocol import messages as msg
from showdown.rules.ruleset import DrawMode, Openers
from showdown.testing.rulesets import any_ruleset
from tests.showdown.bots.at_a_table import play_hand, shuffled
from tests.showdown.bots.views import drawing, facing

RULESETS = [
    Ruleset(sb=5, bb=10),
    Ruleset(game=Game.POT_LIMIT, sb=5, bb=10, ante=1),
    Ruleset(game=Game.FIXED_LIMIT, sb=5, bb=10),
    Ruleset(ante=5, min_bet=10, unit=5),
    Ruleset(game=Game.SPREAD_LIMIT, sb=5, bb=10, spread_min=10, spread_max=30),
    Ruleset(sb=5, bb=10, wild=Wild.WILD, jokers=2, max_draw=3, ace4=True),
    Ruleset(sb=5, bb=10, wild=Wild.DEUCES, max_draw=3, ace4=True),
    Ruleset(sb=5, bb=10, wild=Wild.BUG, draw_mode=DrawMode.SIMULTANEOUS),
    Ruleset(ante=5, min_bet=10, jacks=Openers.JACKS),
]


@pytest.mark.parametrize(
    "ruleset", RULESETS, ids=lambda rules: f"{rules.game}-{rules.ante}-{rules.wild}-{rules.jacks}"
)
def test_any_bots_play_whole_hands_by_the_rules(ruleset, seed):
    rng = random.Random(f"{seed} {ruleset.game}")
    for _ in range(40):
        seats = range(1, rng.randint(3, 7))
        bots: dict[int, Bot] = {seat: load(rng.choice(list(HOUSE_BOTS)), seat) for seat in seats}
        stacks = {seat: 5 * rng.randint(1, 80) for seat in seats}
        hand = play_hand(ruleset, stacks, bots, deck=shuffled(rng, ruleset))
        carried = hand.state.carried_over
        assert sum(hand.state.stacks) + carried == sum(stacks.values())


@pytest.mark.parametrize("name", list(HOUSE_BOTS))
def test_each_bot_plays_whatever_a_table_may_be(name, seed):
    rng = random.Random(f"{seed} {name}")
    for _ in range(100):
        ruleset = any_ruleset(rng)
        seats = range(1, rng.randint(3, 7))
        bots: dict[int, Bot] = {seat: load(name, seat) for seat in seats}
        stacks = {seat: ruleset.unit * rng.randint(10, 400) for seat in seats}
        hand = play_hand(ruleset, stacks, bots, deck=shuffled(rng, ruleset))
        assert hand.ended is not None


def test_the_caller_stays_in_with_anything():
    assert Caller().decide(facing("7c 5d 4h 3s 2c", to_call=200)) == msg.Call()
    assert Caller().decide(facing("As Ac Ad Ah 2c", to_call=0)) == msg.Check()


@pytest.mark.parametrize(
    ("hand", "thrown"),
    [
        ("Ah Ad Kc 5s 3h", "Kc 5s 3h"),
        ("Ah Ad Kc Ks 3h", "3h"),
        ("Ah Ad Ac 5s 3h", "5s 3h"),
        ("Ah Th 6h 4h Ks", "Ks"),
        ("9c 8d 7h 6s Ks", "Ks"),
        ("Ah Kd Qc Js 9h", "Qc Js 9h"),
        ("Ah Kd 9c 5s 2h", "9c 5s 2h"),
        ("9c 8d 7h 6s 5s", ""),
        ("Ah Th 6h 4h 2h", ""),
        ("7c 7d 7h Js Jd", ""),
    ],
)
def test_caller_and_tight_draw_to_what_they_have(hand, thrown):
    for bot in (Caller(), Tight()):
        assert bot.decide(drawing(hand)) == msg.Draw(cards=cards(thrown))


@pytest.mark.parametrize(
    ("hand", "to_call", "move"),
    [
        ("Ah Kd 9c 5s 2h", 10, msg.Fold()),
        ("Ah Kd 9c 5s 2h", 0, msg.Check()),
        ("2h 2d 9c 5s 3h", 10, msg.Fold()),
        ("Kh Kd 9c 5s 3h", 10, msg.Call()),
        ("Kh Kd 9c 5s 3h", 100, msg.Fold()),
        ("Kh Kd 9c 9s 3h", 100, msg.Call()),
        ("Kh Kd 9c 9s 3h", 0, msg.Bet(to=20)),
        ("Kh Kd Kc 9s 3h", 10, msg.Raise(to=20)),
        ("9c 8d 7h 6s Ks", 10, msg.Call()),
        ("9c 8d 7h 6s Ks", 20, msg.Fold()),
    ],
)
def test_tight_pays_what_its_hand_is_worth(hand, to_call, move):
    assert Tight().decide(facing(hand, to_call=to_call)) == move


def test_random_with_a_seed_does_the_same_again():
    def moves(seed):
        bot = RandomBot(seed)
        return [bot.decide(facing("Ah Kd 9c 5s 2h")) for _ in range(50)]

    assert moves(3) == moves(3) != moves(4)


def test_random_does_everything_that_is_allowed():
    bot = RandomBot(1)
    views = (facing("Ah Kd 9c 5s 2h"), facing("Ah Kd 9c 5s 2h", to_call=0), drawing("AhKd9c5s2h"))
    made = {type(bot.decide(view)) for view in views for _ in range(50)}
    assert made == {msg.Fold, msg.Check, msg.Call, msg.Bet, msg.Raise, msg.Draw}
