"""
A launcher: ``python -m tests.end_to_end.cluster.skewed PROGRAM -m MODULE ARGUMENTS...``

Runs a module in a process whose clock on the wall can be put an hour ahead by SIGUSR1 and an hour
behind by SIGUSR2, as by an operator or a broken time server; its monotonic clock stays right.
By SIGALRM it writes what each of its tasks waits for, and ends.
"""

import asyncio
import datetime
import gc
import importlib
import os
import runpy
import signal
import sys
import time

HOUR_S = 3600
AHEAD, BEHIND = signal.SIGUSR1, signal.SIGUSR2
TELL = signal.SIGALRM

_skew_s = {"now": 0}


def make_skewable():
    """Let signals change what this process believes that the time is."""
    real_time, real_ns = time.time, time.time_ns

    class Skewed(datetime.datetime):
        """What `datetime` gives out from now on."""

        @classmethod
        def now(cls, tz=None):
            return super().now(tz) + datetime.timedelta(seconds=_skew_s["now"])

    time.time = lambda: real_time() + _skew_s["now"]
    time.time_ns = lambda: real_ns() + _skew_s["now"] * 10**9
    # Only where the server asks it for the time: as a type it has to stay what it is.
    for name, module in tuple(sys.modules.items()):
        if name.startswith("server.") and vars(module).get("datetime") is datetime.datetime:
            vars(module)["datetime"] = Skewed
    signal.signal(AHEAD, lambda *_: _skew_s.update(now=HOUR_S))
    signal.signal(BEHIND, lambda *_: _skew_s.update(now=-HOUR_S))


def tell_and_end(*_):
    """Write what all tasks wait for: for who wonders why a server does not end."""
    for task in asyncio.all_tasks():
        task.print_stack(file=sys.stderr)
    sys.stderr.flush()
    os._exit(1)


if __name__ == "__main__":
    _program, _m, module, *arguments = sys.argv[1:]
    gc.disable()  # as the server does until it has imported everything
    importlib.import_module(f"{module}.bootstrap")
    make_skewable()
    signal.signal(TELL, tell_and_end)
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
