"""The game as an environment of PettingZoo."""

import importlib
import random
import sys
import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from showdown import Game, IllegalAction, Ruleset, RulesetError, Wild
from showdown import parse_cards as cards
from showdown.gym import CHECK_OR_CALL, DRAW, FOLD, HALF_POT, LARGEST, POT, SMALLEST, DrawPoker, env
from showdown.rules.ruleset import DrawMode, Openers, Passout
from showdown.testing.rulesets import any_ruleset

FIXED = Ruleset(game=Game.FIXED_LIMIT, sb=5, bb=10)
SIMULTANEOUS = Ruleset(sb=5, bb=10, draw_mode=DrawMode.SIMULTANEOUS)


def named(rules):
    return f"{rules.game}-{rules.draw_mode}"


OF_CARD_GAMES = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box",
    "Action mask numpy array is all zeros",
)
"""What its test says of every game with a mask that is not on PettingZoo's own list."""


def judged_by(test, *arguments):
    with warnings.catch_warnings():
        for sentence in OF_CARD_GAMES:
            warnings.filterwarnings("ignore", sentence)
        test(*arguments, num_cycles=60)


@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize("rules", [Ruleset(sb=5, bb=10), FIXED, SIMULTANEOUS], ids=named)
def test_it_is_an_environment_by_pettingzoos_own_test(rules, players):
    judged_by(api_test, env(ruleset=rules, players=players))


@pytest.mark.parametrize("players", [2, 6])
def test_a_seed_makes_the_same_hand_again_by_pettingzoos_own_test(players):
    judged_by(seed_test, lambda: env(players=players))


def played(game, choose):
    """What each agent won."""
    won = {}
    for agent in game.agent_iter():
        seen, reward, terminated, truncated, _ = game.last()
        if terminated or truncated:
            won[agent] = reward
            game.step(None)
        else:
            game.step(choose(seen["action_mask"]))
    return won


def call_down(allowed):
    return CHECK_OR_CALL if allowed[CHECK_OR_CALL] else DRAW


def ready(**options):
    game = DrawPoker(**options)
    game.reset(seed=3)
    return game


def allowed_now(game):
    return {int(each) for each in np.flatnonzero(game.last()[0]["action_mask"])}


def test_whatever_is_allowed_is_legal_in_every_game(seed):
    rng = random.Random(seed)
    for _ in range(60):
        rules = any_ruleset(rng)
        if rules.jacks and rules.passout is not Passout.RETURN:
            continue
        game = DrawPoker(rules, players=rng.randint(2, 6))
        game.reset(seed=rng.randrange(2**32))
        won = played(
            game, lambda allowed: rng.choice([int(one) for one in np.flatnonzero(allowed)])
        )
        raked = sum(game.hand.raked) / (rules.bb or rules.min_bet)
        assert sum(won.values()) == pytest.approx(-raked, abs=1e-9)


def test_the_first_to_act_may_fold_call_and_raise_by_parts_of_the_pot():
    game = ready(ruleset=Ruleset(sb=5, bb=10), stack=500)
    assert allowed_now(game) == {FOLD, CHECK_OR_CALL, SMALLEST, POT, LARGEST}
    game.step(POT)
    assert game.hand.round.bet == 30
    assert allowed_now(game) == {FOLD, CHECK_OR_CALL, SMALLEST, HALF_POT, POT, LARGEST}


def test_in_fixed_limit_there_is_one_raise():
    assert allowed_now(ready(ruleset=FIXED)) == {FOLD, CHECK_OR_CALL, SMALLEST}


def test_at_the_draw_the_bits_of_an_action_throw_the_cards_of_the_hand():
    game = ready(ruleset=FIXED)
    game.step(CHECK_OR_CALL)
    game.step(CHECK_OR_CALL)
    assert allowed_now(game) == set(range(DRAW, DRAW + 32))
    place = game.hand.to_act
    held = game.hand.cards[place]
    game.step(DRAW + 0b10100)
    assert game.hand.discards[place] == (held[2], held[4])


def test_at_most_three_cards_go_where_the_rules_say_so_and_four_from_an_ace():
    game = ready(ruleset=Ruleset(sb=5, bb=10, max_draw=3, ace4=True))
    game.step(CHECK_OR_CALL)
    game.step(CHECK_OR_CALL)
    game.hand.cards[game.hand.to_act] = cards("Ah Kd 9c 5s 2h")
    thrown = {one - DRAW for one in allowed_now(game) if (one - DRAW).bit_count() == 4}
    assert thrown == {0b11110}


def test_an_action_that_is_not_allowed_is_refused_and_nothing_has_changed():
    game = ready(ruleset=FIXED)
    before = game.hand.copy()
    for action in (DRAW, POT):
        with pytest.raises(IllegalAction):
            game.step(action)
    assert game.hand == before


def test_the_winner_gets_what_the_loser_pays_in_big_blinds():
    game = ready(ruleset=FIXED)
    game.step(FOLD)
    assert played(game, call_down) == {"player_0": -0.5, "player_1": 0.5}


def test_the_button_moves_from_hand_to_hand():
    game = ready(players=3)
    buttons = []
    for _ in range(4):
        buttons.append(game.hand.started.button)
        played(game, call_down)
        game.reset()
    assert buttons == [1, 2, 3, 1]


@pytest.mark.parametrize("rules", [FIXED, SIMULTANEOUS], ids=named)
def test_an_observation_has_nothing_of_the_cards_of_others(rules):
    game = ready(ruleset=rules)
    while not game.hand.ended:
        asked = game.hand.to_act
        other = 1 - asked
        seen = game.observe(game.agent_selection)
        kept = game.hand.cards[other], game.hand.stub
        game.hand.cards[other], game.hand.stub = game.hand.stub[:5], (*kept[0], *kept[1][5:])
        again = game.observe(game.agent_selection)
        game.hand.cards[other], game.hand.stub = kept
        assert np.array_equal(seen["observation"], again["observation"])
        assert np.array_equal(seen["action_mask"], again["action_mask"])
        game.step(DRAW + 7 if seen["action_mask"][DRAW] else CHECK_OR_CALL)


def test_who_chooses_at_the_same_time_does_not_see_how_many_the_other_throws():
    game = ready(ruleset=SIMULTANEOUS)
    game.step(CHECK_OR_CALL)
    game.step(CHECK_OR_CALL)
    other = game.possible_agents[2 - game.hand.seat_to_act]
    before = game.observe(other)["observation"]
    game.step(DRAW + 0b111)
    assert game.agent_selection == other
    after = game.observe(other)["observation"]
    turn = 270 + 5  # Now it is his.
    assert np.array_equal(np.delete(before, turn), np.delete(after, turn))


def test_a_table_is_shown_as_text(capsys):
    game = ready(ruleset=Ruleset(sb=5, bb=10), stack=500, render_mode="ansi")
    lines = game.render().splitlines()
    assert lines[0] == "Hand, betting: pot 15"
    assert lines[1].startswith("> player_0  ")
    assert lines[1].endswith("  stack 495  bet 5  button")
    assert lines[2].endswith("  stack 490  bet 10")
    shown = ready(ruleset=FIXED, render_mode="human")
    shown.step(FOLD)
    assert "folded" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"players": 7}, "7 players do not play at this table; it has 2 to 6 seats."),
        ({"players": 1}, "1 players do not play at this table; it has 2 to 6 seats."),
        ({"stack": 2}, "A stack of 2 is not enough: it takes 3 or more, in multiples of 1."),
        (
            {"ruleset": Ruleset(ante=1, min_bet=2, jacks=Openers.JACKS)},
            "An episode is one hand, so jackpots need passout=return",
        ),
    ],
)
def test_what_is_no_episode_is_refused_in_a_sentence(options, sentence):
    with pytest.raises(RulesetError) as refused:
        DrawPoker(**options)
    assert sentence in str(refused.value)


def test_jackpots_are_played_where_nothing_is_carried_over():
    rules = Ruleset(ante=1, min_bet=2, jacks=Openers.JACKS, passout=Passout.RETURN)
    game = ready(ruleset=rules, players=4)
    assert sum(played(game, call_down).values()) == 0


def test_without_pettingzoo_it_says_what_to_install(monkeypatch):
    for name in [name for name in sys.modules if name.startswith(("showdown.gym", "pettingzoo"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'showdown-poker\[gym\]'"):
        importlib.import_module("showdown.gym")


def test_a_joker_is_seen_as_a_card_of_its_own():
    game = ready(ruleset=Ruleset(sb=5, bb=10, wild=Wild.WILD, jokers=2))
    game.hand.cards[game.hand.to_act] = cards("X1 X2 9c 5s 2h")
    seen = game.last()[0]["observation"]
    assert (seen[52], seen[54 + 53]) == (1, 1)
    assert seen[:270].sum() == 5
