"""
Searches among half a million hands, each kind for itself: whether it is answered within its time.
"""

import atexit
from collections.abc import Callable
from contextlib import closing
from functools import cache, partial

from benchmarks.contest import Contest, Peer, Runner
from benchmarks.storage.ground import Ground
from benchmarks.storage.many_hands import BUSIEST, HANDS, SELDOM, add_hands
from server.addresses import Address, PostgresAddress
from server.ports import HandQuery
from showdown.history.statistics import Outcome
from showdown.rules.hand_rank import Category
from showdown.rules.ruleset import HandId, TableId

BUDGET_S = 0.05
"""For an answer, a page of twenty hands."""

_TABLE = TableId("table-7")
_SINCE, _UNTIL = "2026-06-01T00:00:00Z", "2026-06-02T00:00:00Z"
SEARCHES: dict[str, HandQuery] = {
    "the newest hands": HandQuery(),
    "a page from the middle": HandQuery(before=HandId(HANDS // 2)),
    "of a player who plays always": HandQuery(player=BUSIEST),
    "of a player who plays seldom": HandQuery(player=SELDOM),
    "won by a player": HandQuery(player=BUSIEST, outcome=Outcome.WON),
    "at a table": HandQuery(table=_TABLE),
    "of a day": HandQuery(since=_SINCE, until=_UNTIL),
    "with a pot as in a hand of a hundred": HandQuery(min_pot=1_000),
    "with a pot as in few hands": HandQuery(min_pot=500_000),
    "won with a pair": HandQuery(category=Category.ONE_PAIR),
    "won with a straight flush": HandQuery(category=Category.STRAIGHT_FLUSH),
    "of a player, won with quads": HandQuery(player=BUSIEST, category=Category.FOUR_OF_A_KIND),
    "by all filters together": HandQuery(
        player=BUSIEST,
        table=_TABLE,
        min_pot=100,
        category=Category.ONE_PAIR,
        outcome=Outcome.LOST,
        since=_SINCE,
        until=_UNTIL,
    ),
}


@cache
def library(engine: str, many: int = HANDS) -> Address:
    """A database with many hands, filled once for all kinds of searches; it goes at the end."""
    ground = Ground()
    atexit.register(ground.close)
    address = ground.postgres() if engine == "PostgreSQL" else ground.folder() / "showdown.db"
    with closing(Ground()) as filling:
        filling.wait_for(add_hands(filling.open(address).store, many))
        if isinstance(address, PostgresAddress):
            filling.tidy(address)
    return address


def searching(engine: str, query: HandQuery) -> Runner:
    """Search again and again."""
    address, ground = library(engine), Ground()
    hands = ground.open(address).hands

    def work(times: int) -> None:
        async def searches() -> None:
            for _ in range(times):
                await hands.find(query)

        ground.wait_for(searches())

    return Runner("showdown", work, close=ground.close)


def _allowed() -> Runner:
    return Runner("budget", lambda times: times * BUDGET_S, reports=True)


def _contest(engine: str, number: int, name: str, ours: Callable[[], Runner]) -> Contest:
    return Contest(
        id=f"search-{engine.lower()}-{number}",
        title=f"hands {name}, of {HANDS:,} in {engine}",
        unit="searches",
        rounds=3,  # there are many of these, and far from their budget
        ours=ours,
        peers=(Peer(f"answers within {BUDGET_S * 1_000:.0f} ms", _allowed, budget=1),),
    )


CONTESTS: tuple[Contest, ...] = tuple(
    _contest(engine, number, name, partial(searching, engine, query))
    for engine in ("SQLite", "PostgreSQL")
    for number, (name, query) in enumerate(SEARCHES.items(), 1)
)
