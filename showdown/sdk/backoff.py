"""
How long to wait before the next try: longer each time, and never all clients at once.
"""

import random
from collections.abc import Callable, Iterator

FIRST, LONGEST = 0.5, 30.0
"""Seconds of the first wait and of the longest."""

Delays = Callable[[], Iterator[float]]
"""Seconds between tries; when they run out, the last failure is raised."""


LATER = 1.25
"""Who was told when to come back comes up to so much later, by chance."""


def patient(delay: float, hint: float | None) -> float:
    """
    How long to wait for the next try: not less than the server asks for.

    >>> patient(0.5, None)
    0.5
    >>> 7.2 <= patient(0.5, hint=7.2) <= 9.0
    True
    """
    return delay if hint is None else max(delay, hint * random.uniform(1, LATER))


def backoff() -> Iterator[float]:
    """
    Waits without end: doubled each time up to :data:`LONGEST`, shortened by up to a half by chance.

    >>> from itertools import islice
    >>> all(delay <= LONGEST for delay in islice(backoff(), 50))
    True
    """
    delay = FIRST
    while True:
        yield delay * random.uniform(0.5, 1)
        delay = min(2 * delay, LONGEST)
