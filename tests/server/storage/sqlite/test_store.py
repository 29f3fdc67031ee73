"""What SQLite leaves behind in its folder and in the process, and how much it promises."""

import threading

import pytest

from server.storage import open_storage
from server.storage.keyfile import key_file
from tests.server.storage.material import EMPTY, MAIN, guests


@pytest.fixture
async def storage(database):
    async with open_storage(database) as storage:
        yield storage


async def test_a_first_start_makes_database_key_and_lock_and_a_stop_leaves_those(database):
    async with open_storage(database):
        pass
    assert {each.name for each in database.parent.iterdir()} == {
        "showdown.db",
        "showdown.db.key",
        "showdown.db.lock",
    }


async def test_no_thread_is_left_when_a_database_is_closed(database):
    async with open_storage(database) as storage:
        await storage.journal.open_table(MAIN, EMPTY)
        assert await guests(storage.accounts)
    names = {thread.name for thread in threading.enumerate()}
    assert "storage-writer" not in names
    assert not any("aiosqlite" in name.lower() for name in names)


async def test_the_database_survives_power_cuts_as_far_as_sqlite_does(storage):
    def pragmas(connection):
        return {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }

    full = 2
    assert await storage.store.write(pragmas) == {
        "journal_mode": "wal",
        "synchronous": full,
        "foreign_keys": 1,
    }


async def test_without_any_cards_a_lost_key_is_made_anew(database):
    async with open_storage(database):
        pass
    key_file(database).unlink()
    async with open_storage(database):
        assert key_file(database).exists()
