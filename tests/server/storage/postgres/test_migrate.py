"""A PostgreSQL changes its form when an operator says so, all at once, and once."""

import asyncio
from random import Random

import asyncpg
import pytest

from server.addresses import PostgresAddress
from server.ports import StorageError
from server.storage import migrate_database
from tests.server.storage.homes import Home
from tests.server.storage.later import ADDS_A_COLUMN, FAILS_HALFWAY, LATER, NEWEST, later_scripts
from tests.server.storage.material import EMPTY, MAIN, ChanceTable, append_all, guests

ADDS = ADDS_A_COLUMN.format(recreate="auto")


@pytest.fixture
def blank(blank_postgres_url, tmp_path):
    return Home(PostgresAddress(blank_postgres_url), tmp_path / "showdown.key")


@pytest.fixture
async def populated(home):
    """A database in which hands were played."""
    async with home.open() as storage:
        await storage.journal.open_table(MAIN, EMPTY)
        table = ChanceTable(Random(2), await guests(storage.accounts))
        await append_all(storage.journal, table.play(5))
    return home


async def version(home):
    return (await home.ask("SELECT version_num FROM alembic_version"))[0][0]


async def refusal_of(home, *scripts):
    with pytest.raises(StorageError) as refused:
        async with home.open(*scripts):
            pass
    return str(refused.value)


async def test_a_server_makes_no_tables_by_itself(blank):
    assert await refusal_of(blank) == (
        f"The database {blank.address} is empty; run: python -m server migrate"
    )
    tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
    assert await blank.ask(tables) == [(0,)]


async def test_an_empty_database_is_made_and_then_left_alone(blank):
    made = await migrate_database(blank.address)
    assert str(made) == f"was empty and has version {NEWEST} now."
    assert str(await migrate_database(blank.address)) == f"has version {NEWEST} already."
    async with blank.open() as storage:
        assert len(await guests(storage.accounts)) == 4


async def test_an_old_database_is_refused_until_an_operator_migrates_it(populated, tmp_path):
    scripts = later_scripts(tmp_path, ADDS)
    assert await refusal_of(populated, scripts) == (
        f"The database {populated.address} has version {NEWEST}, not {LATER}; "
        "run: python -m server migrate"
    )
    done = await migrate_database(populated.address, scripts)
    assert str(done) == f"went from version {NEWEST} to {LATER}."
    assert await populated.ask("SELECT DISTINCT streets FROM hands") == [(2,)]
    async with populated.open(scripts) as storage:
        assert await storage.journal.open_table(MAIN, EMPTY)


async def test_a_newer_database_is_refused_by_server_and_migration_alike(populated, tmp_path):
    await migrate_database(populated.address, later_scripts(tmp_path, ADDS))
    sentence = (
        f"The database {populated.address} is of a newer Showdown (version {LATER}, this one knows "
        f"{NEWEST}); start that one, or give another --database."
    )
    assert await refusal_of(populated) == sentence
    with pytest.raises(StorageError) as refused:
        await migrate_database(populated.address)
    assert str(refused.value) == sentence
    assert await version(populated) == LATER


async def test_the_database_of_another_program_is_refused(blank):
    await blank.ask("CREATE TABLE bookmarks (url text)")
    sentence = f"The database {blank.address} belongs to another program; give another --database."
    assert await refusal_of(blank) == sentence
    with pytest.raises(StorageError) as refused:
        await migrate_database(blank.address)
    assert str(refused.value) == sentence


async def test_a_migration_that_fails_leaves_the_database_as_it_was(populated, tmp_path):
    with pytest.raises(Exception, match="no_such_table"):
        await migrate_database(populated.address, later_scripts(tmp_path, FAILS_HALFWAY))
    assert await version(populated) == NEWEST
    async with populated.open() as storage:
        assert await storage.journal.open_table(MAIN, EMPTY)


async def test_of_many_who_migrate_at_once_one_does_it(blank):
    made = await asyncio.gather(*(migrate_database(blank.address) for _ in range(6)))
    assert sorted(each.found is None for each in made) == [False] * 5 + [True]


async def test_a_server_of_the_old_version_goes_on_while_a_new_one_begins(populated, tmp_path):
    async with populated.open() as old:
        await migrate_database(populated.address, later_scripts(tmp_path, ADDS))
        table = await old.journal.open_table(MAIN, EMPTY)
        assert table.seq
        assert await old.accounts.add_guest("Anna", 100)


async def test_nobody_waits_for_ever_for_a_server_that_does_not_migrate(blank):
    other = await asyncpg.connect(blank.address.url)
    await other.execute("SELECT pg_advisory_lock($1)", 0x53484F57444F574E)
    waiting = asyncio.ensure_future(migrate_database(blank.address))
    while not await other.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):
        pass
    await other.close()
    assert (await waiting).found is None
