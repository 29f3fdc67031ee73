"""
Bots against bots, offline and by the rules, with results that can be believed and repeated.

A :class:`Plan` says what is played; a :class:`Result` says what came of it.
"""

from showdown.arena.contestants import KINDS, Contestant, contestant
from showdown.arena.plan import Plan, PlanError, Seatings
from showdown.arena.result import Result, Times, to_json

__all__ = [
    "KINDS",
    "Contestant",
    "Plan",
    "PlanError",
    "Result",
    "Seatings",
    "Times",
    "contestant",
    "to_json",
]
