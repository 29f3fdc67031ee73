"""
What a finished hand of six players takes at rest: its record, its results and its postings.

Everything is counted that the database grows by, indexes and half-empty pages included, when the
journal of those hands was pruned.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from benchmarks.contest import Contest, Peer, Runner
from benchmarks.storage.ground import Ground, fill
from benchmarks.storage.sessions import NOON, SEED, Session, sessions
from server.storage import Storage
from server.storage.pruning import prune

TABLES = 20
HANDS_EACH = 25
BUDGET_BYTES = 2_000
MEGABYTE = 1_000_000
A_YEAR = 365 * 86_400

Size = Callable[[], int]
_KEPT = "('hands'), ('hand_players'), ('ledger')"


def on_sqlite() -> Runner:
    """In a file."""
    with closing(Ground()) as ground:
        path = ground.folder() / "showdown.db"
        return _runner(ground, ground.open(path), lambda: _used(path))


def on_postgres() -> Runner:
    """In PostgreSQL."""
    with closing(Ground()) as ground:
        address = ground.postgres()
        storage = ground.open(address)

        async def size() -> int:
            async with storage.store.reading() as connection:
                found = await connection.exec_driver_sql(
                    "SELECT sum(pg_total_relation_size(name::regclass)) FROM"
                    f" (VALUES {_KEPT}) AS kept (name)"
                )
                return int(found.scalar_one())

        return _runner(ground, storage, lambda: ground.wait_for(size()))


def _used(path: Path) -> int:
    """Bytes in pages that hold something."""
    with closing(sqlite3.connect(path)) as connection:

        def pragma(name: str) -> int:
            value: int = connection.execute(f"PRAGMA {name}").fetchone()[0]
            return value

        return (pragma("page_count") - pragma("freelist_count")) * pragma("page_size")


def _runner(ground: Ground, storage: Storage, size: Size) -> Runner:
    """Counts hands by the megabyte, as if it were by the second."""
    each = _bytes_of_a_hand(ground, storage, size)
    return Runner("showdown", lambda hands: hands * each / MEGABYTE, reports=True)


def _bytes_of_a_hand(ground: Ground, storage: Storage, size: Size) -> float:
    tables = sessions(ground.wait_for(fill(storage, TABLES)), SEED)
    before = size()
    hands = sum(ground.wait_for(_play_all(storage, tables)))
    ground.wait_for(prune(storage.store, NOON + A_YEAR))
    return (size() - before) / hands


async def _play_all(storage: Storage, tables: list[Session]) -> list[int]:
    return await asyncio.gather(*(_play(storage, table) for table in tables))


async def _play(storage: Storage, table: Session) -> int:
    """Play until so many hands of six have ended; how many hands they were in all."""
    hands = 0
    while hands < HANDS_EACH:
        entry = table.next()
        await storage.journal.append(entry)
        hands += entry.record is not None
    return hands


def _allowed() -> Runner:
    return Runner("budget", lambda hands: hands * BUDGET_BYTES / MEGABYTE, reports=True)


def _contest(name: str, where: str, ours: Callable[[], Runner]) -> Contest:
    return Contest(
        id=name,
        title=f"finished hands of six players in a megabyte, {where}",
        unit="hands",
        per="MB",
        ours=ours,
        peers=(Peer(f"hands of {BUDGET_BYTES:,} bytes", _allowed, budget=1),),
    )


AT_REST = _contest("at-rest", "SQLite", on_sqlite)
AT_REST_POSTGRES = _contest("at-rest-postgres", "PostgreSQL", on_postgres)
