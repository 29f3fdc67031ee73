"""
The clock of a table's turn (RULES 15.1 to 15.3).

It starts when the request is handed to its player's socket, or with the commit if he has none, and
what counts is when the gateway received an answer: neither a slow commit nor a queue costs a player
time. A dropped connection never stops or refills it. In a simultaneous draw the base time is
everybody's and each seat has its own bank.

A table has one timer, which goes off when the first seat may have no time left. Turns follow one
another much faster than they run out, so that it is left where it was set, and set anew when it has
gone off too early.
"""

from collections.abc import Callable

from server.tables.clock import Clock, Timer
from server.tables.handed_over import LEAST_LEFT, SeatSoFar, TurnSoFar
from showdown.protocol import messages as msg
from showdown.rules.hand import HandState
from showdown.rules.ruleset import HandId, Seat
from showdown.rules.table_view import turn_view

EARLY = 0.05
"""So many seconds before its time a timer may go off at most: loops count in milliseconds."""

LONGEST_WAIT = 5.0
"""
So many seconds a clock waits at most until its request is handed over. Who has left that much
unread is cut off then.
"""


NEVER = float("inf")

NOBODY: frozenset[Seat] = frozenset()
"""Shared by all tables where nobody is asked."""


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
        self._timer: Timer | None = None
        self._goes_off = NEVER
        """When the timer does."""
        self._ends: dict[Seat, float] = {}
        """When to look whether an asked seat has time left; never again if it had none."""
        self._started: dict[Seat, float] = {}
        self._after: dict[Seat, float] = {}
        """How many seconds after its start a seat's time is over."""
        self._new = NOBODY
        """Seats that were asked just now and whose request nobody has yet."""
        self._held = NOBODY
        """Seats whose request is not handed over yet."""
        self._graced = NOBODY
        """Seats that have used all and got more."""
        self._base_ms = 0
        self._banks: dict[Seat, int] = {}

    @property
    def is_armed(self) -> bool:
        """Whether it runs for somebody."""
        return bool(self._ends)

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
        asked = frozenset([hand.seats[place] for place in hand.asked])
        if self._turn == (hand.hand, turn.turn):
            for seat in self._ends.keys() - asked:
                del self._ends[seat]
            return
        self._forget()
        self._turn = (hand.hand, turn.turn)
        self._base_ms = max(turn.base_ms, round(least_base * 1000))
        # In a simultaneous draw also who has chosen: that is nobody's business until all have.
        self._banks = {turn.seat: turn.bank_ms}
        for each in turn.others:
            self._banks[each.seat] = each.bank_ms
        self._started = dict.fromkeys(self._banks, self._clock.now())
        self._new = asked
        for seat in asked:
            self._after[seat] = (self._base_ms + self._banks[seat]) / 1000 + self._travel
            self._arm(seat)

    def stop(self) -> None:
        """No turn runs."""
        self._forget()
        if self._timer is not None:
            self._timer.cancel()
            self._timer, self._goes_off = None, NEVER

    def _forget(self) -> None:
        self._ends.clear()
        self._started.clear()
        self._after.clear()
        self._new = self._held = self._graced = NOBODY
        self._turn = None

    # When it starts.

    def hold(self, seat: Seat) -> Callable[[], None]:
        """
        Let the clock of a seat that was just asked wait until what this returns is called.

        It waits for the first of several that his player is asked by.
        """
        turn = self._turn
        if seat in self._new:
            self._new -= {seat}
            self._held |= {seat}
            self._started[seat] = self._clock.now() + LONGEST_WAIT

        def handed() -> None:
            if self._turn == turn:
                self.release(seat)

        return handed

    def release(self, seat: Seat) -> None:
        """Start a clock that waits; it has waited long enough or nobody is there any more."""
        if seat in self._held:
            self._held -= {seat}
            self._started[seat] = min(self._started[seat], self._clock.now())

    def stood_still(self, seconds: float) -> None:
        """Nobody could be heard for so long, and the turn takes so much longer."""
        now = self._clock.now()
        for seat in tuple(self._ends):
            started = self._started[seat]
            self._started[seat] = min(started + seconds, max(started, now))
            self._arm(seat)

    # From node to node.

    def so_far(self) -> TurnSoFar | None:
        """How far the turn that runs has come; None if none does."""
        if self._turn is None or not self.is_armed:
            return None
        now = self._clock.now()
        seats = (
            SeatSoFar(
                seat=seat,
                elapsed_ms=max(0, round((now - started) * 1000)),
                lasts_ms=max(0, round((self._after.get(seat, 0.0) - self._travel) * 1000)),
                graced=seat in self._graced,
            )
            for seat, started in self._started.items()
        )
        return TurnSoFar(*self._turn, self._base_ms, tuple(seats))

    def go_on(self, turn: TurnSoFar) -> None:
        """Let the turn that runs go on from where it had come, if it is that one."""
        if self._turn != (turn.hand, turn.turn):
            return
        self._base_ms = turn.base_ms
        for each in turn.seats:
            if each.seat in self._started:
                self._go_on(each)

    def _go_on(self, so_far: SeatSoFar) -> None:
        seat, elapsed, lasts = so_far.seat, so_far.elapsed_ms / 1000, so_far.lasts_ms / 1000
        if seat in self._ends:
            elapsed = max(0.0, min(elapsed, lasts - LEAST_LEFT))
            self._after[seat] = lasts + self._travel
            if so_far.graced:
                self._graced |= {seat}
        self._started[seat] = self._clock.now() - elapsed
        if seat in self._ends:
            self._arm(seat)

    # How far it is.

    def is_over(self, seat: Seat) -> bool:
        """Whether a seat that is asked has no time left."""
        return self._clock.now() + EARLY >= self.deadline(seat)

    def deadline(self, seat: Seat) -> float:
        """When the time of a seat that is asked is over, or was."""
        return self._started.get(seat, 0.0) + self._after.get(seat, 0.0)

    def overtime_ms(self, seat: Seat, arrived: float) -> int:
        """How much of his bank a player used whose answer arrived then."""
        elapsed = round((arrived - self._started.get(seat, arrived)) * 1000)
        return min(max(0, elapsed - self._base_ms), self._banks.get(seat, 0))

    def left_ms(self, seat: Seat) -> tuple[int, int]:
        """What is left of a seat's base time and bank."""
        now = self._clock.now()
        elapsed = max(0, round((now - self._started.get(seat, now)) * 1000))
        bank_ms = self._banks.get(seat, 0) - self.overtime_ms(seat, now)
        return max(0, self._base_ms - elapsed), bank_ms

    def all_left(self) -> tuple[msg.TimeLeft, ...]:
        """What is left of each seat's time in this turn."""
        return tuple(self._left(seat) for seat in self._banks) if self.is_armed else ()

    def _left(self, seat: Seat) -> msg.TimeLeft:
        base_ms, bank_ms = self.left_ms(seat)
        grace = self.deadline(seat) - self._travel - self._clock.now()
        grace_ms = max(0, round(grace * 1000)) if seat in self._graced else 0
        return msg.TimeLeft(seat=seat, base_ms=base_ms, bank_ms=bank_ms, grace_ms=grace_ms)

    def extend(self, seat: Seat, seconds: float) -> None:
        """Give a seat that is asked so much time from now on."""
        if seat in self._ends:
            self._graced |= {seat}
            self._after[seat] = self._clock.now() - self._started[seat] + seconds + self._travel
            self._arm(seat)

    def _arm(self, seat: Seat) -> None:
        # A clock that waits may start at any moment, and not be late then.
        start = min(self._started[seat], self._clock.now())
        when = self._ends[seat] = start + self._after[seat]
        if when < self._goes_off:
            self._go_off_at(when)

    def _go_off_at(self, when: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._goes_off = when
        self._timer = self._clock.call_at(when, self._due)

    def _due(self) -> None:
        """The timer went off; a clock that has waited since it was set has more time."""
        # It may be early for what it was set for, and is not to cut short who has a little longer.
        turn, come = self._turn, max(self._goes_off, self._clock.now())
        self._timer, self._goes_off = None, NEVER
        for seat, when in tuple(self._ends.items()):
            if turn is None or come < when:
                continue
            if self.is_over(seat):
                self._ends[seat] = NEVER
                self._on_over(*turn, seat)
            else:
                self._arm(seat)
        first = min(self._ends.values(), default=NEVER)
        if first < self._goes_off:
            self._go_off_at(first)
