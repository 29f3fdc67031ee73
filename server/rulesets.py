"""
One object for all tables where the same is played.
"""

from functools import lru_cache

from showdown.rules.ruleset import Ruleset

MANY = 1024
"""More different ones than anybody keeps."""


@lru_cache(maxsize=MANY)
def shared(ruleset: Ruleset) -> Ruleset:
    """
    The first ruleset that was the same as this one, in its place.

    >>> shared(Ruleset(sb=1, bb=2)) is shared(Ruleset(sb=1, bb=2))
    True
    """
    return ruleset
