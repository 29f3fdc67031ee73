"""Bots that these tests let play, and how they are named there."""

import asyncio
import sys
from typing import ClassVar

from showdown import Ruleset
from showdown.arena import Plan
from showdown.arena.contestants import contestant
from showdown.arena.session import Room
from showdown.bots import Bot

HERE = "tests.showdown.arena.players"
RULES = Ruleset(sb=1, bb=2)


def named(kind):
    """What a bot of this module is called in a plan."""
    return f"{HERE}:{kind.__name__}"


def plan(*bots, hands=40, seed=1, ruleset=RULES, **options):
    """A match, of bots of the house by name or of classes of this module."""
    names = tuple(bot if isinstance(bot, str) else named(bot) for bot in bots)
    return Plan(bots=names, hands=hands, seed=seed, ruleset=ruleset, **options)


def pieces(match, kept=None):
    """All that is played of a match, here."""
    room = Room(match, [contestant(name) for name in match.bots])
    return [room.play(unit, kept) for unit in match.units()]


class Maniac(Bot):
    """All its chips, always, and three new cards."""

    def decide(self, view):
        if view.is_draw:
            return view.draw(view.cards[: min(3, view.legal.draw)])
        return view.bet_or_raise_to(view.amounts.max) if view.amounts else view.check_or_call()


class Gambler(Bot):
    """All its chips or none, by chance, and as many new cards as chance will."""

    def decide(self, view):
        if view.is_draw:
            return view.draw(view.cards[: self.random.randint(0, min(3, view.legal.draw))])
        if view.amounts and self.random.random() < 0.3:
            return view.bet_or_raise_to(view.amounts.max)
        return view.check_or_call() if self.random.random() < 0.6 else view.check_or_fold()


class Learner(Bot):
    """Plays according to what it has seen; a copy that has seen the same does the same."""

    def __init__(self):
        self.won = 0
        self.heard = 0

    def decide(self, view):
        if view.is_draw:
            return view.draw(view.cards[: min((self.won + self.heard) % 4, view.legal.draw)])
        if view.amounts and self.won < 0:
            return view.bet_or_raise_to(view.amounts.min)
        return view.check_or_call()

    def on_event(self, event):
        self.heard += 1

    def on_hand(self, hand):
        self.won += hand.net


class Ear(Bot):
    """Keeps what it heard of each hand."""

    hands: ClassVar[list] = []

    def __init__(self):
        self.heard = []

    def decide(self, view):
        return view.stand_pat() if view.is_draw else view.check_or_call()

    def on_event(self, event):
        self.heard.append(event)

    def on_hand(self, hand):
        self.hands.append((hand, tuple(self.heard)))
        self.heard.clear()


class Slow(Bot):
    """Decides in a coroutine."""

    async def decide(self, view):
        await asyncio.sleep(0)
        return view.stand_pat() if view.is_draw else view.check_or_call()


class Broken(Bot):
    """Raises at the draw, and answers nonsense before it."""

    def decide(self, view):
        if view.is_draw:
            raise ValueError("no cards\nfor me")
        return "call"


class Greedy(Bot):
    """Asks its view for more cards than there may be."""

    def decide(self, view):
        return view.draw(view.cards * 2) if view.is_draw else view.check_or_call()


class Leaver(Bot):
    """Prints what it thinks, and ends the program at the draw."""

    def decide(self, view):
        print("thinking")  # noqa: T201 - as authors do
        if view.is_draw:
            sys.exit("I am off")
        return view.check_or_call()


class Late(Bot):
    """A program that does not answer."""

    def decide(self, view):
        raise TimeoutError("nothing was heard for 2 s")


class Watcher(Bot):
    """Remembers all that it was shown."""

    views: ClassVar[list] = []

    def decide(self, view):
        self.views.append((view.seat, view.hand, view.cards, view.is_draw, view.started.players))
        return view.stand_pat() if view.is_draw else view.check_or_call()
