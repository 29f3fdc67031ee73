"""
``benchmarks/RESULTS.md`` and its chart, written from the record.
"""

from collections.abc import Iterator
from pathlib import Path

from benchmarks.chart import Bar, drawn
from benchmarks.contest import Result
from benchmarks.machine import Machine
from benchmarks.reasons import reason
from benchmarks.report import Record, Recorded, measured, verdict, why_not

PAGE = Path(__file__).with_name("RESULTS.md")
CHART = Path(__file__).with_name("results.svg")


def write_results(record: Record) -> None:
    """Write page and chart."""
    CHART.write_text(drawn(tuple(bars(record))), encoding="utf-8")
    PAGE.write_text("\n".join(page(record)) + "\n", encoding="utf-8")


def page(record: Record) -> Iterator[str]:
    """The lines of the page."""
    yield "# Results"
    yield ""
    yield (
        "Written by `make bench`; `make bench QUICK=1` fails below half of one of these ratios. "
        "Believe ratios: what stands"
    )
    yield "on both sides of one was measured in the same minute."
    yield ""
    if record.machine is not None:
        yield from _machine(record.machine)
    yield from _kept(record)
    yield f"![How much of each budget there is]({CHART.name})"
    for each in record.recorded:
        yield ""
        yield from _section(each)


def _machine(machine: Machine) -> Iterator[str]:
    versions = ", ".join(f"{name} {number}" for name, number in machine.versions.items())
    yield (
        f"{machine.day}: {machine.processor}, {machine.cores} cores, {machine.memory_gib} GiB, "
        f"{machine.system}; load {machine.load} when this began."
    )
    if machine.is_busy:
        yield "Others wanted the machine, too: believe no figure that is not a ratio."
    yield ""
    yield f"{versions}."
    yield ""


def _kept(record: Record) -> Iterator[str]:
    budgets = [each for each in _results(record) if each.budget is not None and each.is_found]
    missed = [each for each in budgets if verdict(each) == "MISSED"]
    failed = [each for each in _results(record) if each.failed]
    minutes = sum(each.seconds for each in record.recorded) / 60
    kept = len(budgets) - len(missed)
    yield f"{kept} of {len(budgets)} budgets are kept. All of it took {minutes:.0f} minutes."
    yield ""
    for each in failed:
        yield f"- FAILED `{each.contest}`: {each.failed}"
    for each in missed:
        of_it = f"{each.ratio:.2f} of {each.budget:.2f}"
        yield f"- MISSED `{each.key}`, {of_it}: {reason(each.contest)}"
    if missed or failed:
        yield ""


def _section(recorded: Recorded) -> Iterator[str]:
    yield f"## {recorded.id}"
    yield ""
    yield f"What: {recorded.title}."
    yield ""
    yield "| against | measured | ratio | budget | |"
    yield "| --- | --- | ---: | ---: | --- |"
    for each in recorded.results:
        yield f"| {each.peer} | {' | '.join(_cells(each))} |"


def _cells(result: Result) -> tuple[str, str, str, str]:
    if not result.is_found:
        return why_not(result), "", "", ""
    ratio, found = f"{result.ratio:.2f}", " ".join(measured(result).split())
    if result.budget is None:
        return found, ratio, "", ""
    return found, ratio, f"{result.budget:.2f}", verdict(result)


def bars(record: Record) -> Iterator[Bar]:
    """For each budget how much of it there is, 1 keeps it; of the searches only the slowest."""
    searches: dict[str, list[float]] = {}
    for each in _results(record):
        if not each.budget or not each.is_found:
            continue
        kind, _, number = each.contest.rpartition("-")
        if number.isdigit():
            searches.setdefault(kind, []).append(each.ratio / each.budget)
        else:
            yield Bar(each.key, each.ratio / each.budget)
    for kind, ratios in searches.items():
        yield Bar(f"{kind} / the slowest of {len(ratios)}", min(ratios))


def _results(record: Record) -> Iterator[Result]:
    return (each for recorded in record.recorded for each in recorded.results)
