"""
The window in which contributors open, before cards that their openings decide.

For the deal it lies inside the pause between two hands, so that none starts later for it; before a
reshuffle it ends soon after the draw that needs it. Openings are kept in memory alone until it
closes: after a crash the same hand asks for the same values again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from server.tables.clock import Timer
from showdown.protocol import messages as msg
from showdown.rules import table as rules
from showdown.rules.actions import Open
from showdown.rules.contributing import contributors
from showdown.rules.fairness.telling import Opening
from showdown.rules.phases import Phase
from showdown.rules.proven import asked_openings, is_valid, waits_for_openings
from showdown.rules.ruleset import AccountId, HandId, Seat

if TYPE_CHECKING:
    from server.tables.actor import TableActor

OPEN_WINDOW = 0.5
"""Seconds that contributors have, from when they were asked or when cards wait for them."""

AFTER_OUTAGE = 15.0
"""Seconds that they have after an outage of ours: they may have to connect again first."""


class OpeningWindow:
    """Takes the openings of one table, and says when it is time to go on without the others."""

    def __init__(self, actor: TableActor) -> None:
        self._actor = actor
        self._of: tuple[HandId, int] | None = None
        """The hand and the part that it is open for."""
        self._came: dict[Seat, str] = {}
        self._until: float | None = None
        """When it closes; None while no cards wait."""
        self._timer: Timer | None = None

    @property
    def lead(self) -> float:
        """So many seconds before the end of the pause the next hand is told, so that none waits."""
        seating = self._actor.state.seating
        if not seating.ruleset.proof:
            return 0.0
        ready = [each.seat for each in seating.ready]
        return OPEN_WINDOW if any(True for _ in contributors(seating, ready)) else 0.0

    def follow(self, *, after_outage: bool = False) -> None:
        """Open, go on or close, as the hand that runs wants it."""
        hand = self._actor.running
        asked = None if hand is None else asked_openings(hand)
        if hand is None or asked is None:
            self.stop()
            return
        if self._of != (hand.hand, asked.part):
            self.stop()
            self._of = (hand.hand, asked.part)
        if not waits_for_openings(hand):
            return
        if self._until is None or after_outage:
            wait = AFTER_OUTAGE if after_outage else OPEN_WINDOW
            self._until = self._actor.world.clock.now() + wait
            self._arm(self._until)

    def stop(self) -> None:
        """Wait for nobody."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer, self._of, self._until, self._came = None, None, None, {}

    def take(self, account: AccountId | None, request: msg.Open) -> bool:
        """
        Take an opening; whether it was wanted and is the one that was committed to.

        Whoever opens too late, twice or wrongly is not answered: the hand says whose came in time.
        """
        hand = self._actor.running
        asked = None if hand is None else asked_openings(hand)
        if hand is None or asked is None or (request.hand, request.part) != (hand.hand, asked.part):
            return False
        seat = next((each.seat for each in hand.started.lineup if each.account == account), None)
        committed = asked.commitments.get(seat) if seat is not None else None
        if seat is None or committed is None or seat in self._came:
            return False
        if not is_valid(request.value, committed):
            self._actor.log.warning("opening does not match", account=account, part=request.part)
            return False
        self.follow()
        self._came[seat] = request.value
        return True

    def action(self) -> rules.Play | None:
        """What closes the window, if it is time to; None if it is not, or none is open."""
        hand = self._actor.running
        asked = None if hand is None else asked_openings(hand)
        if hand is None or asked is None or not waits_for_openings(hand):
            return None
        self.follow()
        if asked.is_needed and not self._is_over(asked.commitments.keys()):
            return None
        came = tuple(Opening(seat=seat, value=value) for seat, value in self._came.items())
        return rules.Play(action=Open(came))

    def _is_over(self, wanted: object) -> bool:
        now = self._actor.world.clock.now()
        assert self._until is not None
        if now >= self._until:
            return True
        if self._came.keys() != wanted:
            return False
        earliest = self._earliest
        if now >= earliest:
            return True
        self._arm(earliest)
        return False

    @property
    def _earliest(self) -> float:
        """Cards are not dealt before the pause is over."""
        actor = self._actor
        hand, ended = actor.running, actor.dealing.last_ended
        if hand is None or hand.phase is not Phase.DEALING or ended is None:
            return 0.0
        return ended + actor.state.ruleset.hand_pause

    def _arm(self, when: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        actor = self._actor
        self._timer = actor.world.clock.call_at(when, lambda: actor.post(actor.go_on))
