"""
Adding up a match in whole numbers, so that the order in which its pieces come does not matter.

The observation is the round: what a bot wins in all its hands of a round is one number. In a
duplicate match that is one deal with every seating of it, whose luck of the cards cancels out; the
rounds are independent of one another, the hands of a round are not.
"""

from collections.abc import Sequence
from itertools import combinations, pairwise
from operator import add, mul, sub

from showdown.arena.luck import PARTS
from showdown.arena.plan import Plan, Unit
from showdown.arena.session import UnitPlayed

POINTS = 100
"""How many points a curve has at most."""

Column = list[int]
"""A number for each round of a session."""


class Moments:
    """How many numbers there were, their sum, and the sum of their squares."""

    __slots__ = ("count", "squares", "total")

    def __init__(self) -> None:
        self.count = self.total = self.squares = 0

    def add(self, column: Sequence[int]) -> None:
        """Count more numbers."""
        self.count += len(column)
        self.total += sum(column)
        self.squares += sum(map(mul, column, column))

    def merged(self, other: "Moments") -> "Moments":
        """Those of both."""
        both = Moments()
        both.count = self.count + other.count
        both.total = self.total + other.total
        both.squares = self.squares + other.squares
        return both


class BotTally:
    """What is counted of a contestant."""

    def __init__(self, points: int) -> None:
        self.net = 0
        self.raw = Moments()
        self.adjusted = Moments()
        self.rating = Moments()
        self.curve = [(Moments(), Moments()) for _ in range(points)]
        """By stretches of the match: as the cards fell, and adjusted."""
        self.crashes = self.illegal = self.timeouts = 0
        self.first_fault: tuple[Unit, int, str] | None = None
        self.decisions = 0
        self.seconds = self.slowest = 0.0


class PairTally:
    """What is counted of two contestants: how much more the first won."""

    def __init__(self) -> None:
        self.raw = Moments()
        self.adjusted = Moments()


class Tally:
    """A match so far; sessions count when they are whole."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.step = -(-plan.rounds // POINTS)
        """How many rounds a point of a curve stands for."""
        points = -(-plan.rounds // self.step)
        self.bots = [BotTally(points) for _ in plan.bots]
        self.pairs = {pair: PairTally() for pair in combinations(range(len(plan.bots)), 2)}
        self.rounds = 0
        self.all_in_hands = 0
        self.hands_seen = 0
        """Those of sessions that are not whole too."""
        self._open: dict[int, list[UnitPlayed]] = {}

    def take(self, played: UnitPlayed) -> None:
        """Count a piece."""
        session = played.unit.session
        pieces = self._open.setdefault(session, [])
        pieces.append(played)
        self.hands_seen += len(played.nets[0])
        if len(pieces) == self.plan.hands_per_round:
            del self._open[session]
            _Session(self, session, pieces).count()


class _Session:
    """A session that is whole, as columns."""

    def __init__(self, tally: Tally, session: int, pieces: list[UnitPlayed]) -> None:
        self.tally = tally
        self.plan = tally.plan
        self.rounds = self.plan.rounds_of(session)
        self.pieces = pieces
        nothing = [0] * len(self.rounds)
        # By line-up, and in it by bot: what it won in all seatings, and the same in millionths.
        self.raw = [dict.fromkeys(lineup, nothing) for lineup in self.plan.lineups]
        self.adjusted = [dict.fromkeys(lineup, nothing) for lineup in self.plan.lineups]

    def count(self) -> None:
        for piece in self.pieces:
            self._add_up(piece)
        tally = self.tally
        tally.rounds += len(self.rounds)
        ratings = [[0] * len(self.rounds) for _ in tally.bots]
        for (first, second), pair in tally.pairs.items():
            difference = self._difference(self.raw, first, second)
            pair.raw.add(difference)
            pair.adjusted.add(self._difference(self.adjusted, first, second))
            ratings[first] = list(map(add, ratings[first], difference))
            ratings[second] = list(map(sub, ratings[second], difference))
        for number, bot in enumerate(tally.bots):
            raw = self._everywhere(self.raw, number)
            adjusted = self._everywhere(self.adjusted, number)
            bot.net += sum(raw)
            bot.raw.add(raw)
            bot.adjusted.add(adjusted)
            bot.rating.add(ratings[number])
            for start, stop in self._stretches():
                curve = bot.curve[(self.rounds.start + start) // tally.step]
                curve[0].add(raw[start:stop])
                curve[1].add(adjusted[start:stop])

    def _stretches(self) -> list[tuple[int, int]]:
        """The session's rounds, cut where a point of the curves ends."""
        first, last, step = self.rounds.start, self.rounds.stop, self.tally.step
        cuts = [first, *range((first // step + 1) * step, last, step), last]
        return [(start - first, stop - first) for start, stop in pairwise(cuts)]

    def _add_up(self, piece: UnitPlayed) -> None:
        lineup = self.plan.lineups[piece.unit.lineup]
        order = self.plan.seatings_of_a_table[piece.unit.seating]
        raw, adjusted = self.raw[piece.unit.lineup], self.adjusted[piece.unit.lineup]
        self.tally.all_in_hands += len(piece.luck)
        for seat, place in enumerate(order):
            bot, nets = lineup[place], piece.nets[seat]
            expected = [net * PARTS for net in nets]
            for round_, shares in piece.luck.items():
                expected[round_] = shares[seat]
            raw[bot] = list(map(add, raw[bot], nets))
            adjusted[bot] = list(map(add, adjusted[bot], expected))
            self._note(bot, piece, seat)

    def _note(self, bot: int, piece: UnitPlayed, seat: int) -> None:
        tally, report = self.tally.bots[bot], piece.seats[seat]
        tally.crashes += report.crashes
        tally.illegal += report.illegal
        tally.timeouts += report.timeouts
        tally.decisions += report.decisions
        tally.seconds += report.seconds
        tally.slowest = max(tally.slowest, report.slowest)
        if report.first_fault:
            found = (piece.unit, report.first_hand, report.first_fault)
            if tally.first_fault is None or _key(found) < _key(tally.first_fault):
                tally.first_fault = found

    def _difference(self, columns: list[dict[int, Column]], first: int, second: int) -> Column:
        """How much more the first won where both sat."""
        total = [0] * len(self.rounds)
        for column in columns:
            if first in column and second in column:
                total = list(map(add, total, map(sub, column[first], column[second])))
        return total

    def _everywhere(self, columns: list[dict[int, Column]], bot: int) -> Column:
        total = [0] * len(self.rounds)
        for column in columns:
            if bot in column:
                total = list(map(add, total, column[bot]))
        return total


def _key(fault: tuple[Unit, int, str]) -> tuple[int, int, int, int, str]:
    unit, hand, text = fault
    return (unit.session, hand, unit.lineup, unit.seating, text)
