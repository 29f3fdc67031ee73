"""
What an action costs when there is much that has nothing to do with it: tables, and old hands.

The small server and the large one play in the same seconds, so that what disturbs one disturbs the
other.
"""

from collections.abc import Iterator
from functools import partial

from benchmarks.contest import Result
from benchmarks.load.process import resident
from benchmarks.load.serving import Server
from benchmarks.runs import Run, within
from benchmarks.service.playing import cost, plan, played_together, server_with
from benchmarks.storage.many_hands import HANDS
from benchmarks.storage.searching import library

PLAYED = 10
"""Tables at which somebody plays, on both servers."""
RATE = 150
MANY_TABLES, SOME_TABLES = 10_000, 2_000
MORE_FOR_TABLES, MORE_FOR_HANDS = 1.3, 1.1
TABLE_KIB = 16


def _compared(
    contest: str, small: Server, large: Server, most: float, *, quick: bool, peer: str
) -> Result:
    """What an action costs on either, at the same rate."""
    seconds = 3 if quick else 12
    few, many = played_together(
        [plan(each, PLAYED, rate=RATE, seconds=seconds) for each in (small, large)]
    )
    return Result(
        contest=contest,
        peer=peer,
        unit="",
        said=f"{cost(few):.0f} us to {cost(many):.0f} us of CPU an action",
        ratio=cost(few) / cost(many),
        budget=round(1 / most, 2),
    )


def _tables(quick: bool) -> Iterator[Result]:
    many = SOME_TABLES if quick else MANY_TABLES
    with server_with(PLAYED) as small, server_with(many) as large:
        more = (resident(large.process) - resident(small.process)) / (many - PLAYED) / 1024
        yield _compared(
            TABLES.id,
            small,
            large,
            MORE_FOR_TABLES,
            quick=quick,
            peer=f"the same with {PLAYED} tables",
        )
    yield within(
        TABLES.id,
        f"{TABLE_KIB} KiB for one where nobody sits",
        f"{more:.1f} KiB",
        used=more,
        allowed=TABLE_KIB,
        is_budget=False,
    )


def _history(run: str, hands: int, quick: bool) -> Iterator[Result]:
    with (
        server_with(PLAYED) as small,
        server_with(PLAYED, str(library("SQLite", hands))) as large,
    ):
        yield _compared(
            run, small, large, MORE_FOR_HANDS, quick=quick, peer="the same with none stored"
        )


TABLES = Run(
    "tables", f"an action at one of {PLAYED} tables, of {MANY_TABLES:,} there are", _tables
)


def _with_stored(run: str, hands: int) -> Run:
    title = f"an action while {hands:,} hands are stored"
    return Run(run, title, partial(_history, run, hands))


HISTORY = _with_stored("stored-hands", HANDS)
MILLIONS = _with_stored("stored-millions", 10 * HANDS)
"""Takes ten minutes and as many gigabytes, and is carried out by its name alone."""
