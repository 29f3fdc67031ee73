"""Bots at a table in memory, by way of all of the SDK."""

import logging
from random import Random

import pytest

from showdown.bots import Bot, load
from showdown.rules import events as ev
from showdown.rules.ruleset import DrawMode, Game, Ruleset
from showdown.testing.linked import LinkedTable


class Anything(Bot):
    """Does anything that is allowed, and remembers what it was told."""

    def __init__(self):
        self.asked, self.events, self.hands = [], [], []

    def decide(self, view):
        self.asked.append((view.hand, view.request.turn))
        if view.is_draw:
            return view.draw(view.cards[: self.random.randint(0, view.legal.draw)])
        if view.amounts and self.random.random() < 0.3:
            return view.bet_or_raise_to(view.amounts.min)
        return view.check_or_call()

    def on_event(self, event):
        self.events.append(event)

    def on_hand(self, hand):
        self.hands.append(hand)


class InLoop(Anything):
    async def decide(self, view):
        return super().decide(view)


def played(*bots, hands=10, seed=1, cuts=0.0, **options):
    """Let them play, with their lines cut now and then as their turns begin."""
    table, chance = LinkedTable(hands=hands, seed=seed, **options), Random(seed)

    def cut_now_and_then(seat):
        if chance.random() < cuts:
            table.cut(seat)

    table.on_turn = cut_now_and_then
    return table, table.run(*bots)


def test_every_bot_plays_every_hand_and_no_chip_is_lost():
    table, outcomes = played(load("caller"), load("tight"), Anything(), hands=10)
    assert [outcome.hands for outcome in outcomes] == [10, 10, 10]
    assert sum(outcome.net for outcome in outcomes) == 0
    assert all(isinstance(hand[-1], ev.HandEnded) for hand in table.hands)


def test_the_same_seed_gives_the_same_hands_on_a_thread_or_in_the_loop():
    first, _ = played(Anything(), Anything())
    again, _ = played(InLoop(), Anything())
    other, _ = played(Anything(), Anything(), seed=2)
    assert first.hands == again.hands != other.hands


@pytest.mark.parametrize("kind", [Anything, InLoop])
def test_lines_that_are_cut_as_turns_begin_change_nothing_of_what_happens(kind, caplog):
    caplog.set_level(logging.ERROR, "showdown.sdk")
    calm, calm_outcomes = played(kind(), Anything(), seed=3)
    bots = [kind(), Anything()]
    cut, outcomes = played(*bots, seed=3, cuts=0.4)
    assert cut.cuts > 10
    assert cut.hands == calm.hands
    assert outcomes == calm_outcomes
    for bot in bots:
        assert len(set(bot.asked)) == len(bot.asked)
        assert [hand.hand for hand in bot.hands] == list(range(1, 11))


def test_who_lost_everything_buys_again_and_plays_on():
    class Shover(Bot):
        def decide(self, view):
            if view.is_draw:
                return view.stand_pat()
            return view.bet_or_raise_to(view.amounts.max) if view.amounts else view.check_or_call()

    _, outcomes = played(Shover(), Shover(), hands=5)
    assert [outcome.hands for outcome in outcomes] == [5, 5]


def test_a_bot_that_fails_plays_safe_there_too(caplog):
    class Fails(Bot):
        def decide(self, view):
            raise ZeroDivisionError("no odds")

    _, outcomes = played(Fails(), load("caller"), hands=3)
    assert [outcome.hands for outcome in outcomes] == [3, 3]
    assert "Fails failed to decide and made the safe move: no odds" in caplog.text


def test_other_games_are_played_there_too():
    rules = Ruleset(game=Game.FIXED_LIMIT, sb=5, bb=10, draw_mode=DrawMode.SIMULTANEOUS)
    _, outcomes = played(load("tight"), Anything(), Anything(), ruleset=rules)
    assert [outcome.hands for outcome in outcomes] == [10, 10, 10]
