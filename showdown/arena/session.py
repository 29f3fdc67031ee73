"""
A piece of a match: one session in one seating, from sitting down to getting up.

Pieces know nothing of each other, so they may be played in any order and in any process.
"""

from collections.abc import Callable, Sequence
from contextlib import ExitStack

from msgspec import Struct

from showdown.arena.chair import CRASH, ILLEGAL, TIMEOUT, Chair
from showdown.arena.contestants import Contestant
from showdown.arena.dealing import Piles, SeededDeal
from showdown.arena.match import HandInPlay, HandPlayed, Table
from showdown.arena.plan import Plan, Unit


class SeatReport(Struct, frozen=True, kw_only=True, array_like=True):
    """What a bot did in its seat besides playing."""

    decisions: int
    seconds: float
    slowest: float
    crashes: int
    illegal: int
    timeouts: int
    first_hand: int
    """The number of the hand of its first fault."""
    first_fault: str


class UnitPlayed(Struct, frozen=True, kw_only=True, array_like=True):
    """What came of a piece."""

    unit: Unit
    nets: list[list[int]]
    """For each seat what it won in each of the rounds."""
    luck: dict[int, tuple[int, ...]]
    """By round, counted from the session's first: what each seat would have won on average."""
    seats: tuple[SeatReport, ...]


Kept = Callable[[Unit, HandInPlay], None]
"""Is shown each hand when it is over."""


class Room:
    """Where the pieces of a match are played: the same contestants again and again."""

    def __init__(self, plan: Plan, contestants: Sequence[Contestant]) -> None:
        self._plan = plan
        self._contestants = contestants
        self._piles = plan.duplicate and Piles.fit(plan.ruleset, plan.seats)
        self._deals: dict[int, SeededDeal] = {}
        self._session = -1

    def play(self, unit: Unit, kept: Kept | None = None) -> UnitPlayed:
        """Play a piece."""
        plan = self._plan
        lineup = plan.lineups[unit.lineup]
        order = [lineup[place] for place in plan.seatings_of_a_table[unit.seating]]
        with ExitStack() as stack:
            chairs = [self._sit_down(stack, bot, place + 1) for place, bot in enumerate(order)]
            table = Table(plan.ruleset, plan.stack, chairs)
            nets: list[tuple[int, ...]] = []
            luck: dict[int, tuple[int, ...]] = {}
            for place, round_ in enumerate(plan.rounds_of(unit.session)):
                deal = self._deal(unit, round_)
                played = self._play(table, plan.deal_of(round_, unit), deal)
                nets.append(played.nets)
                if played.expected is not None:
                    luck[place] = played.expected
                if kept is not None and table.last is not None:
                    kept(unit, table.last)
            return UnitPlayed(
                unit=unit,
                nets=[list(column) for column in zip(*nets, strict=True)],
                luck=luck,
                seats=tuple(_report(chair) for chair in chairs),
            )

    def _sit_down(self, stack: ExitStack, bot: int, seat: int) -> Chair:
        contestant = self._contestants[bot]
        player = contestant.sit_down(seat)
        stack.callback(contestant.get_up, player)
        chair = Chair(player, seat)
        stack.callback(chair.close)
        return chair

    def _play(self, table: Table, number: int, deal: SeededDeal) -> HandPlayed:
        plan = self._plan
        piles = Piles(plan.ruleset, plan.seats, deal.order) if self._piles else None
        return table.play(number + 1, deal, piles)

    def _deal(self, unit: Unit, round_: int) -> SeededDeal:
        """The deal of a round; those of a session are kept where every seating has them."""
        plan = self._plan
        number = plan.deal_of(round_, unit)
        if not plan.duplicate:
            return SeededDeal(plan.seed, number, plan.ruleset)
        if unit.session != self._session:
            self._session, self._deals = unit.session, {}
        if number not in self._deals:
            self._deals[number] = SeededDeal(plan.seed, number, plan.ruleset)
        return self._deals[number]


def _report(chair: Chair) -> SeatReport:
    first_hand, first_fault = chair.first_fault or (0, "")
    return SeatReport(
        decisions=chair.decisions,
        seconds=chair.seconds,
        slowest=chair.slowest,
        crashes=chair.faults[CRASH],
        illegal=chair.faults[ILLEGAL],
        timeouts=chair.faults[TIMEOUT],
        first_hand=first_hand,
        first_fault=first_fault,
    )
