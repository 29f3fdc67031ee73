"""
The clock of a table's turn (RULES 15.1 to 15.3).

It starts when the turn is told, and what counts is when the gateway received an answer: neither a
slow commit nor a queue costs a player time. A dropped connection never stops or refills it.
"""

from collections.abc import Callable

from server.tables.clock import Clock, Timer
from showdown.rules.hand import HandState
from showdown.rules.ruleset import HandId
from showdown.rules.table_view import turn_view


class TurnClock:
    """At most one turn runs at a time."""

    def __init__(self, clock: Clock, on_over: Callable[[HandId, int], None]) -> None:
        """``on_over`` is called with hand and turn when base time and bank are gone."""
        self._clock = clock
        self._on_over = on_over
        self._timer: Timer | None = None
        self._turn: tuple[HandId, int] | None = None
        self._started = 0.0
        self._base_ms = 0
        self._bank_ms = 0
        self._graced: set[int] = set()
        """Positions that had their disconnect grace in this hand."""
        self._graced_hand: HandId | None = None

    def follow(self, hand: HandState | None, least_base: float = 0) -> None:
        """
        Run for the turn of this hand; a turn that runs already goes on.

        Args:
            least_base: seconds that the base time is at least, after an outage of ours.
        """
        turn = turn_view(hand)
        if hand is None or turn is None:
            self.stop()
            return
        if self._turn == (hand.hand, turn.turn):
            return
        self.stop()
        self._turn = (hand.hand, turn.turn)
        self._started = self._clock.now()
        self._base_ms = max(turn.base_ms, round(least_base * 1000))
        self._bank_ms = turn.bank_ms
        self._arm((self._base_ms + self._bank_ms) / 1000)

    def stop(self) -> None:
        """No turn runs."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._turn = None

    def overtime_ms(self, arrived: float) -> int:
        """How much of his bank a player used whose answer arrived then."""
        elapsed = round((arrived - self._started) * 1000)
        return min(max(0, elapsed - self._base_ms), self._bank_ms)

    def left_ms(self) -> tuple[int, int]:
        """What is left of base time and bank."""
        elapsed = round((self._clock.now() - self._started) * 1000)
        return max(0, self._base_ms - elapsed), self._bank_ms - self.overtime_ms(self._clock.now())

    def give_grace(self, hand: HandState) -> bool:
        """Let a player who is cut off have ``disconnect_grace``, once a hand; False if he had."""
        if self._graced_hand != hand.hand:
            self._graced, self._graced_hand = set(), hand.hand
        place, grace = hand.to_act, hand.ruleset.disconnect_grace
        if place is None or place in self._graced or not hand.paid[place] or not grace:
            return False
        self._graced.add(place)
        self._arm(self._clock.now() - self._started + grace)
        return True

    def _arm(self, after: float) -> None:
        turn = self._turn
        assert turn is not None
        self._timer = self._clock.call_at(self._started + after, lambda: self._on_over(*turn))
