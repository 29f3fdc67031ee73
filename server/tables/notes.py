"""
What is kept of the hand that runs, until it is over and has become a record.
"""

from datetime import UTC, datetime

from msgspec import Raw

from server.ports import FinishedHand
from server.tables.telling import Batch, text_for
from showdown.rules import events as ev
from showdown.rules.ruleset import Seat, TableId
from showdown.rules.table import Played
from showdown.rules.view import PERSONAL, Viewer

_LAST = frozenset({ev.HandEnded, ev.HandAborted})


class HandNotes:
    """The events of the hand that runs or was last at a table."""

    __slots__ = ("_ended_at", "_personal", "_table", "_texts", "_told", "events")

    def __init__(self, table: TableId) -> None:
        self.events: list[ev.HandEvent] = []
        self._texts: list[Raw] = []
        """The events as everybody may see them, while the hand runs."""
        self._personal: list[int] = []
        """The places of events that somebody sees otherwise."""
        self._told: dict[Seat, list[Raw]] = {}
        """The events as those see them who were asked for something, as far as they were told."""
        self._table = table
        self._ended_at = ""

    def follow(self, batch: Batch) -> None:
        """What happened next; what belongs to no hand is passed over."""
        if ev.HandStarted in batch.kinds or len(batch.of_a_hand) < len(batch.events):
            self._follow_all(batch)
        else:  # as nearly always
            known = len(self.events)
            self.events += batch.of_a_hand
            self._texts += batch.public
            self._personal += [known + place for place in batch.personal]
        if not _LAST.isdisjoint(batch.kinds):
            # Nobody is asked for anything any more.
            self._texts, self._personal, self._told = [], [], {}

    def _follow_all(self, batch: Batch) -> None:
        """Look at each event, since a hand may start with one and others belong to none."""
        for event, text in zip(batch.events, batch.public, strict=True):
            if type(event) is ev.HandStarted:
                self.events, self._texts, self._personal, self._told = [event], [text], [], {}
            elif ev.is_of_a_hand(event):
                if type(event) in PERSONAL:
                    self._personal.append(len(self.events))
                self.events.append(event)
                self._texts.append(text)

    def told(self, seat: Seat) -> tuple[Raw, ...]:
        """The hand that runs, from its start, as a seat that was dealt in sees it."""
        told = self._told.setdefault(seat, [])
        known, viewer = len(told), Viewer(hand_seat=seat)
        told += self._texts[known:]
        for place in self._personal:
            if place >= known:
                told[place] = text_for(viewer, self.events[place], told[place])
        return tuple(told)

    def record(self, played: Played, now_s: int) -> FinishedHand | None:
        """The hand that is over with these events, or was over before and is shown by them."""
        hand = played.state.hand
        if hand is None or not hand.ended:
            return None
        told = ev.hand_events(played.events)
        if not told:
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


def utc_text(seconds: int) -> str:
    """A time of day as records have it: 2026-11-30T12:00:00Z."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
