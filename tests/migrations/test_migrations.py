"""The versions of the database: one line of them, up and down, as the models say on each engine."""

import asyncio
import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from pytest_alembic.tests import (
    test_model_definitions_match_ddl,
    test_single_head_revision,
    test_up_down_consistency,
    test_upgrade,
)
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from server.addresses import PostgresAddress
from server.storage.counting import count_plays
from server.storage.entries import seconds
from tests.server.storage.homes import Home
from tests.server.storage.material import EMPTY, MAIN, ChanceTable, append_all, guests

__all__ = [
    "test_model_definitions_match_ddl",
    "test_single_head_revision",
    "test_up_down_consistency",
    "test_upgrade",
]

ROOT = Path(__file__).resolve().parents[2]
RELEASES = ROOT / "tests/golden/releases"
"""Databases of servers of each release that were killed in the middle of a hand."""

STACKS = (799, 1_069, 984, 1_114)
"""Of accounts 2 to 5 before the hand of release 0.1.0."""


@pytest.fixture(params=["sqlite", "postgres"])
def home(request, tmp_path):
    """Nothing yet: a file that is not there, or a database without tables."""
    keys = tmp_path / "showdown.key"
    if request.param == "sqlite":
        return Home(tmp_path / "showdown.db", keys)
    return Home(PostgresAddress(request.getfixturevalue("blank_postgres_url")), keys)


@pytest.fixture
def alembic_config():
    config = Config()
    config.set_main_option("script_location", str(ROOT / "migrations"))
    config.set_main_option("path_separator", "os")
    return config


@pytest.fixture
def alembic_engine(home):
    engine = home.engine()
    yield engine
    if not isinstance(engine, AsyncEngine):
        engine.dispose()


def named(home):
    """A database as it is named at the command line."""
    return getattr(home.address, "url", str(home.address))


def tables(home):
    return set(home.run(lambda connection: sa.inspect(connection).get_table_names()))


def contents(home):
    """All rows of all tables; a row is the same whatever the order of its columns."""

    def unit(connection):
        metadata = sa.MetaData()
        metadata.reflect(connection)
        return {
            name: sorted(
                json.dumps(dict(row), sort_keys=True, default=bytes.hex)
                for row in connection.execute(sa.select(table)).mappings()
            )
            for name, table in metadata.tables.items()
        }

    return home.run(unit)


def insert(home, table, *rows):
    columns: list[sa.ColumnClause] = [sa.column(name) for name in rows[0]]
    statement = sa.insert(sa.table(table, *columns))
    home.run(lambda connection: connection.execute(statement, rows))


def ask(home, statement):
    return asyncio.run(home.ask(statement))


async def populate(home):
    """Play some hands, with another one running."""
    async with home.open() as storage:
        await storage.journal.open_table(MAIN, EMPTY)
        table = ChanceTable(Random(2), await guests(storage.accounts))
        await append_all(storage.journal, table.first_entries(60))


async def count(home):
    """What a server does in the background after a migration."""
    async with home.open() as storage:
        await count_plays(storage.store, storage.vault)


def test_a_populated_database_goes_down_to_nothing_and_up_again(alembic_runner, home):
    alembic_runner.migrate_up_to("heads")
    asyncio.run(populate(home))
    before = tables(home)
    alembic_runner.migrate_down_to("base")
    assert tables(home) == {"alembic_version"}
    alembic_runner.migrate_up_to("heads")
    assert tables(home) == before


VERSIONS = {
    "0.1.0": "0001",
    "0.2.0": "0001",
    "0.3.0": "0002",
    "0.4.0": "0006",
    "0.5.0": "0006",
    "0.6.0": "0007",
    "0.7.0": "0007",
    "0.8.0": "0007",
}
"""The version of the database that each release has."""

KEPT = ("accounts", "tokens", "tables", "journal", "hands", "hand_players", "counters")
"""The tables that release 0.1.0 knows."""


def test_what_the_old_program_knows_is_there_again_after_down_and_up(alembic_runner, home):
    alembic_runner.migrate_up_to("heads")
    asyncio.run(populate(home))
    before = contents(home)
    alembic_runner.migrate_down_to("0001")
    alembic_runner.migrate_up_to("heads")
    asyncio.run(count(home))
    after = contents(home)
    assert {name: after[name] for name in KEPT} == {name: before[name] for name in KEPT}
    assert all(before[name] for name in KEPT)


def test_the_next_guest_gets_an_account_of_his_own(alembic_runner, home):
    alembic_runner.migrate_up_to("heads")
    asyncio.run(populate(home))
    accounts = ask(home, "SELECT id, name FROM accounts ORDER BY id")
    assert accounts == [(1, "House"), (2, "P1"), (3, "P2"), (4, "P3"), (5, "P4")]


def opened(home):
    """What the ledger begins with: who has how much."""
    return dict(ask(home, "SELECT credit, amount FROM ledger WHERE key LIKE 'open%'"))


def fill_from(release, home):
    """Copy all rows that a release left into tables of its version."""
    with closing(sqlite3.connect(RELEASES / release / "showdown.db")) as file:
        file.row_factory = sqlite3.Row
        for name in (*KEPT, "ledger") if VERSIONS[release] > "0001" else KEPT:
            rows = [dict(row) for row in file.execute(f"SELECT * FROM {name}")]
            home.run(
                lambda connection, name=name: connection.execute(sa.text(f"DELETE FROM {name}"))
            )
            insert(home, name, *rows)


def test_every_account_and_seat_of_a_hand_that_runs_begins_in_the_ledger(alembic_runner, home):
    alembic_runner.migrate_up_to("0001")
    fill_from("0.1.0", home)
    alembic_runner.migrate_up_to("0002")
    on_accounts = {"account:1": 34} | {f"account:{number}": 9_000 for number in range(2, 6)}
    at_the_table = {f"seat:main:{number}": stack for number, stack in enumerate(STACKS, 2)}
    assert opened(home) == on_accounts | at_the_table


@pytest.mark.parametrize("release", VERSIONS)
def test_a_release_goes_up_and_its_players_know_when_hands_ended_and_down_without_losing_anything(
    alembic_runner, home, release
):
    alembic_runner.migrate_up_to(VERSIONS[release])
    fill_from(release, home)
    before = contents(home)
    alembic_runner.migrate_up_to("heads")
    stored = ask(home, "SELECT ended, ended_at FROM hand_players JOIN hands ON id = hand")
    assert stored
    assert all(ended == seconds(moment) for ended, moment in stored)
    alembic_runner.migrate_down_to(VERSIONS[release])
    assert contents(home) == before


def test_who_came_and_what_was_paid_during_the_hand_counts_too(alembic_runner, home):
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
    insert(home, "tables", {"id": "main", "checkpoint": json.dumps(checkpoint), "seq": 9})
    insert(
        home,
        "journal",
        *(
            {
                "table_id": "main",
                "seq": seq,
                "count": len(events),
                "version": 1,
                "payload": json.dumps(events),
            }
            for seq, events in ((8, came), (10, began), (12, came), (13, came_again))
        ),
    )
    alembic_runner.migrate_up_to("0002")
    assert opened(home) == {
        "pot:main": 20,
        "seat:main:2": 100,
        "seat:main:3": 200,
        "seat:main:4": 295,
        "seat:main:6": 600,
    }


def test_what_was_shut_stays_shut_in_an_older_program(alembic_runner, home):
    alembic_runner.migrate_up_to("0002")
    insert(
        home,
        "accounts",
        *(
            {
                "id": number,
                "name": name,
                "name_key": name.casefold(),
                "kind": kind,
                "chips": 0,
                "created_at": "",
                "disabled_at": disabled_at,
            }
            for number, name, kind, disabled_at in (
                (2, "Anna", "person", None),
                (3, "Boris", "guest", "then"),
            )
        ),
    )
    insert(
        home,
        "tokens",
        *(
            {"hash": token, "account": account, "created_at": "", "revoked_at": revoked_at}
            for token, account, revoked_at in (
                (b"\x01", 2, None),
                (b"\x02", 2, "then"),
                (b"\x03", 3, None),
            )
        ),
    )
    alembic_runner.migrate_down_to("0001")
    assert ask(home, "SELECT hash, account FROM tokens") == [(b"\x01", 2)]
    kinds = ask(home, "SELECT id, kind FROM accounts ORDER BY id")
    assert kinds == [(1, "house"), (2, "guest"), (3, "guest")]


def account(number, name):
    return {
        "id": number,
        "name": name,
        "name_key": name.casefold(),
        "kind": "guest",
        "chips": 0,
        "created_at": "",
    }


def test_names_that_look_alike_stay_and_are_known_to_look_alike(alembic_runner, home):
    alembic_runner.migrate_up_to("0005")
    insert(home, "accounts", account(2, "Ada"), account(3, "\u0410da"), account(4, "Boris"))
    alembic_runner.migrate_up_to("0006")
    looks = ask(home, "SELECT name, skeleton FROM accounts ORDER BY id")
    assert looks == [("House", "house"), ("Ada", "ada"), ("\u0410da", "ada"), ("Boris", "borls")]


def test_an_older_program_takes_no_claim_of_a_guest_for_his_token(alembic_runner, home):
    alembic_runner.migrate_up_to("0006")
    insert(home, "accounts", account(2, "Ada"))
    insert(
        home,
        "tokens",
        {"hash": b"\x01", "account": 2, "created_at": "", "kind": "guest"},
        {"hash": b"\x02", "account": 2, "created_at": "", "kind": "claim"},
    )
    alembic_runner.migrate_down_to("0005")
    assert ask(home, "SELECT hash, kind FROM tokens") == [(b"\x01", "guest")]


@pytest.mark.parametrize("home", ["sqlite"], indirect=True)
@pytest.mark.parametrize(("version", "table"), [("0001", "journal"), ("0003", "hand_players")])
def test_a_table_is_kept_in_the_order_of_its_key(alembic_runner, home, version, table):
    alembic_runner.migrate_up_to(version)
    ((form,),) = ask(home, f"SELECT sql FROM sqlite_schema WHERE name = '{table}'")
    assert "WITHOUT ROWID" in form


@pytest.mark.parametrize("home", ["sqlite"], indirect=True)
def test_every_constraint_has_a_name(alembic_runner, home):
    alembic_runner.migrate_up_to("heads")
    forms = dict(ask(home, "SELECT name, sql FROM sqlite_schema WHERE type = 'table'"))
    for name in tables(home) - {"accounts"}:
        for word in ("PRIMARY KEY", "FOREIGN KEY", "UNIQUE", "CHECK"):
            assert forms[name].count(word) == sum(
                line.strip().startswith("CONSTRAINT") and word in line
                for line in forms[name].splitlines()
            )


@pytest.mark.parametrize("home", ["sqlite"], indirect=True)
def test_the_versions_run_on_an_asynchronous_engine_too(alembic_config, home):
    engine = create_async_engine(f"sqlite+aiosqlite:///{home.address}")
    alembic_config.attributes["connection"] = engine
    command.upgrade(alembic_config, "head")
    assert "journal" in tables(home)


@pytest.mark.parametrize("arguments", [("upgrade", "head"), ("upgrade", "head", "--sql")])
def test_a_developer_can_run_alembic_by_hand(home, arguments):
    command_line = (sys.executable, "-m", "alembic", "-x", f"database={named(home)}", *arguments)
    ran = subprocess.run(command_line, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    if "--sql" in arguments:
        assert "CREATE TABLE journal" in ran.stdout
        assert "journal" not in tables(home)
    else:
        assert "journal" in tables(home)
