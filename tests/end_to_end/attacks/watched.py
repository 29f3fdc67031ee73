"""
A server whose loop is watched, by a command before its own: ``... attacks.watched FILE``.

Every two milliseconds it notes the moment, and how much of a core its loop has used since the last
one. That is the server's own part in how long players wait: what other programs on the machine take
meanwhile does not count. The file is written when the server ends.
"""

import asyncio
import runpy
import sys
import time
from array import array
from pathlib import Path

from server.gateway.gateway import Gateway

APART = 0.002


def beat(loop, notes):
    """Note the moment, and again in a while."""
    notes.append(time.monotonic())
    notes.append(time.thread_time())
    loop.call_later(APART, beat, loop, notes)


def watch(notes):
    """Let the loop be watched from when its server opens."""
    opens = Gateway.open

    async def watched(self, *arguments, **options):
        loop = asyncio.get_running_loop()
        beat(loop, notes)
        await opens(self, *arguments, **options)

    Gateway.open = watched  # type: ignore[method-assign]


class Work:
    """What a loop has worked between two looks at its clock."""

    def __init__(self, file):
        notes = array("d", file.read_bytes())
        self._moments, self._used = notes[::2], notes[1::2]

    def wait_ms(self, phases, share=0.99):
        """
        So long this share of the moments of some phases have to wait at most for the loop.

        Args:
            phases: when each began and ended, on the machine's monotonic clock.
        """
        wholes = [
            used - before
            for moment, used, before in zip(
                self._moments[1:], self._used[1:], self._used, strict=False
            )
            if any(begin <= moment <= end for begin, end in phases)
        ]
        in_all = sum(end - begin for begin, end in phases)
        low, high = 0.0, max(wholes)
        for _ in range(30):
            middle = (low + high) / 2
            longer = sum(whole - middle for whole in wholes if whole > middle)
            low, high = (middle, high) if longer > (1 - share) * in_all else (low, middle)
        return high * 1000


if __name__ == "__main__":
    target, sys.argv = Path(sys.argv[1]), sys.argv[sys.argv.index("server") :]
    found = array("d")
    watch(found)
    try:
        runpy.run_module("server", run_name="__main__", alter_sys=True)
    finally:
        target.write_bytes(found.tobytes())
