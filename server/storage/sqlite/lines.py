"""
Who waits for the writer: tables, and everybody else.

Whoever plays waits for the transaction that his action is in and for the one before it. A guest who
signs in is as much work as several actions, and hundreds may come at once; so of what no table
waits for, a few units go into each transaction. In both lines all go in the order in which they
came.
"""

from collections import deque
from typing import Generic, TypeVar

BESIDE_TABLES = 2
"""So many units go into a transaction with what tables wait for."""

ALONE = 8
"""And into one without: a table that comes meanwhile waits for them."""

J = TypeVar("J")


class Lines(Generic[J]):
    """What has queued; for one thread."""

    def __init__(self) -> None:
        self._first: list[J] = []
        self._units: deque[J] = deque()

    def __len__(self) -> int:
        return len(self._first) + len(self._units)

    def put(self, job: J, *, first: bool) -> None:
        """Queue a job, for which a table waits or does not."""
        (self._first if first else self._units).append(job)

    def next_batch(self) -> list[J]:
        """
        What goes into the next transaction: all that tables wait for, then a few of the others.

        >>> lines = Lines[str]()
        >>> for name in ("a guest", "a password", "a name", "a fold"):
        ...     lines.put(name, first=name == "a fold")
        >>> lines.next_batch(), lines.next_batch()
        (['a fold', 'a guest', 'a password'], ['a name'])
        """
        first, self._first = self._first, []
        most = BESIDE_TABLES if first else ALONE
        return first + [self._units.popleft() for _ in range(min(most, len(self._units)))]
