"""
What happens at a table by itself: deals, top-ups, the next hand, turns that run out, idle seats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from server.tables import crash_places
from server.tables.clock import Timer
from server.tables.idle import IdleSeats
from showdown.rules import table as rules
from showdown.rules.actions import Timeout
from showdown.rules.carry import entrants
from showdown.rules.ruleset import AccountId, HandId, Seat

if TYPE_CHECKING:
    from server.tables.actor import TableActor

UNREAD_AGAIN = 0.05
"""Seconds until it is looked again whether a player has answered of whom something is unread."""

UNREAD_MOST = 5.0
"""So many seconds that is waited for; what waits longer is cut off or answered by then."""


class Dealing:
    """The dealer of one table, with the timers that he waits for."""

    def __init__(self, actor: TableActor) -> None:
        self.last_ended: float | None = None
        """When the last hand was over, on the table's clock."""
        self._actor = actor
        self._idle = IdleSeats(
            actor.world.clock, actor.world.now_s, lambda: actor.post(self._free_idle_seats)
        )
        self._next_hand: Timer | None = None
        self._silent: tuple[HandId, int, Seat] | None = None
        """A turn in which somebody has no time left while others still choose."""

    def stop(self) -> None:
        """Wait for nothing."""
        self._idle.stop()
        if self._next_hand is not None:
            self._next_hand.cancel()
        self._next_hand = None

    async def go_on(self) -> None:
        """Do all that the dealer does without waiting for anybody."""
        actor = self._actor
        if actor.unavailable is not None:
            return
        if self._silent is not None:
            silent, self._silent = self._silent, None
            await self.time_out(*silent)
        while (action := rules.dealer_action(actor.state) or actor.window.action()) is not None:
            await actor.perform(action)
        await self.apply_top_ups()
        await self._make_room()
        self._arm_next_hand()
        self.watch_seats()

    def watch_seats(self) -> None:
        """Wait for the first seat that is kept for somebody for too long."""
        actor = self._actor
        gone = actor.audience.attendance.gone
        self._idle.follow(actor.state.seating, actor.house, gone)

    async def _make_room(self) -> None:
        """Bots get up for people, free seats are offered, and bots take what nobody wants."""
        actor = self._actor
        if actor.staff is not None:
            await actor.staff.go_on()
        actor.waiting.go_on()
        if actor.staff is not None:
            await actor.staff.come_back()

    async def _free_idle_seats(self) -> None:
        if self._actor.unavailable is not None:
            return  # it is looked again when the table goes on
        for account in self._idle.due(self._actor.state.seating):
            await self._actor.perform(rules.Leave(account=account))
        await self.go_on()

    async def apply_top_ups(self) -> None:
        """Give those their chips who have asked for some and are in no hand."""
        actor = self._actor
        for occupant in rules.pending_top_ups(actor.state):
            account = await actor.world.accounts.get(occupant.account)
            await actor.perform(rules.ApplyTopUp(seat=occupant.seat, funds=account.chips))

    # The next hand.

    def _arm_next_hand(self) -> None:
        actor = self._actor
        if self._next_hand is not None or actor.running is not None or not self._wants_hand():
            return
        now = actor.world.clock.now()
        if self.last_ended is None:
            self.last_ended = now
        pause = actor.state.ruleset.hand_pause - actor.window.lead
        wait = max(0.0, self.last_ended + pause - now)
        self._next_hand = actor.post_later(wait, self._start_hand)

    def _wants_hand(self) -> bool:
        actor = self._actor
        seating = actor.state.seating
        hoping = (*seating.ready, *entrants(seating))
        people = any(each.account not in actor.house for each in hoping)
        return people and rules.can_start(actor.state)

    async def _start_hand(self) -> None:
        actor, self._next_hand = self._actor, None
        if actor.unavailable is None and self._wants_hand():
            crash_places.between_hands()
            hand = await actor.world.next_hand()
            key = actor.world.new_key()
            await actor.perform(rules.StartHand(hand=hand, hand_key=key, table=actor.table))
        await self.go_on()

    # Turns.

    async def time_out(self, hand_id: HandId, turn: int, seat: Seat) -> None:
        """
        A seat has no time left in a turn, unless that is over.

        In a simultaneous draw nothing comes of it before nobody has: whatever happened when the
        time of one is over would tell those who still choose that he has not chosen.
        """
        actor = self._actor
        hand = actor.state.running
        if hand is None or (hand.hand, hand.turn) != (hand_id, turn):
            return
        asked = [hand.seats[place] for place in sorted(hand.asked)]
        if seat not in asked or not actor.turn_clock.is_over(seat):
            return
        if not all(map(actor.turn_clock.is_over, asked)):
            self._silent = (hand_id, turn, seat)
            return
        for each in asked:
            await self._time_out(hand_id, turn, each)
        await self.go_on()

    async def _time_out(self, hand_id: HandId, turn: int, seat: Seat) -> None:
        actor = self._actor
        hand = actor.running
        if hand is None or (hand.hand, hand.turn) != (hand_id, turn):
            return
        place = hand.seats.index(seat)
        dealt = hand.started.lineup[place]
        if self._may_have_answered(dealt.account, seat):
            actor.post_later(UNREAD_AGAIN, lambda: self.time_out(hand_id, turn, seat))
            return
        connected = actor.audience.is_connected(dealt.account)
        if not connected and await actor.perform(rules.GiveGrace(seat=seat)):
            return
        timeout = rules.Play(
            action=Timeout(seat), overtime_ms=hand.banks[place], away=not connected
        )
        await actor.perform(timeout)

    def _may_have_answered(self, account: AccountId, seat: Seat) -> bool:
        """Whether his answer may be among what came in in time and waits for an earlier request."""
        actor = self._actor
        deadline = actor.turn_clock.deadline(seat)
        waited = actor.world.clock.now() - deadline
        return waited < UNREAD_MOST and actor.audience.has_unread(account, deadline)
