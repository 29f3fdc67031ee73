"""A database is brought up to date before it is used, after a copy, all at once or not at all."""

import sqlite3
from contextlib import closing
from functools import partial
from random import Random

import pytest

from server.ports import StorageError
from server.storage import open_storage
from server.storage.sqlite.migrate import bring_up_to_date
from tests.server.storage import later
from tests.server.storage.later import FAILS_HALFWAY, LATER, LOSES_PARENTS, NEWEST, later_scripts
from tests.server.storage.material import EMPTY, MAIN, ChanceTable, append_all, guests

ADDS_A_COLUMN = later.ADDS_A_COLUMN.format(recreate="always")


@pytest.fixture
def scripts(tmp_path):
    """The versions of a later program, whose newest one does this."""
    return partial(later_scripts, tmp_path)


@pytest.fixture
async def populated(database):
    """A database in which hands were played."""
    async with open_storage(database) as storage:
        await storage.journal.open_table(MAIN, EMPTY)
        table = ChanceTable(Random(2), await guests(storage.accounts))
        await append_all(storage.journal, table.play(5))
    return database


def ask(database, question):
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(question).fetchall()


def version(database):
    return ask(database, "SELECT version_num FROM alembic_version")[0][0]


def contents(database):
    names = [name for (name,) in ask(database, "SELECT name FROM sqlite_schema WHERE type='table'")]
    return {name: ask(database, f"SELECT * FROM {name}") for name in names}


def copies(database):
    return sorted(each.name for each in database.parent.glob("*.copy"))


def test_a_new_database_has_the_newest_version_and_needs_no_copy(database):
    bring_up_to_date(database)
    assert version(database) == NEWEST
    assert copies(database) == []


async def test_a_database_that_is_up_to_date_is_left_alone(populated):
    before = contents(populated)
    bring_up_to_date(populated)
    assert contents(populated) == before
    assert copies(populated) == []


async def test_an_old_database_is_copied_and_then_upgraded(populated, scripts):
    before = contents(populated)
    async with open_storage(populated, scripts(ADDS_A_COLUMN)):
        pass
    assert version(populated) == LATER
    assert ask(populated, "SELECT DISTINCT streets FROM hands") == [(2,)]
    assert copies(populated) == [f"showdown.db.{NEWEST}.copy"]
    assert contents(populated.with_name(f"showdown.db.{NEWEST}.copy")) == before


async def test_a_table_that_is_copied_into_a_new_form_loses_no_rows_that_refer_to_it(
    populated, scripts
):
    before = contents(populated)
    bring_up_to_date(populated, scripts(ADDS_A_COLUMN))
    after = contents(populated)
    assert len(after["hands"]) == len(before["hands"]) == 5
    assert after["hand_players"] == before["hand_players"] != []


@pytest.mark.parametrize("upgrade", [FAILS_HALFWAY, LOSES_PARENTS])
async def test_a_migration_that_fails_leaves_the_database_as_it_was(populated, scripts, upgrade):
    before = contents(populated)
    with pytest.raises(Exception, match=r"no such table|without their parent"):
        bring_up_to_date(populated, scripts(upgrade))
    assert contents(populated) == before
    bring_up_to_date(populated)


async def test_a_second_attempt_does_not_write_over_the_first_copy(populated, scripts):
    later = scripts(FAILS_HALFWAY)
    for _ in range(2):
        with pytest.raises(Exception, match="no such table"):
            bring_up_to_date(populated, later)
    assert copies(populated) == [f"showdown.db.{NEWEST}-2.copy", f"showdown.db.{NEWEST}.copy"]


async def test_a_newer_database_is_refused_and_left_alone(populated, scripts):
    bring_up_to_date(populated, scripts(ADDS_A_COLUMN))
    before = contents(populated)
    with pytest.raises(StorageError) as refused:
        async with open_storage(populated):
            pass
    assert str(refused.value) == (
        f"The database {populated} is of a newer Showdown (version {LATER}, this one knows "
        f"{NEWEST}); start that one, or give another --database."
    )
    assert contents(populated) == before


def test_migrations_are_found_from_any_folder(database, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    bring_up_to_date(database)
    assert version(database) == NEWEST
