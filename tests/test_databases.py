"""Whoever uses a database after another test finds it as new, whatever the other has done there."""

import asyncpg
import pytest

from tests.databases import Databases

TABLES = "SELECT oid::regclass::text FROM pg_class WHERE relnamespace = 'public'::regnamespace"


async def everything(url):
    """All rows of all tables and sequences."""
    connection = await asyncpg.connect(url)
    try:
        names = await connection.fetch(f"{TABLES} AND relkind IN ('r', 'S')")
        return {name: set(await connection.fetch(f"TABLE {name}")) for (name,) in names}
    finally:
        await connection.close()


@pytest.fixture
def used(postgres_databases: Databases):
    """Do something in one and look at the next; gives whether it is the same, emptied."""

    async def use(statement):
        with postgres_databases.one() as url:
            before = await everything(url)
            left_open = await asyncpg.connect(url)
            await left_open.execute(statement)
            assert await everything(url) != before
        with postgres_databases.one() as again:
            assert await everything(again) == before
        left_open.terminate()
        return url == again

    return use


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO tables (id, checkpoint, seq) VALUES ('main', '', 0)",
        "SELECT nextval('entrances')",
        "UPDATE counters SET value = 8",
        "DELETE FROM counters",
    ],
)
async def test_rows_are_those_of_a_new_one(used, statement):
    assert await used(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "ALTER TABLE accounts ADD more integer",
        "DROP TABLE counters",
        "CREATE TABLE more (id integer)",
        "UPDATE alembic_version SET version_num = '0001'",
    ],
)
async def test_one_of_another_form_is_used_no_more(used, statement):
    assert not await used(statement)
