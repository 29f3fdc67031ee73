"""
Lines of nodes on a thread of their own: what the test works on never holds them up.
"""

import asyncio
import threading
from contextlib import contextmanager

from tests.end_to_end.kills.slow_line import SlowLine


class Line:
    """A line as the test has it: each wish is done on the thread of the lines."""

    def __init__(self, line, loop):
        self._line, self._loop = line, loop
        self.port = line.port

    def _do(self, wish, *arguments):
        self._loop.call_soon_threadsafe(wish, *arguments)

    def hold(self):
        """Let nothing through."""
        self._do(self._line.hold)

    def cut(self):
        """Break off all that runs through it, and take nobody in."""
        self._do(self._line.cut)

    def slow(self, seconds):
        """Let everything take so long, in each direction."""
        self._do(setattr, self._line, "delay_s", seconds)

    def mend(self):
        """Let everything through at once."""
        self._do(self._line.mend)


class Lines:
    """Makes lines; :func:`lines` makes one."""

    def __init__(self, loop):
        self._loop = loop
        self._made = []

    def to(self, port):
        """A new line to a port of this machine."""
        return asyncio.run_coroutine_threadsafe(self._make(port), self._loop).result()

    async def _make(self, port):
        line = SlowLine(port)
        self._made.append((line, await line.serve()))
        return Line(line, self._loop)

    async def end(self):
        for line, server in self._made:
            server.close()
            await line.end()


@contextmanager
def lines():
    """What makes lines; all of them end with the block."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    made = Lines(loop)
    try:
        yield made
    finally:
        asyncio.run_coroutine_threadsafe(made.end(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
