"""
Players in several processes, let in and then let loose at the same moment.
"""

import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager

import msgspec

from benchmarks.load.figures import together
from benchmarks.load.players import Measured, Plan
from benchmarks.load.serving import ROOT

Process = subprocess.Popen[bytes]


@contextmanager
def crowd(plans: Iterable[Plan]) -> Iterator[Sequence[Process]]:
    """Players for the length of a block, one process for each plan; all of them sit."""
    with ExitStack() as stack:
        players = [_start(stack, plan) for plan in plans]
        for process in players:
            if _line(process) != b"ready\n":
                raise SystemExit("The players did not get in.")
        yield players


def play(players: Sequence[Process], rate: float | None = None) -> Measured:
    """Let them play, at another rate than that of their plans if one is given; how it went."""
    word = b"\n" if rate is None else b"%f\n" % (rate / len(players))
    for process in players:
        assert process.stdin is not None
        process.stdin.write(word)
        process.stdin.flush()
    return together([_measured(each) for each in players])


def _start(stack: ExitStack, plan: Plan) -> Process:
    process = stack.enter_context(
        subprocess.Popen(
            [sys.executable, "-m", "benchmarks.load.players", msgspec.json.encode(plan)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
    )
    stack.callback(process.kill)
    return process


def _measured(process: Process) -> Measured:
    line = _line(process)
    if not line:
        raise SystemExit("The players have ended without figures.")
    return msgspec.json.decode(line, type=Measured)


def _line(process: Process) -> bytes:
    assert process.stdout is not None
    return process.stdout.readline()
