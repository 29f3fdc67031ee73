"""
What is kept of the hand that runs, until it is over and has become a record.
"""

from collections.abc import Iterable
from datetime import UTC, datetime

from server.ports import FinishedHand
from showdown.rules import events as ev
from showdown.rules.ruleset import TableId
from showdown.rules.table import Played, TableEvent


class HandNotes:
    """The events of the hand that runs or was last at a table."""

    def __init__(self, table: TableId) -> None:
        self.events: list[ev.HandEvent] = []
        self._table = table
        self._ended_at = ""

    def add(self, event: TableEvent) -> None:
        """One more event; those that belong to no hand are passed over."""
        if isinstance(event, ev.HandStarted):
            self.events = [event]
        elif isinstance(event, ev.HandEvent):
            self.events.append(event)

    def record(self, played: Played, now_s: int) -> FinishedHand | None:
        """The hand that is over with these events, or was over before and is shown by them."""
        hand, told = played.state.hand, ev.hand_events(played.events)
        if hand is None or not hand.ended or not told:
            return None
        if isinstance(told[-1], ev.HandEnded):
            self._ended_at = utc_text(now_s)
        elif not isinstance(told[-1], ev.HandShown):
            return None
        return FinishedHand(
            hand=hand.hand,
            table=self._table,
            ended_at=self._ended_at,
            events=(*self.events, *told),
        )


def hand_events(events: Iterable[TableEvent]) -> tuple[TableEvent, ...]:
    """Those events that belong to a hand."""
    return tuple(event for event in events if isinstance(event, ev.HandEvent))


def utc_text(seconds: int) -> str:
    """A time of day as records have it: 2026-11-30T12:00:00Z."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
