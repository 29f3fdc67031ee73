"""
One object for all tables where the same is played.
"""

from collections.abc import Mapping
from functools import lru_cache

from showdown.rules.ruleset import Ruleset, make_ruleset

MANY = 1024
"""More different ones than anybody keeps."""

_UNSAID = dict(zip(Ruleset.__struct_fields__, Ruleset.__struct_defaults__, strict=True))
"""What each option is where nobody says it."""


@lru_cache(maxsize=MANY)
def shared(ruleset: Ruleset) -> Ruleset:
    """
    One ruleset in place of all that are the same as this one.

    Options that are as they are where nobody says them are unsaid in it: else it would be told at
    length or in short, as it was said by who asked first in this process.

    >>> shared(Ruleset(sb=1, bb=2)) is shared(Ruleset(sb=1, bb=2, act_time=20.0))
    True
    """
    said = {name: getattr(ruleset, name) for name in Ruleset.__struct_fields__}
    return Ruleset(**{name: value for name, value in said.items() if value != _UNSAID[name]})


_made: dict[str, Ruleset] = {}
"""By the options, as they are written: to a dictionary 1 and True are the same."""


def ruleset_of(options: Mapping[str, object]) -> Ruleset:
    """
    The ruleset of some options, made once for all tables that have the same.

    >>> ruleset_of({"sb": 1, "bb": 2}) is ruleset_of({"bb": 2, "sb": 1})
    True

    Raises:
        RulesetError: they are not a ruleset.
    """
    written = repr(sorted(options.items()))
    found = _made.get(written)
    if found is None:
        found = make_ruleset(options)
        if len(_made) >= MANY:
            _made.clear()
        _made[written] = found
    return shared(found)
