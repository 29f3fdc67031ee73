"""
What came of a match, as figures: what the report, the table and the JSON are made of.

Every figure follows from whole numbers that were added up, so the same match gives the same result
byte for byte on any machine and with any number of processes. How long bots took does not; it is
kept apart, in :class:`Times`.
"""

from msgspec import Struct, json

from showdown.arena.plan import Plan
from showdown.rules.ruleset import Chips


class Estimate(Struct, frozen=True, kw_only=True):
    """
    An amount in big blinds per 100 hands (bb/100), with its interval of 95 %.

    Where a table has no blinds, the smallest bet takes the place of the big blind.
    """

    mean: float
    low: float | None = None
    """None where there were fewer than four rounds: they say nothing about their scatter."""
    high: float | None = None

    @property
    def half_width(self) -> float | None:
        """How far the interval reaches to either side."""
        return None if self.high is None else self.high - self.mean


class Point(Struct, frozen=True, kw_only=True):
    """What a bot had won after some of the hands."""

    hands: int
    """Of this bot, up to here."""
    won: float
    """In big blinds."""
    band: float | None
    """Half the width of the interval of 95 % around it."""
    adjusted: float
    """The same with the luck of all-in draws taken out."""
    adjusted_band: float | None


class Faults(Struct, frozen=True, kw_only=True):
    """What a bot did instead of moving; each time the safe move was made for it."""

    crashes: int = 0
    """It raised, or its program ended."""
    illegal: int = 0
    """It answered with what is no move, or none that it might make."""
    timeouts: int = 0
    """It did not answer in time."""
    first: str = ""
    """The first of them, in a sentence."""

    @property
    def total(self) -> int:
        """All of them."""
        return self.crashes + self.illegal + self.timeouts


class Standing(Struct, frozen=True, kw_only=True):
    """How one contestant fared."""

    bot: str
    """What it is called here; each bot otherwise."""
    hands: int
    """That it was dealt in."""
    net: Chips
    """What it won in them; negative what it lost."""
    raw: Estimate
    """Won per 100 hands, as the cards fell."""
    adjusted: Estimate
    """The same with the luck of all-in draws taken out; see docs/arena.md."""
    rating: Estimate
    """
    Massey's least squares: ratings whose differences fit best to how all pairs fared.

    With one table for all it is what was won per 100 hands.
    """
    faults: Faults
    curve: tuple[Point, ...]


class Difference(Struct, frozen=True, kw_only=True):
    """How much more one won than the other per 100 hands at the same tables, and how sure it is."""

    estimate: Estimate
    p: float | None
    """How likely so large a difference is between equals; None with fewer than four rounds."""
    holm: float | None
    """The same, corrected by Holm's method for how many pairs are compared."""

    @property
    def is_significant(self) -> bool:
        """Whether equals would differ so much in fewer than one of twenty matches."""
        return self.holm is not None and self.holm < 0.05


class Pair(Struct, frozen=True, kw_only=True):
    """Two contestants compared."""

    first: str
    second: str
    hands: int
    """In which both were dealt in."""
    raw: Difference
    """Positive where the first won more; heads-up it is twice what it won."""
    adjusted: Difference


class Result(Struct, frozen=True, kw_only=True):
    """A whole match, or as much of it as was played."""

    version: int = 1
    plan: Plan
    rounds: int
    """That were played; each is one observation."""
    hands: int
    all_in_hands: int
    """In which all were all-in before the draw, so that luck was taken out."""
    finished: bool
    """False where the match was stopped before its end."""
    standings: tuple[Standing, ...]
    """In the order in which the plan names them."""
    pairs: tuple[Pair, ...]

    def ranked(self) -> tuple[Standing, ...]:
        """The standings, best rating first."""
        return tuple(sorted(self.standings, key=lambda each: -each.rating.mean))


def to_json(result: Result) -> bytes:
    """The result as a file: the same match gives the same bytes."""
    return json.format(json.encode(result), indent=2) + b"\n"


class BotTime(Struct, frozen=True, kw_only=True):
    """How long a contestant took to decide."""

    bot: str
    decisions: int
    seconds: float
    """All together."""
    slowest: float
    """The longest, in seconds."""


class Times(Struct, frozen=True, kw_only=True):
    """How long a match took; it differs from run to run, so the result does not hold it."""

    seconds: float
    """By the clock on the wall."""
    hands: int
    processes: int
    bots: tuple[BotTime, ...]
