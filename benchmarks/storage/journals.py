"""
The journal beside the bare drivers: the same rows in the same transactions on the same disk.

Each table appends its next entry when the one before is durable. A driver is given rows that are
ready, cards encrypted, and commits as many together as our journal did. What we do beyond that is
the price of the ratio: encode and encrypt, find that the row is the next one of its table and that
the table is ours, let a bad one fail alone, wake who waits.
"""

import asyncio
import time
from collections.abc import Iterable, Sequence
from typing import Any

from benchmarks.contest import Contest, Peer, Runner
from benchmarks.storage import raw
from benchmarks.storage.ground import Ground, fill
from benchmarks.storage.raw import Batches
from benchmarks.storage.sessions import SEED, sessions
from server.ports import Entry
from server.storage import Storage

TABLES = 200
BUDGET = 0.7


def ours(batches: Batches, *, postgres: bool) -> Runner:
    """Our journal, with every table at once."""
    ground = Ground()
    storage = ground.open(ground.postgres() if postgres else ground.folder() / "showdown.db")
    tables = sessions(ground.wait_for(fill(storage, TABLES)), SEED)
    _watch(storage, batches)

    def work(rounds: int) -> float:
        batches.sizes.clear()
        entries = [[each.next() for _ in range(rounds)] for each in tables]
        return ground.wait_for(_append_all(storage, entries))

    return Runner("showdown", work, units=TABLES, reports=True, close=ground.close)


async def _append_all(storage: Storage, entries: Iterable[Sequence[Entry]]) -> float:
    """Append the entries of all tables; how many seconds that takes."""

    async def append(of_a_table: Sequence[Entry]) -> None:
        for entry in of_a_table:
            await storage.journal.append(entry)

    start = time.perf_counter()
    await asyncio.gather(*map(append, entries))
    return time.perf_counter() - start


def _watch(storage: Storage, batches: Batches) -> None:
    """Note how many entries go into each transaction."""
    store: Any = storage.store
    sqlite = hasattr(store, "_writer")
    below, name = (store._writer, "_all_done") if sqlite else (store._appender, "_commit")
    commit = getattr(below, name)

    def noted(batch: Sequence[Any]) -> Any:
        batches.sizes.append(len(batch))
        return commit(batch)

    setattr(below, name, noted)


def _on_sqlite() -> Contest:
    batches = Batches()
    return Contest(
        id="journal",
        title="entries of 200 tables at once made durable, SQLite",
        unit="entries",
        ours=lambda: ours(batches, postgres=False),
        peers=(
            Peer(
                "sqlite3, the same transactions",
                lambda: raw.sqlite(TABLES, batches),
                budget=BUDGET,
            ),
        ),
    )


def _on_postgres() -> Contest:
    batches = Batches()
    return Contest(
        id="journal-postgres",
        title="the same, PostgreSQL",
        unit="entries",
        ours=lambda: ours(batches, postgres=True),
        peers=(
            Peer(
                "asyncpg, the same transactions",
                lambda: raw.postgres(TABLES, batches),
                budget=BUDGET,
            ),
        ),
    )


JOURNAL, JOURNAL_POSTGRES = _on_sqlite(), _on_postgres()
