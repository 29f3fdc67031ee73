"""
Who guesses passwords: after several failures for one name from one address there is a pause.
"""

from collections import OrderedDict
from typing import NamedTuple

from server.tables.clock import Clock

FREE = 5
"""So many failures cost nothing but themselves."""

FIRST_PAUSE = 30.0
"""Seconds after the next one; each further failure doubles them."""

LONGEST_PAUSE = 15 * 60.0
MOST = 10_000
"""So many pairs of name and address are remembered; the oldest make way."""

Who = tuple[str, str]
"""A name, in a form that all its spellings have, and an address."""


class _Failures(NamedTuple):
    number: int
    until: float


class Attempts:
    """Failures to sign in; a success, or an hour without one, forgets them."""

    FORGET_AFTER = 3600.0

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._failures: OrderedDict[Who, _Failures] = OrderedDict()

    def pause(self, who: Who) -> int:
        """How many seconds are left until another attempt is looked at; 0 is now."""
        known = self._failures.get(who)
        return 0 if known is None else max(0, -int(-(known.until - self._clock.now()) // 1))

    def failed(self, who: Who) -> None:
        """Note a wrong password."""
        now = self._clock.now()
        known = self._failures.pop(who, _Failures(0, now))
        count = 1 if now - known.until > self.FORGET_AFTER else known.number + 1
        over = count - FREE
        pause = min(FIRST_PAUSE * 2.0 ** min(over, 10), LONGEST_PAUSE) if over >= 0 else 0.0
        self._failures[who] = _Failures(count, now + pause)
        if len(self._failures) > MOST:
            self._failures.popitem(last=False)

    def not_looked_at(self, who: Who) -> None:
        """Take a failure back: there was no telling whether the password was right."""
        known = self._failures.pop(who, None)
        if known is not None and known.number > 1:
            self._failures[who] = _Failures(known.number - 1, self._clock.now())

    def succeeded(self, who: Who) -> None:
        """Forget what was wrong before."""
        self._failures.pop(who, None)
