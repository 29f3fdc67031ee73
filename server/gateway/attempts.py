"""
Who guesses: after several failures, as for one name from one address, there is a pause.
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


class Terms(NamedTuple):
    """When there are pauses, and how long."""

    free: int = FREE
    first_pause: float = FIRST_PAUSE
    longest_pause: float = LONGEST_PAUSE


USUAL = Terms()


class _Failures(NamedTuple):
    number: int
    until: float


class Attempts:
    """Failures to sign in; a success, or an hour without one, forgets them."""

    FORGET_AFTER = 3600.0

    def __init__(self, clock: Clock, terms: Terms = USUAL) -> None:
        self._clock, self._terms = clock, terms
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
        free, first, longest = self._terms
        over = count - free
        pause = min(first * 2.0 ** min(over, 10), longest) if over >= 0 else 0.0
        self._failures[who] = _Failures(count, now + pause)
        if len(self._failures) > MOST:
            self._failures.popitem(last=False)

    def not_looked_at(self, who: Who) -> None:
        """Take a failure back: there was no telling whether the password was right."""
        known = self._failures.pop(who, None)
        if known is not None and known.number > 1:
            self._failures[who] = _Failures(known.number - 1, self._clock.now())

    def take_back(self, who: Who) -> None:
        """Take back one failure of several askers; a pause that others have earned goes on."""
        known = self._failures.get(who)
        if known is not None:
            number = max(0, known.number - 1)
            until = known.until if number >= self._terms.free else self._clock.now()
            self._failures[who] = _Failures(number, until)

    def succeeded(self, who: Who) -> None:
        """Forget what was wrong before."""
        self._failures.pop(who, None)
