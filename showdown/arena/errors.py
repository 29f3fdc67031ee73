"""
What keeps a match from being played to its end.
"""

from showdown.errors import ShowdownError


class MatchFailed(ShowdownError):
    """A match could not go on."""

    code = "match_failed"
