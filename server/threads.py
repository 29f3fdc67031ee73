"""
How the loop and the thread that writes share the interpreter.

The writer lets go of the interpreter for each statement and for the disk, and wants it back a
moment later. A loop that has work all the time keeps it until it is asked to let go, which is after
5 ms unless said otherwise; a transaction of twenty statements took a tenth of a second so while
hundreds of strangers kept the loop busy, and whoever had acted waited for it.
"""

import sys

MOST_KEPT = 0.0005
"""Seconds that a thread keeps the interpreter when another one wants it."""


def take_turns_quickly() -> None:
    """Let no thread wait long for the interpreter; call it once, before there is work."""
    sys.setswitchinterval(MOST_KEPT)
