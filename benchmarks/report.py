"""
What a run has to say: a line for each peer, and whether quick runs are still near the record.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from benchmarks.contest import Contest, Result

RECORD = Path(__file__).with_name("recorded.json")
FALLEN = 0.5
"""A quick run fails below this part of the recorded ratio; machines are noisy."""


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """Ratios that were measured once, and where."""

    python: str
    ratios: dict[str, float]


def read_record() -> Record:
    """What was recorded."""
    return msgspec.json.decode(RECORD.read_bytes(), type=Record)


def write_record(results: Iterable[Result]) -> None:
    """Record these ratios in place of older ones of the same name."""
    ratios = dict(read_record().ratios) if RECORD.exists() else {}
    ratios |= {each.key: round(each.ratio, 2) for each in results if not each.missing}
    record = Record(python=sys.version.split()[0], ratios=dict(sorted(ratios.items())))
    RECORD.write_bytes(msgspec.json.format(msgspec.json.encode(record), indent=2) + b"\n")


def lines(contest: Contest, results: Iterable[Result]) -> Iterator[str]:
    """A contest in words and figures."""
    yield f"{contest.id}: {contest.title}"
    for each in results:
        yield f"  {each.peer:36} {_figures(each)}"


def _figures(result: Result) -> str:
    if result.missing:
        return f"not run: {result.missing}"
    ours, theirs = _speed(result.our_speed), _speed(result.peer_speed)
    text = f"{ours:>7} to {theirs:>7} {result.unit}/{result.per}  {result.ratio:7.2f} x"
    if result.budget is None:
        return text
    verdict = "kept" if result.ratio >= result.budget else "MISSED"
    return f"{text}  budget {result.budget:5.2f}, {verdict}"


def _speed(units: float) -> str:
    for size, sign in ((1e6, "M"), (1e3, "k")):
        if units >= 10 * size or (units >= size and sign == "M"):
            return f"{units / size:.1f}{sign}"
    return f"{units:.3g}" if units < 100 else f"{units:.0f}"


def fallen(results: Iterable[Result], recorded: Mapping[str, float]) -> Iterator[str]:
    """A sentence for each ratio that is far below what was recorded."""
    for each in results:
        wanted = recorded.get(each.key)
        if wanted is not None and not each.missing and each.ratio < FALLEN * wanted:
            yield (
                f"{each.key}: {each.ratio:.2f} x is below half of the {wanted:.2f} x "
                "that was recorded."
            )
