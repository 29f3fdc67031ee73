"""
The rules: ranking, odds, whole hands, and what importing them costs.
"""

from benchmarks.contest import Contest
from benchmarks.rules.hands import WHOLE_HAND
from benchmarks.rules.importing import IMPORT
from benchmarks.rules.odds import ODDS
from benchmarks.rules.ranking import ARRAYS, BEST, LISTS, ONE

CONTESTS: tuple[Contest, ...] = (ONE, BEST, LISTS, ARRAYS, WHOLE_HAND, ODDS, IMPORT)
