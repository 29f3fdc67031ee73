"""
How many are connected to each process of a port, so that newcomers go where the fewest are.

All processes take connections of the same socket, and hear of each newcomer at once. Who is not the
emptiest waits for a moment; whom nobody has taken by then he takes himself. So nothing depends on
the numbers but how evenly people are shared out: they may be old, or of a process that hangs.
"""

import mmap
import os
import sys
import tempfile
from collections.abc import Callable
from typing import IO

from msgspec import Struct

ABSENT = 2**62
"""What is written for a process to which nobody should be sent."""

PATIENCE = 0.01
"""Seconds that an emptier process has to take a newcomer."""

ALIKE = 16
"""Nobody waits for one who has less than this part fewer: in a rush all take who comes."""

LONG_PATIENCE = 0.1
"""Seconds that any other has, where nobody should be sent to this one."""

SIZE = 8


class Crowds:
    """One number for each process, in memory that all of them share."""

    def __init__(self, file: int, processes: int) -> None:
        """``file`` is open, and as long as :func:`made_for` has made it."""
        self._memory = mmap.mmap(file, processes * SIZE)
        self._numbers = memoryview(self._memory).cast("q")

    def __setitem__(self, process: int, connected: int) -> None:
        self._numbers[process - 1] = connected

    def __getitem__(self, process: int) -> int:
        return self._numbers[process - 1]

    @property
    def fewest(self) -> int:
        """How many are connected to the emptiest process."""
        return min(self._numbers)

    def close(self) -> None:
        """Give the memory back."""
        self._numbers.release()
        self._memory.close()


def made_for(processes: int) -> IO[bytes]:
    """A file without a name for the numbers of so many processes, none of which is there yet."""
    if sys.platform == "linux":
        # In memory, since a container may have no folder where a file could be made.
        file: IO[bytes] = os.fdopen(os.memfd_create("crowds"), "w+b", buffering=0)
    else:
        file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 - closed by whoever asked for it
    file.write(ABSENT.to_bytes(SIZE, "little") * processes)
    return file


class GivingWay(Struct, frozen=True):
    """What a process does when somebody knocks, before it takes him."""

    crowds: Crowds
    process: int
    connected: Callable[[], int]
    obstacle: Callable[[], str | None]
    """Why nobody should be sent here now, if that is so."""

    def __call__(self) -> float:
        """Say how many are here, and so many seconds an emptier process may take him."""
        if self.obstacle():
            self.crowds[self.process] = ABSENT
            return LONG_PATIENCE if self.crowds.fewest < ABSENT else 0.0
        here = self.crowds[self.process] = self.connected()
        return PATIENCE if here - here // ALIKE > self.crowds.fewest else 0.0
