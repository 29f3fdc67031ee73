"""
Results of matches for pages: figures as they might be, and names that strangers choose.
"""

from showdown import Ruleset
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

ROUNDS = 500
SURE = 12
"""Differences above are significant."""


def estimate(mean, half=9.0):
    return Estimate(mean=mean, low=mean - half, high=mean + half)


def curve(mean, hands):
    """On the way to what was won, with a band that widens."""
    for part in range(1, 11):
        done = hands * part // 10
        won, band = mean * done / 100, 20 * part**0.5
        yield Point(hands=done, won=won + 5, band=2 * band, adjusted=won, adjusted_band=band)


def result_of(rates, *, faults=None, finished=True):
    """A match of these bots, each with what it wins in 100 hands."""
    names = tuple(rates)
    plan = Plan(
        bots=names, hands=ROUNDS * len(names), seed=7, ruleset=Ruleset(sb=5, bb=10), duplicate=True
    )
    rounds = plan.rounds if finished else plan.rounds // 2
    hands = rounds * plan.hands_each
    standings = tuple(
        Standing(
            bot=name,
            hands=hands,
            net=int(rate * hands / 10),
            raw=estimate(rate + 2, 14.0),
            adjusted=estimate(rate),
            rating=estimate(rate),
            faults=(faults or {}).get(name, Faults()),
            curve=tuple(curve(rate, hands)),
        )
        for name, rate in rates.items()
    )
    pairs = tuple(
        Pair(first=one, second=other, hands=hands, raw=compared, adjusted=compared)
        for place, one in enumerate(names)
        for other in names[place + 1 :]
        for compared in [difference(rates[one] - rates[other])]
    )
    return Result(
        plan=plan,
        rounds=rounds,
        hands=rounds * plan.hands_per_round,
        all_in_hands=37,
        finished=finished,
        standings=standings,
        pairs=pairs,
    )


def difference(mean):
    sure = abs(mean) > SURE
    return Difference(estimate=estimate(mean), p=0.01 if sure else 0.4, holm=0.03 if sure else 0.9)


def times_of(result):
    bots = tuple(
        BotTime(bot=each.bot, decisions=4000, seconds=1.2, slowest=0.004)
        for each in result.standings
    )
    return Times(seconds=12.5, hands=result.hands, processes=2, bots=bots)
