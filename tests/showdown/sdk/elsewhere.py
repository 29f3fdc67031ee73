"""
What a program finds on a system that is not this one: the stock loop, and nothing of POSIX alone.

    python -m tests.showdown.sdk.elsewhere bot URL | client ARGUMENTS | arena

The standard library itself is loaded first, since it looks around before it imports; what comes
after it, ours, finds neither uvloop nor any module that Windows lacks, and a loop that handles no
signals.
"""

import asyncio
import concurrent.futures.process
import logging.handlers
import multiprocessing.context
import os
import socket
import ssl
import subprocess
import sys

ONLY_POSIX = ("fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty")
LOADED = (concurrent.futures.process, logging.handlers, multiprocessing.context, socket, ssl)


class ElsewhereLoop(asyncio.SelectorEventLoop):
    """Like the one of Windows, which refuses what POSIX alone can do."""


def not_here(*_):
    raise NotImplementedError


for refused in ("add_signal_handler", "remove_signal_handler", "add_reader", "add_writer"):
    setattr(ElsewhereLoop, refused, not_here)


class Policy(asyncio.DefaultEventLoopPolicy):
    """Makes such loops."""

    def new_event_loop(self):
        return ElsewhereLoop()


def go_elsewhere(missing):
    """Take away what is only here; the client asks which system it is on, and need not miss it."""
    for name in ("uvloop", *missing):
        sys.modules[name] = None  # type: ignore[assignment]
    for name in ("killpg", "fork", "getuid", "geteuid") if missing else ():
        delattr(os, name)
    asyncio.set_event_loop_policy(Policy())
    assert subprocess.Popen is not None


def main():
    kind, *rest = sys.argv[1:]
    go_elsewhere(ONLY_POSIX if kind != "client" else ())
    if kind == "arena":
        from showdown import Ruleset
        from showdown.arena import Plan, run_match

        plan = Plan(bots=("caller", "tight"), hands=20, seed=1, ruleset=Ruleset(sb=5, bb=10))
        sys.stdout.write(f"{run_match(plan).result.hands} hands\n")
        return
    if kind == "client":
        from client_cli.__main__ import main as client

        sys.argv[1:] = rest
        client()
        return
    from showdown.bots import load
    from showdown.sdk import run

    outcome = run(load("caller"), rest[0], name="Ada", table="blue", hands=1)
    sys.stdout.write(f"{outcome}, {type(asyncio.new_event_loop()).__name__}\n")


if __name__ == "__main__":
    main()
