"""
A contest: the same work done by us and by peers, turn by turn, and how many times faster we are.
"""

import gc
import statistics
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from importlib import import_module
from importlib.metadata import version
from typing import Any, NamedTuple

from msgspec import Struct


class Missing(Exception):
    """A peer that is not installed here."""


class Runner(NamedTuple):
    """Somebody who does the work: ``work(n)`` does it n times, each being so many units."""

    name: str
    work: Callable[[int], float | None]
    units: int = 1
    reports: bool = False
    """Whether the work says itself how many seconds it took."""
    close: Callable[[], None] = lambda: None
    """Gives back what the work needed."""


class Peer(NamedTuple):
    """Somebody we are measured against, made ready only when the contest runs."""

    name: str
    make: Callable[[], Runner]
    """Raises :class:`Missing`, or AssertionError where the peer does not do the same work."""
    budget: float | None = None
    """How many times faster than this peer we have to be; None is for information."""


class Contest(NamedTuple):
    """One line of work; ``ours`` is made ready only when the contest runs."""

    id: str
    title: str
    unit: str
    ours: Callable[[], Runner]
    peers: tuple[Peer, ...]
    per: str = "s"
    """What runners report as seconds, where they report anything else."""
    rounds: int | None = None
    """How many rounds are enough, where that is fewer than usual."""


class Result(Struct, frozen=True, kw_only=True):
    """How we did against one peer."""

    contest: str
    peer: str
    unit: str
    per: str = "s"
    our_speed: float = 0
    """Units a second, the median of the rounds."""
    peer_speed: float = 0
    ratio: float = 0
    """The median of the rounds' ratios."""
    budget: float | None = None
    missing: str = ""
    """Why the peer did not run."""
    failed: str = ""
    """What went wrong while it was measured."""
    said: str = ""
    """What was found, where that is no speed."""

    @property
    def key(self) -> str:
        """The line's name in the record."""
        return f"{self.contest} / {self.peer}"

    @property
    def is_found(self) -> bool:
        """Whether there is a ratio."""
        return not self.missing and not self.failed


class Effort(NamedTuple):
    """How long to measure."""

    rounds: int
    seconds: float
    """How long a runner works in a round."""


ENOUGH = 1 << 20
"""No work is done more often than so in a round."""

FULL, QUICK = Effort(rounds=7, seconds=0.3), Effort(rounds=5, seconds=0.1)


def module(name: str, distribution: str) -> Any:
    """
    Import a peer.

    Raises:
        Missing: it is not installed.
    """
    try:
        return import_module(name)
    except ImportError as error:
        raise Missing(f"{distribution} is not installed ({error})") from error


def named(distribution: str) -> str:
    """A peer's name with its version."""
    return f"{distribution} {version(distribution)}"


def hold(contest: Contest, effort: Effort) -> list[Result]:
    """Run a contest; a line for each peer in the order in which the contest names them."""
    ready: dict[str, Runner] = {}
    missing: dict[str, str] = {}
    with ExitStack() as stack:
        for peer in contest.peers:
            try:
                ready[peer.name] = peer.make()
            except Missing as reason:
                missing[peer.name] = str(reason)
            else:
                stack.callback(ready[peer.name].close)
        ours = contest.ours()
        stack.callback(ours.close)
        rounds = min(effort.rounds, contest.rounds or effort.rounds)
        speeds = _speeds([ours, *ready.values()], effort._replace(rounds=rounds))
    mine = speeds[0]
    theirs = dict(zip(ready, speeds[1:], strict=True))
    return [
        Result(
            contest=contest.id,
            peer=peer.name,
            unit=contest.unit,
            per=contest.per,
            budget=peer.budget,
            missing=missing.get(peer.name, ""),
        )
        if peer.name in missing
        else _compared(contest, peer, ready[peer.name], mine, theirs[peer.name])
        for peer in contest.peers
    ]


def _compared(
    contest: Contest, peer: Peer, runner: Runner, mine: list[float], theirs: list[float]
) -> Result:
    return Result(
        contest=contest.id,
        peer=peer.name,
        unit=contest.unit,
        per=contest.per,
        our_speed=statistics.median(mine),
        peer_speed=statistics.median(theirs),
        ratio=statistics.median(us / them for us, them in zip(mine, theirs, strict=True)),
        budget=peer.budget,
    )


def _speeds(runners: Sequence[Runner], effort: Effort) -> list[list[float]]:
    """Each runner's speed in each round; within a round they run one right after the other."""
    times = [_times(runner, effort.seconds) for runner in runners]
    speeds: list[list[float]] = [[] for _ in runners]
    gc.collect()
    gc.freeze()
    try:
        for _ in range(effort.rounds):
            for runner, many, mine in zip(runners, times, speeds, strict=True):
                mine.append(many * runner.units / _seconds(runner, many))
    finally:
        gc.unfreeze()
    return speeds


def _times(runner: Runner, seconds: float) -> int:
    """How often a runner does its work in so many seconds; also warms it up."""
    many = 1
    while (took := _seconds(runner._replace(reports=False), many)) < seconds / 4:
        if many >= ENOUGH:
            return many
        many *= 2
    return max(1, round(many * seconds / took))


def _seconds(runner: Runner, many: int) -> float:
    start = time.perf_counter()
    reported = runner.work(many)
    took = time.perf_counter() - start
    return reported if runner.reports and reported is not None else took
