"""
One table and two thousand who look on: whether those who play wait for them.
"""

from collections.abc import Iterator

from benchmarks.contest import Result
from benchmarks.load.figures import percentile
from benchmarks.runs import Run, within
from benchmarks.service.playing import cost, plan, played, server_with

ONLOOKERS_EACH, RATE = 2_000, 5
P99 = 0.020


def _measure(quick: bool) -> Iterator[Result]:
    with server_with(1) as server:
        alone = played(plan(server, 1, rate=RATE, seconds=5 if quick else 10))
    with server_with(1) as server:
        watched = played(
            plan(server, 1, watchers=ONLOOKERS_EACH, rate=RATE, seconds=5 if quick else 20)
        )
    p50, p99 = (percentile(watched.seats, part) * 1e3 for part in (0.5, 0.99))
    before = percentile(alone.seats, 0.99) * 1e3
    last = percentile(watched.watchers, 0.99) * 1e3
    said = f"{p99:.1f} ms (p50 {p50:.1f} ms; {before:.1f} ms with nobody there)"
    yield within(ONLOOKERS.id, "p99 of the seats: 20 ms", said, used=p99 / 1e3, allowed=P99)
    yield within(
        ONLOOKERS.id,
        "p99 of the last onlooker: 200 ms",
        f"{last:.0f} ms; {cost(watched) / 1e3:.0f} ms of CPU an action",
        used=last,
        allowed=1e3 / RATE,
        is_budget=False,
    )


ONLOOKERS = Run(
    "onlookers", f"a table with {ONLOOKERS_EACH:,} onlookers, {RATE} actions/s", _measure
)
