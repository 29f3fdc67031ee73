"""Whether a database answers is found out by writing, without a change."""

from server.ports import StorageError
from server.storage.database import answers


async def test_a_database_that_is_there_answers(sql):
    assert await answers(sql.store)


async def test_a_database_that_refuses_does_not(sql, monkeypatch):
    async def refuse(_unit):
        raise StorageError("The disk is full.")

    monkeypatch.setattr(sql.store, "write", refuse)
    assert not await answers(sql.store)


async def test_a_database_that_was_closed_does_not(home):
    async with home.open() as storage:
        pass
    assert not await answers(storage.store)
