"""
The clock of a table's turn (RULES 15.1 to 15.3).

It starts when the turn is told, and what counts is when the gateway received an answer: neither a
slow commit nor a queue costs a player time. A dropped connection never stops or refills it. In a
simultaneous draw the base time is everybody's and each seat has its own bank.
"""

from collections.abc import Callable

from server.tables.clock import Clock, Timer
from showdown.rules.hand import HandState
from showdown.rules.ruleset import HandId, Seat
from showdown.rules.table_view import turn_view

EARLY = 0.05
"""So many seconds before its time a timer may go off at most: loops count in milliseconds."""


class TurnClock:
    """At most one turn runs at a time, for one seat or for several."""

    def __init__(
        self, clock: Clock, on_over: Callable[[HandId, int, Seat], None], travel: float = 0
    ) -> None:
        """
        Make one that runs for no turn yet.

        Args:
            on_over: is called with hand, turn and seat when base time and bank are gone.
            travel: seconds that the request and its answer may be on their way, beyond both.
        """
        self._clock = clock
        self._on_over = on_over
        self._travel = travel
        self._turn: tuple[HandId, int] | None = None
        self._timers: dict[Seat, Timer] = {}
        self._after: dict[Seat, float] = {}
        """How many seconds after the start each timer goes off."""
        self._started = 0.0
        self._base_ms = 0
        self._banks: dict[Seat, int] = {}

    @property
    def is_armed(self) -> bool:
        """Whether it runs for somebody."""
        return bool(self._timers)

    def follow(self, hand: HandState | None, least_base: float = 0) -> None:
        """
        Run for the turn of this hand; for seats that are asked already it goes on.

        Args:
            least_base: seconds that the base time is at least, after an outage of ours.
        """
        turn = turn_view(hand)
        if hand is None or turn is None:
            self.stop()
            return
        asked = {hand.seats[place]: hand.banks[place] for place in hand.asked}
        if self._turn == (hand.hand, turn.turn):
            for seat in set(self._timers) - set(asked):
                self._timers.pop(seat).cancel()
            return
        self.stop()
        self._turn = (hand.hand, turn.turn)
        self._started = self._clock.now()
        self._base_ms = max(turn.base_ms, round(least_base * 1000))
        self._banks = asked
        for seat, bank_ms in asked.items():
            self._arm(seat, (self._base_ms + bank_ms) / 1000)

    def stop(self) -> None:
        """No turn runs."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers = {}
        self._turn = None

    def stood_still(self, seconds: float) -> None:
        """Nobody could be heard for so long, and the turn takes so much longer."""
        self._started = min(self._started + seconds, self._clock.now())
        for seat, timer in tuple(self._timers.items()):
            timer.cancel()
            self._arm(seat, self._after[seat] - self._travel)

    def is_over(self, seat: Seat) -> bool:
        """Whether a seat that is asked has no time left."""
        return self._clock.now() + EARLY >= self._started + self._after.get(seat, 0.0)

    def overtime_ms(self, seat: Seat, arrived: float) -> int:
        """How much of his bank a player used whose answer arrived then."""
        elapsed = round((arrived - self._started) * 1000)
        return min(max(0, elapsed - self._base_ms), self._banks.get(seat, 0))

    def left_ms(self, seat: Seat) -> tuple[int, int]:
        """What is left of a seat's base time and bank."""
        now = self._clock.now()
        elapsed = round((now - self._started) * 1000)
        bank_ms = self._banks.get(seat, 0) - self.overtime_ms(seat, now)
        return max(0, self._base_ms - elapsed), bank_ms

    def extend(self, seat: Seat, seconds: float) -> None:
        """Give a seat that is asked so much time from now on; after an outage it has more."""
        if seat in self._timers:
            self._arm(seat, self._clock.now() - self._started + seconds)

    def _arm(self, seat: Seat, after: float) -> None:
        turn = self._turn
        assert turn is not None
        self._after[seat] = after + self._travel
        when = self._started + self._after[seat]
        self._timers[seat] = self._clock.call_at(when, lambda: self._on_over(*turn, seat))
