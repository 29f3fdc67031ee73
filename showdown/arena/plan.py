"""
A match before it is played: who, how many hands, by which rules, and from which seed.

All that the result depends on stands in :class:`Plan`, and nothing else: not how many processes
play it, nor how fast.
"""

from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from itertools import combinations, permutations
from math import comb, factorial

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from showdown.errors import ShowdownError
from showdown.rules.ruleset import Chips, Passout, Ruleset

MOST_SEATS = 6
"""A table of the arena has two to six."""

SESSION = 200
"""How many deals a session has, unless the plan says otherwise."""

Lineup = tuple[int, ...]
"""Contestants by their number in the plan; where it is a seating, in the order of the seats."""


class PlanError(ShowdownError):
    """Such a match cannot be played."""

    code = "bad_plan"


class Seatings(StrEnum):
    """In which seatings the bots of a table play."""

    ROTATIONS = "rotations"
    """Each bot in each seat once, neighbours staying neighbours: as many as there are seats."""
    ALL = "all"
    """In every order: 6 of three bots, 24 of four, 120 of five, 720 of six."""


class Unit(Struct, frozen=True):
    """What is played in one piece: the deals of a session in one seating."""

    session: int
    lineup: int
    """Which choice of bots, by its number."""
    seating: int
    """Which of its seatings."""


class Plan(Struct, frozen=True, kw_only=True):
    """
    A match.

    >>> plan = Plan(bots=("caller", "tight"), hands=1000, seed=1, ruleset=Ruleset(sb=1, bb=2))
    >>> plan.seats, plan.stack, plan.hands_per_round, plan.rounds
    (2, 200, 2, 500)

    Raises:
        PlanError: such a match cannot be played.
    """

    bots: tuple[str, ...]
    """Two or more, as :func:`~showdown.arena.contestants.contestant` takes them."""
    hands: int
    """At least so many are played: what it takes to end with a whole round."""
    seed: int
    ruleset: Ruleset
    stack: Chips = 0
    """What each seat begins every hand with; 0 stands for the usual buy-in."""
    duplicate: bool = False
    """Whether each deal is played in every seating; otherwise every hand has its own."""
    seats: int = 0
    """At a table; 0 stands for one for each bot, at most six."""
    seatings: Seatings = Seatings.ROTATIONS
    session: int = SESSION
    """For how many rounds a bot object plays on and may remember."""

    def __post_init__(self) -> None:
        if not self.seats:
            force_setattr(self, "seats", min(len(self.bots), MOST_SEATS))
        if self.ruleset.jacks is not None and self.ruleset.passout is not Passout.RETURN:
            # Each hand stands alone: nothing is left for the next one.
            force_setattr(self, "ruleset", replace(self.ruleset, passout=Passout.RETURN))
        if not self.stack:
            force_setattr(self, "stack", self.ruleset.usual_buy)
        for wrong, sentence in _refused(self):
            if wrong:
                raise PlanError(sentence)

    @property
    def lineups(self) -> tuple[Lineup, ...]:
        """Every choice of bots for a table."""
        return _choices(len(self.bots), self.seats)

    @property
    def seatings_of_a_table(self) -> tuple[Lineup, ...]:
        """In which orders the bots of a table sit, each by its place in the line-up."""
        return _orders(self.seats, self.seatings)

    @property
    def tables(self) -> int:
        """How many line-ups there are."""
        return comb(len(self.bots), self.seats)

    @property
    def orders(self) -> int:
        """How many seatings a line-up has."""
        return factorial(self.seats) if self.seatings is Seatings.ALL else self.seats

    @property
    def hands_per_round(self) -> int:
        """Every line-up in every seating, once."""
        return self.tables * self.orders

    @property
    def rounds(self) -> int:
        """How many there are; each is an observation."""
        return -(-self.hands // self.hands_per_round)

    @property
    def hands_each(self) -> int:
        """How many hands of a round a bot is dealt in."""
        return comb(len(self.bots) - 1, self.seats - 1) * self.orders

    @property
    def hands_together(self) -> int:
        """How many hands of a round two bots are dealt in together."""
        return comb(len(self.bots) - 2, self.seats - 2) * self.orders

    @property
    def bet(self) -> Chips:
        """What results are counted in: the big blind, or without blinds the smallest bet."""
        return self.ruleset.bb or self.ruleset.min_bet

    @property
    def sessions(self) -> int:
        """How many there are."""
        return -(-self.rounds // self.session)

    def rounds_of(self, session: int) -> range:
        """The rounds of a session."""
        first = session * self.session
        return range(first, min(first + self.session, self.rounds))

    def deal_of(self, round_: int, unit: Unit) -> int:
        """The number of the deal that a round has in this seating."""
        if self.duplicate:
            return round_
        return round_ * self.hands_per_round + unit.lineup * self.orders + unit.seating

    def units(self) -> Iterator[Unit]:
        """All that is to be played, session after session."""
        for session in range(self.sessions):
            for lineup in range(self.tables):
                for seating in range(self.orders):
                    yield Unit(session, lineup, seating)


@cache
def _choices(bots: int, seats: int) -> tuple[Lineup, ...]:
    return tuple(combinations(range(bots), seats))


@cache
def _orders(seats: int, seatings: Seatings) -> tuple[Lineup, ...]:
    places = tuple(range(seats))
    if seatings is Seatings.ALL:
        return tuple(permutations(places))
    return tuple((*places[turn:], *places[:turn]) for turn in places)


def _refused(plan: Plan) -> Iterator[tuple[bool, str]]:
    bots, seats = len(plan.bots), plan.seats
    yield bots < 2, f"A match needs two bots or more, not {bots}."
    yield (
        not 2 <= seats <= min(bots, MOST_SEATS),
        f"A table of the arena has 2 to {min(bots, MOST_SEATS)} seats here, not {seats}.",
    )
    yield plan.hands < 1, f"A match has at least one hand, not {plan.hands}."
    yield plan.session < 1, f"A session has at least one round, not {plan.session}."
    yield not 0 <= plan.seed < 2**63, f"A seed is from 0 to {2**63 - 1}, not {plan.seed}."
    unit = plan.ruleset.unit
    yield (
        plan.stack < 1 or plan.stack % unit > 0,
        f"The stack is {plan.stack}; it must be a positive multiple of {unit}.",
    )
    yield (
        plan.hands < plan.hands_per_round,
        f"A round of these {bots} bots at tables of {seats} has {plan.hands_per_round} hands, "
        f"and {plan.hands} were asked for; ask for as many, or for smaller tables.",
    )
