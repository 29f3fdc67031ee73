"""How the strong bot plays, and that it beats the others."""

import random
import statistics
from collections import Counter

import pytest

from showdown import Game, Ruleset, Wild
from showdown import parse_cards as cards
from showdown.bots import load
from showdown.bots.draw_odds import DrawOdds
from showdown.bots.strong import Strong
from showdown.bots.strong.bot import solved
from showdown.bots.strong.buckets import bucket_before
from showdown.bots.strong.table import FULL, shipped
from showdown.protocol import messages as msg
from showdown.rules.ruleset import DrawMode, Openers
from showdown.testing.decks import stacked_deck
from showdown.testing.watched import WatchedHand
from tests.showdown.bots.at_a_table import play_hand, shuffled, view_of

FIXED = Ruleset(game=Game.FIXED_LIMIT, sb=5, bb=10)
NO_LIMIT = Ruleset(sb=5, bb=10)
POT_LIMIT = Ruleset(game=Game.POT_LIMIT, sb=5, bb=10)
STACKS = {1: 1000, 2: 1000}
"""Seat 1 has the button and the small blind."""


def hand_of(first, second="8c 6s 4s 3d 3h", ruleset=FIXED):
    deck = stacked_deck((2, 1), {1: cards(first), 2: cards(second)})
    return WatchedHand(ruleset, STACKS, button=1, deck=deck)


def answers(hand, times=60):
    """What it does in so many tries."""
    bot = Strong()
    bot.reseed(5)
    view = view_of(hand)
    return Counter(bot.decide(view) for _ in range(times))


def test_it_mixes_what_it_does_as_the_table_says():
    hand = hand_of("9h 8h 7h 5h Kd")
    table = shipped("fixed")
    bucket = table.before[bucket_before(cards("9h 8h 7h 5h Kd"))]
    folding, calling, raising = table.chances(("", "before"), (bucket,))
    made = answers(hand, times=2000)
    assert made[msg.Fold()] / 2000 == pytest.approx(folding / FULL, abs=0.05)
    assert made[msg.Call()] / 2000 == pytest.approx(calling / FULL, abs=0.05)
    assert made[msg.Raise(to=20)] / 2000 == pytest.approx(raising / FULL, abs=0.05)


def test_it_folds_nothing_and_raises_three_of_a_kind_before_the_draw():
    assert answers(hand_of("7c 6d 4h 3s 2c"))[msg.Fold()] > 50
    assert answers(hand_of("9h 9d 9c 5s 2h"))[msg.Fold()] == 0


def test_it_sees_how_many_the_other_drew():
    table = shipped("fixed")
    jacks = table.after[1, 9, 7]
    told = []
    for thrown in ("", "3c", "3c 4s 6h"):
        hand = hand_of("Jh Jd 9c 5s 2h", "Ah Ad 3c 4s 6h")
        for move in (msg.Raise(to=20), msg.Call(), msg.Draw(cards=cards(thrown)), msg.Draw()):
            hand.act(move.by(view_of(hand).seat))
        hand.act(msg.Bet(to=20).by(2))
        count = len(cards(thrown))
        folding, *_ = table.chances(("rc", "r"), (count, 0, jacks))
        assert answers(hand, 1000)[msg.Fold()] / 1000 == pytest.approx(folding / FULL, abs=0.06)
        told.append(folding)
    assert len(set(told)) == 3


def test_the_same_seed_plays_the_same_hand():
    def played(seed):
        bots = {1: load("strong", seed), 2: load("strong", seed + 1)}
        deck = shuffled(random.Random(3))
        return [type(event).__name__ for event in play_hand(FIXED, STACKS, bots, deck=deck).events]

    assert played(1) == played(1)
    assert len({tuple(played(seed)) for seed in range(20)}) > 1


@pytest.mark.parametrize(
    "ruleset",
    [
        Ruleset(game=Game.SPREAD_LIMIT, sb=5, bb=10, spread_min=10, spread_max=30),
        Ruleset(game=Game.FIXED_LIMIT, sb=5, bb=10, wild=Wild.DEUCES),
        Ruleset(game=Game.FIXED_LIMIT, ante=5, min_bet=10),
        Ruleset(game=Game.FIXED_LIMIT, ante=5, min_bet=10, jacks=Openers.JACKS),
        Ruleset(game=Game.FIXED_LIMIT, sb=5, bb=10, ante=5),
        Ruleset(game=Game.FIXED_LIMIT, sb=5, bb=10, max_draw=2),
        Ruleset(game=Game.FIXED_LIMIT, sb=5, bb=10, draw_mode=DrawMode.SIMULTANEOUS),
    ],
    ids=lambda rules: (
        f"{rules.game}-{rules.ante}-{rules.bb}-{rules.wild}-{rules.jacks}-{rules.max_draw}-{rules.draw_mode}"
    ),
)
def test_what_it_was_not_solved_for_it_plays_by_the_odds(ruleset):
    assert solved(ruleset) is None
    for held in ("9h 9d 9c 5s 2h", "Kh Kd 9c 5s 2h", "7c 6d 4h 3s 2c"):
        view = view_of(hand_of(held, ruleset=ruleset))
        assert Strong().decide(view) == DrawOdds().decide(view)


def test_it_wins_from_the_random_bot(seed):
    rng = random.Random(seed)
    won = []
    for deal in range(150):
        deck, bots = shuffled(rng), (load("strong", deal), load("random", deal))
        # Each deal is played from both seats, which takes out most of the luck.
        first = play_hand(FIXED, STACKS, {1: bots[0], 2: bots[1]}, deck=deck)
        second = play_hand(FIXED, STACKS, {1: bots[1], 2: bots[0]}, deck=deck)
        won.append(first.state.stacks[1] + second.state.stacks[0] - 2000)
    mean, error = statistics.mean(won), statistics.stdev(won) / len(won) ** 0.5
    assert mean > 3 * error


def test_among_three_it_plays_by_the_odds():
    hand = WatchedHand(FIXED, {1: 1000, 2: 1000, 3: 1000}, button=1)
    assert Strong().decide(view_of(hand)) == DrawOdds().decide(view_of(hand))


@pytest.mark.parametrize("stack", [390, 2510])
def test_in_no_limit_it_plays_stacks_far_from_a_hundred_big_blinds_by_the_odds(stack):
    hand = WatchedHand(NO_LIMIT, {1: stack, 2: 3000}, button=1)
    assert Strong().decide(view_of(hand)) == DrawOdds().decide(view_of(hand))


@pytest.mark.parametrize("rules", [FIXED, NO_LIMIT, POT_LIMIT], ids=lambda rules: rules.game)
@pytest.mark.parametrize("stack", [10, 15, 40, 399, 400, 1000])
def test_with_any_chips_it_plays_on_by_the_rules(rules, stack, seed):
    rng = random.Random(f"{seed} {stack}")
    for number in range(15):
        bots = {1: load("strong", number), 2: load("random", number)}
        play_hand(rules, {1: stack, 2: 1000}, bots, deck=shuffled(rng))
        play_hand(rules, {1: 1000, 2: stack}, bots, deck=shuffled(rng))


def test_without_a_cap_for_two_it_plays_on_by_the_rules(seed):
    rules = Ruleset(game=Game.FIXED_LIMIT, sb=5, bb=10, uncap_hu=True)
    rng = random.Random(seed)
    for number in range(60):
        bots = {1: load("strong", number), 2: load("random", number)}
        play_hand(rules, STACKS, bots, deck=shuffled(rng))


def facing_a_bet_of(to):
    """With jacks after both have drawn three, 60 in the pot and 970 behind."""
    deck = stacked_deck(
        (2, 1),
        {1: cards("Jh Jd 9c 5s 2h"), 2: cards("Ah Ad 3c 4s 6h")},
        stub_top=cards("Kc 8d 7s Qc Td 4h"),
    )
    hand = WatchedHand(NO_LIMIT, STACKS, button=1, deck=deck)
    thrown = msg.Draw(cards=cards("3c 4s 6h")), msg.Draw(cards=cards("9c 5s 2h"))
    for move in (msg.Raise(to=30), msg.Call(), *thrown, msg.Bet(to=to)):
        hand.act(move.by(view_of(hand).seat))
    return hand


def test_in_no_limit_it_folds_more_to_larger_bets():
    folds = [answers(facing_a_bet_of(to), 400)[msg.Fold()] for to in (10, 30, 60, 120, 970)]
    assert folds == sorted(folds)
    assert folds[0] < folds[-1]


def test_in_no_limit_it_bets_the_pot_or_everything():
    hand = hand_of("9h 9d 9c 5s 2h", ruleset=NO_LIMIT)
    assert {type(each) for each in answers(hand)} <= {msg.Call, msg.Raise}
    raised = {each.to for each in answers(hand) if isinstance(each, msg.Raise)}
    assert raised <= {30, 1000}
    assert raised


def test_in_pot_limit_everything_is_the_pot():
    hand = hand_of("9h 9d 9c 5s 2h", ruleset=POT_LIMIT)
    assert {each.to for each in answers(hand) if isinstance(each, msg.Raise)} == {30}
