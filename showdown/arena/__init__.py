"""
Bots against bots, offline and by the rules, with results that can be believed and repeated.

A :class:`Plan` says what is played, :func:`run_match` plays it, and a :class:`Result` says what
came of it.

>>> from showdown import Ruleset
>>> plan = Plan(bots=("caller", "tight"), hands=200, seed=7, ruleset=Ruleset(sb=1, bb=2))
>>> [(each.bot, each.hands) for each in run_match(plan).result.standings]
[('caller', 200), ('tight', 200)]
"""

from showdown.arena.contestants import KINDS, Contestant, contestant
from showdown.arena.plan import Plan, PlanError, Seatings
from showdown.arena.result import Result, Times, to_json
from showdown.arena.runner import Match, run_match

__all__ = [
    "KINDS",
    "Contestant",
    "Match",
    "Plan",
    "PlanError",
    "Result",
    "Seatings",
    "Times",
    "contestant",
    "run_match",
    "to_json",
]
