"""The versions of the database: one line of them, as the models say, up and down."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from alembic import command
from alembic.config import Config
from pytest_alembic.tests import (
    test_model_definitions_match_ddl,
    test_single_head_revision,
    test_up_down_consistency,
    test_upgrade,
)
from sqlalchemy.ext.asyncio import create_async_engine

from server.storage import open_storage
from server.storage.engines import migrating_engine
from tests.server.storage.material import EMPTY, MAIN, ChanceTable, append_all, guests

__all__ = [
    "test_model_definitions_match_ddl",
    "test_single_head_revision",
    "test_up_down_consistency",
    "test_upgrade",
]

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def database(tmp_path):
    return tmp_path / "showdown.db"


@pytest.fixture
def alembic_config():
    config = Config()
    config.set_main_option("script_location", str(ROOT / "migrations"))
    config.set_main_option("path_separator", "os")
    return config


@pytest.fixture
def alembic_engine(database):
    engine = migrating_engine(database)
    yield engine
    engine.dispose()


def tables(database):
    with closing(sqlite3.connect(database)) as connection:
        rows = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        return {name for (name,) in rows if not name.startswith("sqlite_")}


async def test_a_populated_database_goes_down_and_up_again(alembic_config, database):
    async with open_storage(database) as storage:
        await storage.journal.open_table(MAIN, EMPTY)
        table = ChanceTable(Random(2), await guests(storage.accounts))
        await append_all(storage.journal, table.play(3))
    before = tables(database)
    engine = migrating_engine(database)
    alembic_config.attributes["connection"] = engine
    command.downgrade(alembic_config, "base")
    assert tables(database) == {"alembic_version"}
    command.upgrade(alembic_config, "head")
    assert tables(database) == before
    engine.dispose()


def test_the_journal_is_kept_in_the_order_of_its_key(alembic_runner, database):
    alembic_runner.migrate_up_to("0001")
    with closing(sqlite3.connect(database)) as connection:
        (form,) = connection.execute(
            "SELECT sql FROM sqlite_schema WHERE name='journal'"
        ).fetchone()
    assert "WITHOUT ROWID" in form


def test_every_constraint_has_a_name(alembic_runner, database):
    alembic_runner.migrate_up_to("heads")
    with closing(sqlite3.connect(database)) as connection:
        forms = dict(connection.execute("SELECT name, sql FROM sqlite_schema WHERE type='table'"))
    for name in tables(database) - {"accounts"}:
        for word in ("PRIMARY KEY", "FOREIGN KEY", "UNIQUE", "CHECK"):
            assert forms[name].count(word) == sum(
                line.strip().startswith("CONSTRAINT") and word in line
                for line in forms[name].splitlines()
            )


def test_the_versions_run_on_an_asynchronous_engine_too(alembic_config, database):
    alembic_config.attributes["connection"] = create_async_engine(f"sqlite+aiosqlite:///{database}")
    command.upgrade(alembic_config, "head")
    assert "journal" in tables(database)


@pytest.mark.parametrize("arguments", [("upgrade", "head"), ("upgrade", "head", "--sql")])
def test_a_developer_can_run_alembic_by_hand(database, arguments):
    command_line = (sys.executable, "-m", "alembic", "-x", f"database={database}", *arguments)
    ran = subprocess.run(command_line, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    if "--sql" in arguments:
        assert "CREATE TABLE journal" in ran.stdout
        assert not database.exists()
    else:
        assert "journal" in tables(database)
