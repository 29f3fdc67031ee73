"""Processes that stand still, all of them and at once, as on a machine that hangs."""

import os
import signal
from contextlib import suppress
from pathlib import Path

STOPPED = {"T", "Z", "X"}
"""How the system calls a thread that stands still, or is over."""


def freeze(process: int) -> None:
    """Let a process stand still; when this returns it does nothing more."""
    with suppress(ProcessLookupError):  # it may end at any moment
        os.kill(process, signal.SIGSTOP)
    # A signal is only on its way: where the cores are busy, threads go on working for a while.
    while not _threads_of(process) <= STOPPED:
        os.sched_yield()


def thaw(process: int) -> None:
    """Let it go on."""
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGCONT)


def _threads_of(process: int) -> set[str]:
    """In which states the threads of a process are; none if it is gone."""
    states = set()
    for thread in Path(f"/proc/{process}/task").glob("*/stat"):
        with suppress(OSError):
            states.add(thread.read_text().rpartition(")")[2].split()[0])
    return states
