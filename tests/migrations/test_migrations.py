"""The versions of the database: one line of them, as the models say, up and down."""

import json
import shutil
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
from server.storage.sqlite.engines import migrating_engine
from tests.server.storage.material import EMPTY, MAIN, ChanceTable, append_all, guests

__all__ = [
    "test_model_definitions_match_ddl",
    "test_single_head_revision",
    "test_up_down_consistency",
    "test_upgrade",
]

ROOT = Path(__file__).resolve().parents[2]

STACKS = (799, 1_069, 984, 1_114)
"""Of accounts 2 to 5 before the hand in which release 0.1.0 was killed."""


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


def opened(database):
    """What the ledger begins with: who has how much."""
    with closing(sqlite3.connect(database)) as connection:
        return dict(connection.execute("SELECT credit, amount FROM ledger WHERE key LIKE 'open%'"))


def test_every_account_and_seat_of_a_hand_that_runs_begins_in_the_ledger(alembic_runner, database):
    shutil.copy(ROOT / "tests/golden/releases/0.1.0/showdown.db", database)
    alembic_runner.migrate_up_to("0002")
    on_accounts = {"account:1": 34} | {f"account:{number}": 9_000 for number in range(2, 6)}
    at_the_table = {f"seat:main:{number}": stack for number, stack in enumerate(STACKS, 2)}
    assert opened(database) == on_accounts | at_the_table


def test_who_came_and_what_was_paid_during_the_hand_counts_too(alembic_runner, database):
    alembic_runner.migrate_up_to("0001")
    checkpoint = {
        "occupants": [
            {"seat": 1, "account": 2, "stack": 100},
            {"seat": 2, "account": 3, "stack": 200},
            {"seat": 3, "account": 4, "stack": 300},
        ],
        "carry": {"shares": {"1": 5, "2": 5}, "forfeited": [5]},
    }
    began = [
        {"type": "carry_matched", "seat": 3, "amount": 5},
        {"type": "hand_started", "hand": 1},
    ]
    came = [{"type": "seated", "seat": 4, "account": 5, "stack": 400}]
    came_again = [
        {"type": "left", "seat": 4, "account": 5, "stack": 400},
        {"type": "seated", "seat": 6, "account": 6, "stack": 500},
        {"type": "stack_changed", "seat": 6, "stack": 600},
    ]
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(
            "INSERT INTO tables (id, checkpoint, seq) VALUES ('main', ?, 9)",
            (json.dumps(checkpoint),),
        )
        for seq, events in ((8, came), (10, began), (12, came), (13, came_again)):
            connection.execute(
                "INSERT INTO journal (table_id, seq, count, version, payload)"
                " VALUES ('main', ?, ?, 1, ?)",
                (seq, len(events), json.dumps(events)),
            )
    alembic_runner.migrate_up_to("0002")
    assert opened(database) == {
        "pot:main": 20,
        "seat:main:2": 100,
        "seat:main:3": 200,
        "seat:main:4": 295,
        "seat:main:6": 600,
    }


def test_what_was_shut_stays_shut_in_an_older_program(alembic_runner, database):
    alembic_runner.migrate_up_to("0002")
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(
            "INSERT INTO accounts (id, name, name_key, kind, chips, created_at, disabled_at)"
            " VALUES (2, 'Anna', 'anna', 'person', 0, '', NULL),"
            " (3, 'Boris', 'boris', 'guest', 0, '', 'then')"
        )
        connection.execute(
            "INSERT INTO tokens (hash, account, created_at, revoked_at)"
            " VALUES (x'01', 2, '', NULL), (x'02', 2, '', 'then'), (x'03', 3, '', NULL)"
        )
    alembic_runner.migrate_down_to("0001")
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("SELECT hash, account FROM tokens").fetchall() == [(b"\x01", 2)]
        kinds = connection.execute("SELECT id, kind FROM accounts ORDER BY id").fetchall()
        assert kinds == [(1, "house"), (2, "guest"), (3, "guest")]


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
