"""
A loop whose time passes only while nobody has anything to do, and then at once.

What waits for seconds, or for whoever comes first, waits as always and costs no time; and a run is
the same again, since nothing but the loop's own order decides.
"""

import asyncio
import selectors


class Standstill(AssertionError):
    """Everybody waits, and nothing will ever happen."""


class VirtualLoop(asyncio.SelectorEventLoop):
    """Use it with `asyncio.Runner`; no sockets and no threads."""

    def __init__(self):
        self.now = 0.0
        super().__init__(Jumping(self))

    def time(self):
        return self.now


class Jumping(selectors.DefaultSelector):
    """Where the loop would sleep, its time goes on by as much."""

    def __init__(self, loop):
        super().__init__()
        self._loop = loop

    def select(self, timeout=None):
        ready = super().select(0)
        if not ready:
            if timeout is None:
                raise Standstill
            self._loop.now += max(timeout, 0)
        return ready


def run(scenario):
    """Run a coroutine to its end in a time of its own."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(scenario)
