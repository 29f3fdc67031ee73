"""What goes on in the background goes on, even while the database is away."""

import asyncio
from itertools import islice
from random import Random

import pytest

from server.ports import StorageError
from server.storage.housekeeping import EVERY, keep_house
from server.storage.pruning import KEPT_FOR
from tests.server.storage.material import EMPTY, MAIN, ChanceTable, append_all, guests
from tests.server.storage.test_pruning import NOON, hands_in_the_journal


async def test_the_journal_is_pruned_round_after_round(sql, home):
    table = ChanceTable(Random(5), await guests(sql.accounts))
    await sql.journal.open_table(MAIN, EMPTY)
    await append_all(sql.journal, islice(table.play(50), 150))
    hands = len(table.finished)
    times = iter((NOON, NOON + KEPT_FOR + 1, NOON + 86_400))
    seen = []

    async def pause(seconds):
        assert seconds == EVERY
        seen.append(len(await hands_in_the_journal(home)))
        if len(seen) == 3:
            raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await keep_house(sql.store, sql.vault, lambda: next(times), pause)
    assert seen == [hands + 1, hands, 1]


async def test_it_waits_for_a_database_that_is_away(sql, monkeypatch):
    rounds = []

    def refuse():
        raise StorageError("The database is away.")

    async def pause(_seconds):
        rounds.append(1)
        if len(rounds) == 2:
            raise asyncio.CancelledError

    monkeypatch.setattr(sql.store, "reading", refuse)
    with pytest.raises(asyncio.CancelledError):
        await keep_house(sql.store, sql.vault, lambda: NOON, pause)
    assert len(rounds) == 2


async def test_a_fault_of_ours_in_one_thing_ends_neither_it_nor_the_rest(sql, monkeypatch, capsys):
    done = []

    async def fault(*_):
        done.append("renewed")
        raise RuntimeError("hand 7 changed on its way")

    async def pruned(*_):
        done.append("pruned")
        return 0

    async def pause(_seconds):
        if len(done) == 4:
            raise asyncio.CancelledError

    monkeypatch.setattr("server.storage.housekeeping.renew_records", fault)
    monkeypatch.setattr("server.storage.housekeeping.prune", pruned)
    with pytest.raises(asyncio.CancelledError):
        await keep_house(sql.store, sql.vault, lambda: NOON, pause)
    assert done == ["renewed", "pruned"] * 2
    assert "hand 7 changed on its way" in capsys.readouterr().out
