"""
A table as those see it who look on without a seat, where they see it later than it is played.

What they may know is the past of so many seconds ago, whichever way they ask: the events, a
snapshot, what they missed, the lobby, and the hands that are stored. After a start of the server it
is not known what happened just before it, so for that long they see nothing at all.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from server.ports import HandQuery, Hands, StoredEntry, StoredTable
from server.tables.clock import Timer
from server.tables.notes import utc_text
from server.tables.pots import PotsLately
from server.tables.proving import Proving
from showdown.rules import events as ev
from showdown.rules.ruleset import AccountId, HandId
from showdown.rules.table import TableState, replay
from showdown.rules.view import Viewer, hand_viewer

if TYPE_CHECKING:
    from server.tables.actor import TableActor

Dealt = frozenset[AccountId]
"""Who was dealt in, and so knows a hand already."""

LOOKED_BACK_AT = 200
"""So many of the last hands are looked at after a start."""


class Lateness:
    """The past of one table, as far as onlookers may know it."""

    def __init__(self, actor: TableActor, seconds: float) -> None:
        self.seconds = seconds
        self.state = actor.state
        self.proving = Proving()
        """What the hand that they know opens to them."""
        self.pots = PotsLately()
        self.seq = 0
        """The last event that they know."""
        self._actor = actor
        self._dark_until: float | None = None
        """When they will see the table at all."""
        self._last = 0
        """The last event that waits."""
        self._waiting: deque[tuple[float, StoredEntry]] = deque()
        self._dealt: dict[HandId, Dealt] = {}
        self._before: dict[HandId, Dealt] = {}
        """Hands that were over shortly before the server started, until it is light."""
        self._timer: Timer | None = None

    @property
    def is_dark(self) -> bool:
        """Whether onlookers see nothing yet."""
        return self._dark_until is not None

    def viewer(self, account: AccountId | None) -> Viewer:
        """How an account looks on: with its own cards in a hand where it was dealt in."""
        started = self.state.hand.started if self.state.hand is not None else None
        return Viewer(hand_seat=hand_viewer(started, account).hand_seat)

    def knows(self, account: AccountId | None) -> bool:
        """Whether somebody sees the table as it is now, since he sits there."""
        return account is not None and self._actor.state.seating.of(account) is not None

    # What happens.

    def begin(self, stored: StoredTable) -> None:
        """The table was found in the journal, or found again after a fault."""
        fresh = [entry for entry in stored.entries if entry.seq > self._last]
        if self._last and stored.seq <= self._last:
            for entry in fresh:
                self.add(entry)
            return
        self.stop()
        self._waiting.clear()
        self.state, self.seq, self._last = (
            TableState(seating=stored.seating),
            stored.seq,
            stored.seq,
        )
        self.proving = Proving()
        self._dark_until = self._now() + self.seconds if stored.last else None
        for entry in stored.entries:
            self.add(entry)
        self._arm()

    async def look_back(self, hands: Hands) -> None:
        """
        Find the hands that were over shortly before the server started.

        Raises:
            StorageError: the database cannot do it now.
        """
        actor = self._actor
        late = utc_text(actor.world.now_s() - round(self.seconds))
        query = HandQuery(table=actor.table, limit=LOOKED_BACK_AT)
        self._before = {
            each.hand: frozenset(result.account for result in each.results)
            for each in await hands.find(query)
            if each.ended_at >= late
        }

    def add(self, entry: StoredEntry) -> None:
        """Something has happened, which onlookers hear of later."""
        for event in entry.events:
            if isinstance(event, ev.HandStarted):
                self._dealt[event.hand] = frozenset(each.account for each in event.lineup)
        self._last = entry.last
        self._waiting.append((self._now() + self.seconds, entry))
        if self._timer is None:
            self._arm()

    def withheld_from(self, account: AccountId) -> frozenset[HandId]:
        """Hands that are stored, and that this account may not look at yet."""
        if self.knows(account):
            return frozenset()
        return frozenset(
            each for each, accounts in self.withheld.items() if account not in accounts
        )

    @property
    def withheld(self) -> dict[HandId, Dealt]:
        """Hands that are stored, and that nobody may look at yet but who was dealt in or sits."""
        late = {entry.hand for _, entry in self._waiting if entry.hand is not None}
        hand = self._actor.state.hand
        if hand is not None and (not hand.ended or self._actor.storing.is_under_way):
            late.add(hand.hand)  # its end may be stored at this moment, and nobody told of it
        return self._before | {each: self._dealt.get(each, Dealt()) for each in late}

    def stop(self) -> None:
        """Tell nothing more."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None

    def _now(self) -> float:
        return self._actor.world.clock.now()

    def _arm(self) -> None:
        self.stop()
        dues = [due for due, _ in self._waiting][:1]
        if self._dark_until is not None:
            dues.append(self._dark_until)
        if dues:
            self._timer = self._actor.world.clock.call_at(min(dues), self._go_on)

    def _go_on(self) -> None:
        """Let onlookers know what is old enough."""
        self._timer = None
        while self._waiting and self._waiting[0][0] <= self._now():
            _, entry = self._waiting.popleft()
            self.state, self.seq = replay(self.state, entry.events), entry.last
            self.proving.follow(entry.events)
            self.pots.follow(entry.events)
            if not self.is_dark:
                self._actor.audience.tell_onlookers(entry)
        if self._dark_until is not None and self._dark_until <= self._now():
            self._dark_until = None
            self._before = {}
            self._actor.audience.show_onlookers()
        hand = self._actor.state.hand
        late = {entry.hand for _, entry in self._waiting} | {hand.hand if hand else None}
        self._dealt = {each: dealt for each, dealt in self._dealt.items() if each in late}
        self._arm()
