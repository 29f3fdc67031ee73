"""
The rules: ranking, odds, whole hands, and what importing them costs.
"""

from benchmarks.contest import Contest
from benchmarks.rules.hands import WHOLE_HAND

CONTESTS: tuple[Contest, ...] = (WHOLE_HAND,)
