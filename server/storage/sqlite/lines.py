"""
Who waits for the writer: tables, and everybody else.

Whoever plays waits for the transaction that his action is in and for the one before it. A guest who
signs in is as much work as several actions, and hundreds may come at once; so of what is no entry
of a journal, a few units go into each transaction, in the order in which they came.
"""

from collections import deque
from typing import Generic, TypeVar

BESIDE_ENTRIES = 2
"""So many units go into a transaction with entries."""

ALONE = 8
"""And into one without: an entry that comes meanwhile waits for them."""

J = TypeVar("J")


class Lines(Generic[J]):
    """What has queued; for one thread."""

    def __init__(self) -> None:
        self._entries: list[J] = []
        self._units: deque[J] = deque()

    def __len__(self) -> int:
        return len(self._entries) + len(self._units)

    def put(self, job: J, *, is_entry: bool) -> None:
        """Queue a job."""
        (self._entries if is_entry else self._units).append(job)

    def next_batch(self) -> list[J]:
        """
        What goes into the next transaction: all entries, then the first of the units.

        >>> lines = Lines[str]()
        >>> for name in ("a guest", "a password", "a name", "a fold"):
        ...     lines.put(name, is_entry=name == "a fold")
        >>> lines.next_batch(), lines.next_batch()
        (['a fold', 'a guest', 'a password'], ['a name'])
        """
        entries, self._entries = self._entries, []
        most = BESIDE_ENTRIES if entries else ALONE
        return entries + [self._units.popleft() for _ in range(min(most, len(self._units)))]
