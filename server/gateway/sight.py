"""
Which of the hands that are over somebody may look at.

Not those that spectators of their table have not been shown yet, and of private tables only those
that he can find, or in which he was dealt in.
"""

from collections.abc import Callable

from msgspec import Struct

from server.hosts import Hosts
from server.ports import FinishedHand
from showdown.rules import events as ev
from showdown.rules.ruleset import AccountId, HandId, TableId

Withheld = Callable[[], frozenset[HandId]]
"""Tells the hands that whoever asks may not look at yet; ask again when they were read."""


class Sight(Struct, frozen=True):
    """What somebody may look at."""

    hosts: Hosts
    withheld: Withheld
    found: frozenset[TableId]
    """Tables that he can find."""

    @property
    def private(self) -> frozenset[TableId] | None:
        """Of private tables only these; None where no table is private."""
        return self.found if self.hosts.private else None

    def may_look(self, hand: FinishedHand, account: AccountId) -> bool:
        """Whether a hand is for his eyes."""
        if hand.hand in self.withheld():
            return False
        closed = self.hosts.of(hand.table).private and hand.table not in self.found
        return not closed or any(dealt.account == account for dealt in started(hand).lineup)


def started(hand: FinishedHand) -> ev.HandStarted:
    """How a hand began."""
    return next(event for event in hand.events if isinstance(event, ev.HandStarted))
