"""
Whether a server asks us to open in each hand in which the rule wants it.

The rule is that of :mod:`showdown.rules.contributing`: who has let three deals of his last hundred
pass rests for a hundred hands. Of what happened out of our sight we know nothing, and assume what
is best for the server.
"""

from collections import deque

from showdown.rules.contributing import LISTINGS, MISSES_ALLOWED


class Listing:
    """How often one table asked us, as far as we have seen it."""

    def __init__(self) -> None:
        self._missed: deque[bool] = deque(maxlen=LISTINGS)
        """Of each time that we were asked whether we missed, the last ones."""
        self._earlier = MISSES_ALLOWED
        """How often we may have missed before; who may be resting already has missed that often."""
        self._rested = 0
        """For how many hands on end we were not asked."""

    @property
    def may_rest(self) -> bool:
        """Whether we need not be asked in the hand that begins."""
        earlier = self._earlier if len(self._missed) < LISTINGS else 0
        return sum(self._missed) + earlier >= MISSES_ALLOWED and self._rested < LISTINGS

    def asked(self, *, missed: bool) -> None:
        """A deal was opened for which we were asked."""
        if self._rested:
            self._missed.clear()
            self._earlier = 0
        self._rested = 0
        self._earlier = min(self._earlier, MISSES_ALLOWED - 1)
        self._missed.append(missed)

    def passed_over(self) -> None:
        """A deal was opened for which we were not asked, though we could have been."""
        self._rested += 1

    def loses_sight(self) -> None:
        """Something went by unseen."""
        self.__init__()  # type: ignore[misc]
