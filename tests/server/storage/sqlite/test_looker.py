"""Looking up by a key: all who ask at once in one go, and nobody's mistake harms another."""

import asyncio
import threading
from functools import partial

import pytest
from sqlalchemy import select

from server.ports import StorageError
from server.storage import open_storage, people
from server.storage.models import AccountRow


def name_of(account):
    query = select(AccountRow.name).where(AccountRow.id == account)
    return lambda connection: connection.scalar(query)


@pytest.fixture
async def store(database):
    async with open_storage(database) as storage:
        yield storage.store


async def test_what_was_written_is_seen_at_once(store):
    for name in ("Anna", "Boris"):
        who, _ = await store.write(partial(people.add_guest, name, 100, None))
        assert await store.look(name_of(who.account)) == name


async def test_all_who_ask_are_answered_on_one_thread_and_who_fails_fails_alone(store):
    who, _ = await store.write(partial(people.add_guest, "Anna", 100, None))

    def broken(_):
        raise KeyError("nobody")

    threads = set()

    def watched(connection):
        threads.add(threading.current_thread().name)
        return name_of(who.account)(connection)

    units = [watched, broken, watched, name_of(-1)]
    answers = await asyncio.gather(*map(store.look, units), return_exceptions=True)
    assert (answers[0], answers[2:]) == ("Anna", ["Anna", None])
    assert isinstance(answers[1], KeyError)
    assert threads == {"storage-looker"}


async def test_nothing_can_be_written_while_one_looks(store):
    with pytest.raises(StorageError, match="cannot be written"):
        await store.look(lambda connection: connection.exec_driver_sql("DELETE FROM accounts"))


async def test_after_the_end_nothing_is_looked_up_and_no_thread_is_left(database):
    async with open_storage(database) as storage:
        await storage.store.look(name_of(1))
    assert "storage-looker" not in {thread.name for thread in threading.enumerate()}
    with pytest.raises(StorageError, match="is closed"):
        await storage.store.look(name_of(1))
