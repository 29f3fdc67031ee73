"""
Buckets of tokens: what may be sent in the long run, and how much of it at once.
"""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)


class Bucket:
    """Tokens that come at a steady rate up to a most; it may go into debt, and pays it off."""

    __slots__ = ("_at", "_most", "_rate", "left")

    def __init__(self, rate: float, most: float, now: float) -> None:
        self._rate, self._most = rate, most
        self.left, self._at = most, now
        """How many there were when it was last asked; who had no debt then has none now."""

    def level(self, now: float) -> float:
        """
        How many tokens there are; negative is a debt.

        >>> bucket = Bucket(rate=10, most=20, now=0.0)
        >>> bucket.take(25, now=0.0)
        -5
        >>> bucket.level(now=0.0), bucket.level(now=1.0), bucket.level(now=60.0)
        (-5, 5.0, 20)
        """
        if now > self._at:
            self.left = min(self._most, self.left + (now - self._at) * self._rate)
            self._at = now
        return self.left

    def take(self, tokens: float, now: float) -> float:
        """Take tokens, whether they are there or not; what is left, or owed."""
        self.left = self.level(now) - tokens
        return self.left

    def wait(self, tokens: float, now: float) -> float:
        """In how many seconds there will be so many; 0.0 is now."""
        return max(0.0, (tokens - self.level(now)) / self._rate)


class Buckets(Generic[Key]):
    """A bucket for each key; those that were used the longest ago are forgotten first."""

    MOST = 10_000

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._buckets: OrderedDict[Key, Bucket] = OrderedDict()

    def of(self, key: Key, now: float) -> Bucket:
        """The bucket of a key, full if it is new."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._most, now)
            if len(self._buckets) > self.MOST:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket
