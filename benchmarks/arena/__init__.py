"""
The arena: bots against bots, in whole hands a second.
"""

from benchmarks.arena.hands import ARENA_HAND, BEYOND_THE_RULES

CONTESTS = (ARENA_HAND, BEYOND_THE_RULES)
