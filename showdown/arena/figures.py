"""
From what was added up to figures with intervals.
"""

from fractions import Fraction
from math import sqrt

from showdown.arena.contestants import display_names
from showdown.arena.luck import PARTS
from showdown.arena.plan import Plan
from showdown.arena.result import (
    BotTime,
    Difference,
    Estimate,
    Faults,
    Pair,
    Point,
    Result,
    Standing,
    Times,
)
from showdown.arena.significance import holm, quantile, two_sided
from showdown.arena.tally import BotTally, Moments, Tally

FEWEST = 4
"""Fewer rounds than these say nothing about their scatter."""

PLACES = 4
"""Figures have so many decimals: more than chance leaves worth saying."""


def result_of(tally: Tally) -> Result:
    """What a match has come to, finished or not."""
    plan, names = tally.plan, display_names(tally.plan.bots)
    return Result(
        plan=plan,
        rounds=tally.rounds,
        hands=tally.rounds * plan.hands_per_round,
        all_in_hands=tally.all_in_hands,
        finished=tally.rounds == plan.rounds,
        standings=tuple(
            _standing(plan, tally, bot, name) for bot, name in zip(tally.bots, names, strict=True)
        ),
        pairs=_pairs(tally, names),
    )


def estimates_of(tally: Tally) -> tuple[Estimate, ...]:
    """What each bot has won per 100 hands so far, for who looks on."""
    scale = _per_100(tally.plan, tally.plan.hands_each)
    return tuple(estimate(bot.raw, scale) for bot in tally.bots)


def _standing(plan: Plan, tally: Tally, bot: BotTally, name: str) -> Standing:
    each = plan.hands_each
    first = bot.first_fault
    return Standing(
        bot=name,
        hands=tally.rounds * each,
        net=bot.net,
        raw=estimate(bot.raw, _per_100(plan, each)),
        adjusted=estimate(bot.adjusted, _per_100(plan, each, PARTS)),
        rating=estimate(bot.rating, _per_100(plan, plan.hands_together * len(plan.bots))),
        faults=Faults(
            crashes=bot.crashes,
            illegal=bot.illegal,
            timeouts=bot.timeouts,
            first=f"In hand {first[1]}: {first[2]}" if first else "",
        ),
        curve=_curve(plan, bot),
    )


def _per_100(plan: Plan, hands: int, parts: int = 1) -> Fraction:
    """What a sum over the hands of a round is multiplied by to be bb/100."""
    return Fraction(100, hands * plan.bet * parts)


def estimate(moments: Moments, scale: Fraction) -> Estimate:
    """The mean of what was counted, with its interval."""
    if not moments.count:
        return Estimate(mean=0.0)
    mean = Fraction(moments.total, moments.count) * scale
    error = standard_error(moments, scale)
    if error is None:
        return Estimate(mean=_rounded(mean))
    reach = Fraction(error * quantile(moments.count - 1))
    return Estimate(mean=_rounded(mean), low=_rounded(mean - reach), high=_rounded(mean + reach))


def standard_error(moments: Moments, scale: Fraction) -> float | None:
    """Of the mean; None where there is too little to say it."""
    count = moments.count
    if count < FEWEST:
        return None
    spread = Fraction(moments.squares * count - moments.total**2, count * (count - 1))
    # Both are exact until here, and the root is correctly rounded everywhere.
    return sqrt(spread / count * scale**2)


def _rounded(value: Fraction) -> float:
    """Rounded where it is exact; never -0.0."""
    return float(round(value, PLACES)) + 0.0


def _curve(plan: Plan, bot: BotTally) -> tuple[Point, ...]:
    points = []
    raw, adjusted = Moments(), Moments()
    for stretch in bot.curve:
        if not stretch[0].count:
            continue
        raw, adjusted = raw.merged(stretch[0]), adjusted.merged(stretch[1])
        points.append(
            Point(
                hands=raw.count * plan.hands_each,
                won=_rounded(Fraction(raw.total, plan.bet)),
                band=_band(raw, Fraction(1, plan.bet)),
                adjusted=_rounded(Fraction(adjusted.total, plan.bet * PARTS)),
                adjusted_band=_band(adjusted, Fraction(1, plan.bet * PARTS)),
            )
        )
    return tuple(points)


def _band(moments: Moments, scale: Fraction) -> float | None:
    """Half the width of the interval around the sum."""
    error = standard_error(moments, scale)
    if error is None:
        return None
    return _rounded(Fraction(error * quantile(moments.count - 1)) * moments.count)


# Pairs.


def _pairs(tally: Tally, names: tuple[str, ...]) -> tuple[Pair, ...]:
    plan = tally.plan
    together = plan.hands_together
    raw = _compared([pair.raw for pair in tally.pairs.values()], _per_100(plan, together))
    adjusted = _compared(
        [pair.adjusted for pair in tally.pairs.values()], _per_100(plan, together, PARTS)
    )
    return tuple(
        Pair(
            first=names[first],
            second=names[second],
            hands=tally.rounds * together,
            raw=fell,
            adjusted=expected,
        )
        for (first, second), fell, expected in zip(tally.pairs, raw, adjusted, strict=True)
    )


def _compared(differences: list[Moments], scale: Fraction) -> list[Difference]:
    chances = [chance_of(moments) for moments in differences]
    known = [chance for chance in chances if chance is not None]
    corrected = holm(known) if len(known) == len(chances) else (None,) * len(chances)
    return [
        Difference(estimate=estimate(moments, scale), p=_short(chance), holm=_short(together))
        for moments, chance, together in zip(differences, chances, corrected, strict=True)
    ]


def chance_of(moments: Moments) -> float | None:
    """How likely so large a sum is between equals; None where there is too little to say it."""
    error = standard_error(moments, Fraction(1))
    if error is None:
        return None
    if not error:
        return 1.0 if not moments.total else 0.0
    return two_sided(moments.total / moments.count / error, moments.count - 1)


def _short(chance: float | None) -> float | None:
    """Three figures that say something."""
    return None if chance is None else float(f"{chance:.3g}")


# What differs from run to run.


def times_of(tally: Tally, seconds: float, processes: int) -> Times:
    """How long it took; of sessions that are whole, where bots are concerned."""
    names = display_names(tally.plan.bots)
    return Times(
        seconds=seconds,
        hands=tally.hands_seen,
        processes=processes,
        bots=tuple(
            BotTime(bot=name, decisions=bot.decisions, seconds=bot.seconds, slowest=bot.slowest)
            for bot, name in zip(tally.bots, names, strict=True)
        ),
    )
