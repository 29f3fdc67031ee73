"""What is measured is what tables do: a journal takes it, and the bare driver stores the same."""

import sqlite3
from contextlib import closing

from benchmarks.storage import journals, raw
from benchmarks.storage.ground import KEYS, fill
from benchmarks.storage.raw import Batches
from benchmarks.storage.sessions import SEED, sessions
from server.storage import open_storage
from showdown.rules import events as ev

ROUNDS = 60


async def played(database, tables=2):
    async with open_storage(database, keys=KEYS) as storage:
        at = sessions(await fill(storage, tables), SEED)
        entries = []
        for _ in range(ROUNDS):
            for table in at:
                entries.append(table.next())
                await storage.journal.append(entries[-1])
    return entries


async def test_the_same_seed_brings_the_same_entries_and_a_journal_takes_them(tmp_path):
    first, second = [await played(tmp_path / f"{n}.db") for n in range(2)]
    assert first == second
    kinds = {type(event) for entry in first for event in entry.events}
    assert kinds >= {ev.HandStarted, ev.CardsDealt, ev.Acted, ev.CardsDrawn, ev.HandEnded}


def test_others_commit_as_many_together_as_we_did():
    batches = Batches()
    batches.sizes = [3, 1]
    assert [len(batch) for batch in batches.cut([None] * 9)] == [3, 1, 3, 1, 1]  # type: ignore[list-item]


def test_the_bare_driver_stores_the_same_rows(tmp_path, monkeypatch):
    monkeypatch.setattr(journals, "TABLES", 2)
    monkeypatch.setattr("benchmarks.storage.ground.Ground.folder", folders(tmp_path))
    monkeypatch.setattr("server.storage.ledger.time.time", lambda: 0)
    batches = Batches()
    for runner in (journals.ours(batches, postgres=False), raw.sqlite(2, batches)):
        runner.work(ROUNDS)
        runner.close()
    assert sum(batches.sizes) == 2 * ROUNDS
    ours, theirs = (stored(tmp_path / name / "showdown.db") for name in ("0", "1"))
    assert ours == theirs
    assert all(ours)


def folders(above):
    """A folder for each who asks, in their order."""
    names = iter(range(9))

    def folder(_ground):
        made = above / str(next(names))
        made.mkdir()
        return made

    return folder


def stored(database):
    """All rows, but for what is encrypted anew each time."""
    with closing(sqlite3.connect(database)) as connection:
        return [
            sorted(connection.execute(f"SELECT {columns} FROM {table}").fetchall())
            for table, columns in (
                ("journal", "table_id, seq, count, turn, action_id, payload"),
                ("hands", "id, table_id, ended_at, pot, record"),
                ("hand_players", "hand, seat, place, account, name, net, won"),
                ("ledger", "key, debit, credit, amount, kind, hand"),
                ("accounts", "id, chips"),
                ("tables", "id, checkpoint, seq"),
            )
        ]
