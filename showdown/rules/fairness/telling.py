"""
What hands tell of their seals and openings, as it stands in events and travels.
"""

from msgspec import Struct

from showdown.rules.fairness.texts import DigestText
from showdown.rules.ruleset import Seat


class Bound(Struct, frozen=True, kw_only=True, gc=False):
    """A contributor, and what his opening has to match."""

    seat: Seat
    commitment: DigestText


class Opening(Struct, frozen=True, kw_only=True, gc=False):
    """What a contributor opened."""

    seat: Seat
    value: DigestText
