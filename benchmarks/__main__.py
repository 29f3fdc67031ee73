"""
``python -m benchmarks [PART...] [--quick]``: run contests and print ratios.

``python -m benchmarks load`` is a command of its own: players on a server. So is ``python -m
benchmarks cluster``: several nodes.
"""

import argparse
import sys
from collections.abc import Sequence
from itertools import chain

from benchmarks import arena, fairness, history, rules, service, storage
from benchmarks.cluster import command as cluster
from benchmarks.contest import Contest
from benchmarks.load import command as load
from benchmarks.machine import this_machine
from benchmarks.report import Recorded, fallen, lines, read_record, write_record
from benchmarks.results import write_results
from benchmarks.runs import Run
from benchmarks.storage import searching
from benchmarks.trying import tried

PARTS: dict[str, tuple[Contest | Run, ...]] = {
    "service": service.RUNS,
    "rules": rules.CONTESTS,
    "arena": arena.CONTESTS,
    "fairness": fairness.CONTESTS,
    "history": history.CONTESTS,
    "storage": storage.CONTESTS,
    "search": (*searching.CONTESTS, service.HISTORY),
}
"""
In this order: the server first, while the machine is as it was found, and last what fills databases
with half a million hands, of which one serves the searches and the server that has them stored.
"""
ON_DEMAND: tuple[Run, ...] = (service.MILLIONS,)
"""What takes too long for a run of everything; it is asked for by its name."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what is asked for; 1 if a part fails or is far below the record, 2 on wrong use."""
    words = sys.argv[1:] if arguments is None else arguments
    if words[:1] == ["load"]:
        return load.main(words[1:])
    if words[:1] == ["cluster"]:
        return cluster.main(words[1:])
    asked = _parser().parse_args(words)
    contests = _chosen(asked.what)
    if isinstance(contests, str):
        sys.stderr.write(contests + "\n")
        return 2
    machine = this_machine()
    print(f"Python {sys.version.split()[0]}; ours to theirs, and how many times faster we are")
    if machine.is_busy:
        print(f"The load is {machine.load} already: believe ratios, and no other figure.")
    recorded: list[Recorded] = []
    try:
        for contest in contests:
            recorded.append(tried(contest, quick=asked.quick))
            print("\n".join(lines(contest, recorded[-1].results)), flush=True)
    finally:  # what was measured is kept, whoever breaks it off
        if asked.record and recorded:
            write_results(write_record(recorded, machine))
    return _said_in_the_end(recorded, quick=asked.quick)


def _said_in_the_end(recorded: Sequence[Recorded], *, quick: bool) -> int:
    """What is said when all are through; 1 if something has failed, or is far below the record."""
    results = [each for one in recorded for each in one.results]
    print(f"That took {sum(one.seconds for one in recorded):.0f} s.")
    if missing := [each.peer for each in results if each.missing]:
        print(f"Not run: {', '.join(missing)}. The extra 'bench' installs all peers.")
    complaints = list(fallen(results, read_record().ratios if quick else {}))
    if complaints or quick:
        print("\n".join(complaints) or "Every ratio is above half of what was recorded.")
    return 1 if complaints else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description="Run us beside our peers and print ratios."
    )
    parser.add_argument(
        "what",
        nargs="*",
        metavar="PART|CONTEST",
        help=f"{', '.join(PARTS)}, or contests by name (default: everything)",
    )
    parser.add_argument(
        "--quick",
        action="store_true",
        help="measure briefly; exit with 1 where a ratio is below half of the recorded one",
    )
    parser.add_argument(
        "--record",
        action="store_true",
        help="write benchmarks/RESULTS.md, with its chart, and recorded.json",
    )
    return parser


def _chosen(names: Sequence[str]) -> list[Contest | Run] | str:
    """The contests of these names, or a sentence about one that is none."""
    everything = chain(*PARTS.values(), ON_DEMAND)
    by_name = {contest.id: (contest,) for contest in everything} | PARTS
    for name in names:
        if name not in by_name:
            return f"There is no part or contest {name!r}; there are {', '.join(by_name)}."
    chosen = [contest for name in names or PARTS for contest in by_name[name]]
    return list(dict.fromkeys(chosen))


if __name__ == "__main__":
    sys.exit(main())
