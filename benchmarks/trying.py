"""
One contest or run after the other: each has a quiet machine, and one that fails harms no other.
"""

import os
import sys
import time
import traceback

from benchmarks.contest import FULL, QUICK, Contest, Result, hold
from benchmarks.report import Recorded
from benchmarks.runs import Run, carry_out

PAUSE = 1.0
"""Seconds before a server is measured, in which the disk takes what the one before has written."""


def tried(contest: Contest | Run, *, quick: bool) -> Recorded:
    """What came of it; where it failed, that is what its line says."""
    began = time.perf_counter()
    try:
        results = _found(contest, quick=quick)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - it is said, and the others go on
        traceback.print_exc(file=sys.stderr)
        results = [Result(contest=contest.id, peer=contest.title, unit="", failed=_named(error))]
    return Recorded(
        id=contest.id,
        title=contest.title,
        results=tuple(results),
        seconds=round(time.perf_counter() - began, 1),
    )


def _found(contest: Contest | Run, *, quick: bool) -> list[Result]:
    if isinstance(contest, Contest):
        return hold(contest, QUICK if quick else FULL)
    if not quick:
        os.sync()
        time.sleep(PAUSE)
    return carry_out(contest, quick=quick)


def _named(error: BaseException) -> str:
    r"""
    An error in one line.

    >>> _named(SystemExit("The server did not start:\nshowdown: no port")), _named(ValueError())
    ('The server did not start:', 'ValueError')
    """
    said = str(error).splitlines()
    return said[0] if said else type(error).__name__
