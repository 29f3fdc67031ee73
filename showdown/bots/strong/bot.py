"""
The strong bot: looks its hand up in a strategy that was solved for.
"""

from collections.abc import Sequence

from showdown.bots.contract import Bot
from showdown.bots.decision import Decision
from showdown.bots.draw_odds import DrawOdds
from showdown.bots.strong.buckets import MOST_DRAWN, bucket_after, bucket_before, thrown
from showdown.bots.strong.lines import AFTER, BEFORE, BIG_BLIND, BUTTON
from showdown.bots.strong.table import FULL, Name, Table, shipped
from showdown.protocol.messages import Move
from showdown.rules.events import Move as Moved
from showdown.rules.ruleset import DrawMode, Game, Ruleset, Seat, Second
from showdown.rules.seen import Acted, Discarded
from showdown.rules.wild import NO_WILD

LETTERS = {
    Moved.FOLD: "f",
    Moved.CHECK: "c",
    Moved.CALL: "c",
    Moved.BET: "r",
    Moved.RAISE: "r",
}


class Strong(Bot):
    """
    Plays fixed limit for two as it was solved for, and everything else by the odds.

    Its strategy is an approximate equilibrium: nobody wins much from it, whatever he does; it does
    not learn from what he does. The game it was solved in has blinds of one to two, no ante and a
    bet and three raises in a round; with other blinds and small antes it plays the same.
    """

    def __init__(self, table: Table | None = None) -> None:
        self._table = table
        self._otherwise = DrawOdds()

    def decide(self, view: Decision) -> Move:
        """What the table says; what the odds say where it says nothing."""
        return self._looked_up(view) or self._otherwise.decide(view)

    def _looked_up(self, view: Decision) -> Move | None:
        if not (is_solved(view.ruleset) and _is_for_two(view)):
            return None
        table = self._table or shipped()
        name, cell = _place(table, view)
        if name not in table:
            return None
        chances = table.chances(name, cell)
        if view.is_draw:
            return view.draw(thrown(view.cards, self._chosen(chances)))
        line = name[0] if name[1] == "before" else name[1]
        betting = BEFORE if name[1] == "before" else AFTER
        return _move(view, betting.actions(line)[self._chosen(chances)])

    def _chosen(self, chances: Sequence[int]) -> int:
        left = self.random.randrange(FULL)
        for number, each in enumerate(chances):
            left -= each
            if left < 0:
                return number
        raise AssertionError("the chances of a decision do not add up")


def is_solved(rules: Ruleset) -> bool:
    """Whether this is near enough to the game that the strategy was made for."""
    return (
        rules.game is Game.FIXED_LIMIT
        and rules.wild is NO_WILD
        and rules.jacks is None
        and rules.bb > 0
        and 4 * rules.ante <= rules.bb
        and rules.max_draw >= MOST_DRAWN
        and rules.draw_mode is DrawMode.IN_TURN
        and rules.second is Second.LEFT
    )


def _is_for_two(view: Decision) -> bool:
    """Whether two were dealt in, and the one with the big blind acts first after the draw."""
    started = view.started
    return (
        started is not None
        and len(started.players) == 2
        and started.players[0].seat == started.big_blind
    )


def _place(table: Table, view: Decision) -> tuple[Name, tuple[int, ...]]:
    """Where in the table a turn is looked up."""
    before, after = _lines(view)
    mine = _player(view, view.seat)
    drew = {_player(view, seat): min(count, MOST_DRAWN) for seat, count in view.drew.items()}
    if view.is_draw:
        bucket = table.before[bucket_before(view.cards)]
        if mine == BIG_BLIND:
            return (before, "draw"), (bucket,)
        return (before, "answer"), (drew[BIG_BLIND], bucket)
    if not drew:
        return (before, "before"), (table.before[bucket_before(view.cards)],)
    bucket = table.after[bucket_after(view.rank)]
    return (before, after), (drew[BIG_BLIND], drew[BUTTON], bucket)


def _lines(view: Decision) -> tuple[str, str]:
    """How the betting went before the draw and after it."""
    before = after = ""
    drawn = False
    for event in view.history:
        if isinstance(event, Discarded):
            drawn = True
        elif isinstance(event, Acted) and drawn:
            after += LETTERS[event.move]
        elif isinstance(event, Acted):
            before += LETTERS[event.move]
    return before, after


def _player(view: Decision, seat: Seat) -> int:
    assert view.started is not None
    return BIG_BLIND if seat == view.started.big_blind else BUTTON


def _move(view: Decision, action: str) -> Move:
    if action == "r" and view.amounts:
        return view.bet_or_raise_to(view.amounts.min)
    if action == "f" and not view.legal.check:
        return view.fold()
    return view.check_or_call()
