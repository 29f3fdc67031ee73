"""
What does not hold between a text, or a record, and the rules.
"""

from enum import StrEnum

from msgspec import Struct


class Kind(StrEnum):
    """What a difference is about."""

    FORMAT = "format"
    """The text cannot be read."""
    SETUP = "setup"
    """No hand can begin like this."""
    POST = "post"
    ACTION = "action"
    """An action that the rules refuse at its moment."""
    AMOUNT = "amount"
    """An action that is possible, but for other chips."""
    CARDS = "cards"
    """Cards that cannot be where the text has them."""
    BREAKS_OFF = "breaks_off"
    """Somebody is still to act."""
    POT = "pot"
    RAKE = "rake"
    RETURNED = "returned"
    SIDE_POTS = "side_pots"
    COLLECTED = "collected"
    SUMMARY = "summary"
    """The summary does not repeat what the hand says."""
    STACK = "stack"
    """What a seat had after the hand, or what the hand was for it."""
    NAME = "name"
    """The words for a hand are not those for its cards."""
    FOLDED = "folded"
    EVENTS = "events"
    """Stored events are not those that the rules make."""


class Difference(Struct, frozen=True):
    """One thing that does not hold."""

    kind: Kind
    sentence: str
    """What was found and what was wanted."""
    line: int | None = None
    """Where it stands in the file, if it stands in one line."""
