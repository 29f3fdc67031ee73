"""
What a run has to say: a line for each peer, and whether quick runs are still near the record.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from benchmarks.contest import Contest, Result
from benchmarks.machine import Machine
from benchmarks.runs import Run

RECORD = Path(__file__).with_name("recorded.json")
FALLEN = 0.5
"""A quick run fails below this part of the recorded ratio; machines are noisy."""


class Recorded(msgspec.Struct, frozen=True, kw_only=True):
    """A contest or a run, and what came of it."""

    id: str
    title: str
    results: tuple[Result, ...]
    seconds: float = 0
    """How long it took."""


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """Ratios that were measured once, and where."""

    python: str
    ratios: dict[str, float]
    machine: Machine | None = None
    """Where the last of them were measured, as it was when that began."""
    recorded: tuple[Recorded, ...] = ()
    """All that was said, in the order in which it was last measured."""


def read_record() -> Record:
    """What was recorded."""
    return msgspec.json.decode(RECORD.read_bytes(), type=Record)


def write_record(found: Iterable[Recorded], machine: Machine) -> Record:
    """Record these ratios in place of older ones of the same name; what failed changes none."""
    found = tuple(found)
    before = read_record() if RECORD.exists() else None
    ratios = dict(before.ratios) if before else {}
    results = [each for one in found for each in one.results]
    ratios |= {each.key: round(each.ratio, 2) for each in results if each.is_found}
    recorded = {each.id: each for each in before.recorded} if before else {}
    recorded |= {each.id: each for each in found}
    record = Record(
        python=sys.version.split()[0],
        ratios=dict(sorted(ratios.items())),
        machine=machine,
        recorded=tuple(recorded.values()),
    )
    RECORD.write_bytes(msgspec.json.format(msgspec.json.encode(record), indent=2) + b"\n")
    return record


def lines(contest: Contest | Run | Recorded, results: Iterable[Result]) -> Iterator[str]:
    """A contest in words and figures."""
    yield f"{contest.id}: {contest.title}"
    for each in results:
        yield f"  {each.peer:36} {_figures(each)}"


def _figures(result: Result) -> str:
    if not result.is_found:
        return why_not(result)
    text = f"{measured(result)}  {result.ratio:7.2f} x"
    if result.budget is None:
        return text
    return f"{text}  budget {result.budget:5.2f}, {verdict(result)}"


def why_not(result: Result) -> str:
    """Why there is no ratio."""
    return f"FAILED: {result.failed}" if result.failed else f"not run: {result.missing}"


def measured(result: Result) -> str:
    """What was found, in its own unit."""
    if result.said:
        return result.said
    ours, theirs = speed(result.our_speed), speed(result.peer_speed)
    return f"{ours:>7} to {theirs:>7} {result.unit}/{result.per}"


def verdict(result: Result) -> str:
    """Whether a budget is kept."""
    return "kept" if result.ratio >= (result.budget or 0) else "MISSED"


def speed(units: float) -> str:
    """
    How many a second, short.

    >>> speed(12_345), speed(2_500_000), speed(99.5), speed(1_234)
    ('12.3k', '2.5M', '99.5', '1234')
    """
    for size, sign in ((1e6, "M"), (1e3, "k")):
        if units >= 10 * size or (units >= size and sign == "M"):
            return f"{units / size:.1f}{sign}"
    return f"{units:.3g}" if units < 100 else f"{units:.0f}"


def fallen(results: Iterable[Result], recorded: Mapping[str, float]) -> Iterator[str]:
    """A sentence for each ratio that is far below what was recorded, and for what has failed."""
    for each in results:
        wanted = recorded.get(each.key)
        if each.failed:
            yield f"{each.key} has failed: {each.failed}"
        elif wanted is not None and each.is_found and each.ratio < FALLEN * wanted:
            yield (
                f"{each.key}: {each.ratio:.2f} x is below half of the {wanted:.2f} x "
                "that was recorded."
            )
