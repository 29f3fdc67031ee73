"""
The strong bot: looks its hand up in a strategy that was solved for.
"""

from collections.abc import Mapping
from typing import TypeVar

from showdown.bots.contract import Bot
from showdown.bots.decision import Decision
from showdown.bots.draw_odds import DrawOdds
from showdown.bots.strong.answers import answers
from showdown.bots.strong.buckets import MOST_DRAWN, bucket_after, bucket_before, thrown
from showdown.bots.strong.games import FIXED, NO_LIMIT, Solved
from showdown.bots.strong.lines import BIG_BLIND, BUTTON
from showdown.bots.strong.reading import Reading
from showdown.bots.strong.table import Name, Table, shipped
from showdown.protocol.messages import Move
from showdown.rules.ruleset import DrawMode, Game, Ruleset, Seat, Second
from showdown.rules.seen import HandStarted
from showdown.rules.wild import NO_WILD

Choice = TypeVar("Choice", str, int)

SHALLOWEST, DEEPEST = 40, 250
"""Stacks, in big blinds, for which the strategy of no limit is played; it was made for 100."""

GAMES = {
    Game.FIXED_LIMIT: FIXED,
    Game.NO_LIMIT: NO_LIMIT,
    Game.POT_LIMIT: NO_LIMIT,
}
"""What the betting of a table is taken for."""


class Strong(Bot):
    """
    Plays games of two as they were solved for, and everything else by the odds.

    Its strategies are approximate equilibria of abstract games, in which hands are grouped and bets
    have few sizes: there nobody wins much from it, whatever he does. It does not learn.
    """

    def __init__(self) -> None:
        self._otherwise = DrawOdds()

    def decide(self, view: Decision) -> Move:
        """What the table says; what the odds say where it says nothing."""
        return self._looked_up(view) or self._otherwise.decide(view)

    def _looked_up(self, view: Decision) -> Move | None:
        game, started = solved(view.ruleset), view.started
        if game is None or started is None or not _is_for_two(game, started):
            return None
        table = shipped(game.name)
        reading = Reading(game, started, view.history)
        name, cell = _place(table, view, reading)
        if name not in table:
            return None
        if view.is_draw:
            counts = dict(enumerate(table.chances(name, cell)))
            return view.draw(thrown(view.cards, self._chosen(counts)))
        return _move(view, self._chosen(answers(table, name, cell, reading)))

    def _chosen(self, chances: Mapping[Choice, float]) -> Choice:
        left = self.random.random() * sum(chances.values())
        for choice, each in chances.items():
            left -= each
            if left < 0:
                return choice
        return max(chances, key=chances.__getitem__)


def solved(rules: Ruleset) -> Solved | None:
    """The game that was solved and is near enough to these rules, if there is one."""
    is_near = (
        rules.wild is NO_WILD
        and rules.jacks is None
        and rules.bb > 0
        and 4 * rules.ante <= rules.bb
        and rules.max_draw >= MOST_DRAWN
        and rules.draw_mode is DrawMode.IN_TURN
        and rules.second is Second.LEFT
    )
    return GAMES.get(rules.game) if is_near else None


def _is_for_two(game: Solved, started: HandStarted) -> bool:
    """
    Whether two were dealt in whose stacks are what the strategy is for.

    The one with the big blind has to act first after the draw.
    """
    players = started.players
    if len(players) != 2 or players[0].seat != started.big_blind:
        return False
    stack, big = min(player.stack for player in players), started.ruleset.bb
    return game is FIXED or SHALLOWEST * big <= stack <= DEEPEST * big


def _place(table: Table, view: Decision, reading: Reading) -> tuple[Name, tuple[int, ...]]:
    """Where in the table a turn is looked up."""
    drew = {_player(view, seat): min(count, MOST_DRAWN) for seat, count in view.drew.items()}
    if not view.is_draw and drew:
        cell = drew[BIG_BLIND], drew[BUTTON], table.after[bucket_after(view.rank)]
        return (reading.before, reading.after), cell
    bucket = table.before[bucket_before(view.cards)]
    if not view.is_draw:
        return (reading.before, "before"), (bucket,)
    if _player(view, view.seat) == BIG_BLIND:
        return (reading.before, "draw"), (bucket,)
    return (reading.before, "answer"), (drew[BIG_BLIND], bucket)


def _player(view: Decision, seat: Seat) -> int:
    assert view.started is not None
    return BIG_BLIND if seat == view.started.big_blind else BUTTON


def _move(view: Decision, action: str) -> Move:
    if action in "ra" and view.amounts:
        return view.bet_or_raise_to(_total(view, action))
    if action == "f" and not view.legal.check:
        return view.fold()
    return view.check_or_call()


def _total(view: Decision, action: str) -> int:
    """How much to bet or raise to: the pot, or all that the game allows."""
    assert view.amounts is not None
    if action == "a":
        return view.amounts.max
    pot = (view.legal.price + view.pot + view.to_call) // view.ruleset.unit * view.ruleset.unit
    return min(max(pot, view.amounts.min), view.amounts.max)
