"""
A table that waits for its storage, and tries it again and again.
"""

from collections.abc import Callable

from server.tables.clock import Clock, Timer
from showdown.protocol import messages as msg
from showdown.rules.ruleset import TableId

FIRST, LONGEST = 0.5, 10.0
"""Seconds until the storage is tried again the first time, and at most."""


class Outage:
    """Whether a table is paused, and when it looks next whether it may go on."""

    def __init__(self, clock: Clock, on_due: Callable[[], None]) -> None:
        """``on_due`` is called when to try the storage; then :meth:`wait` or :meth:`end`."""
        self.paused = False
        self._clock = clock
        self._on_due = on_due
        self._delay = FIRST
        self._timer: Timer | None = None

    def begin(self) -> None:
        """Pause."""
        self.paused = True
        self.wait()

    def wait(self) -> None:
        """Try again later, each time later than the time before."""
        self.stop()
        self._timer = self._clock.call_at(self._clock.now() + self._delay, self._on_due)
        self._delay = min(2 * self._delay, LONGEST)

    def end(self) -> None:
        """Go on; the pauses stay long until something is stored again."""
        self.stop()
        self.paused = False

    def stored(self) -> None:
        """Something was stored: the storage works."""
        self._delay = FIRST

    def stop(self) -> None:
        """Try no more."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None


def paused_notice(table: TableId) -> msg.Notice:
    """What everybody at a table is told when it pauses."""
    return msg.Notice(code="paused", message=paused_sentence(table), table=table)


def paused_sentence(table: TableId) -> str:
    """Why nothing can be asked of a table now."""
    return (
        f"Table {table} pauses, since the server cannot store what happens just now; "
        "the clock stands still and nothing is lost."
    )


def resumed_notice(table: TableId) -> msg.Notice:
    """What everybody is told when it goes on."""
    sentence = f"Table {table} goes on where it was; whoever is to act has his time anew."
    return msg.Notice(code="resumed", message=sentence, table=table)
