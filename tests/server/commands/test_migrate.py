"""What an operator types to bring a database to the version of his program."""

import shutil
import sqlite3
from contextlib import closing

import pytest
from typer.testing import CliRunner

from server.__main__ import app
from server.storage.sqlite.lock import only_server
from tests.end_to_end.released import RELEASES
from tests.server.storage.later import NEWEST


@pytest.fixture(autouse=True)
def no_environment(monkeypatch):
    monkeypatch.delenv("SHOWDOWN_DATABASE", raising=False)


def migrate(database):
    """Exit code, stdout, stderr."""
    ended = CliRunner().invoke(app, ["migrate", "--database", str(database)])
    return ended.exit_code, ended.stdout, ended.stderr


@pytest.fixture
def released(tmp_path):
    """A database as release 0.1.0 left it."""
    return shutil.copy(RELEASES / "0.1.0" / "showdown.db", tmp_path / "showdown.db")


def test_a_file_is_brought_up_to_date_after_a_copy(released):
    copy = f"{released}.0001.copy"
    code, out, err = migrate(released)
    assert (code, err) == (0, "")
    assert out == (
        f"The database {released} went from version 0001 to {NEWEST}; "
        f"as it was it is kept in {copy}.\n"
    )
    with closing(sqlite3.connect(copy)) as kept:
        assert kept.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]
    assert migrate(released) == (0, f"The database {released} has version {NEWEST} already.\n", "")


def test_a_file_that_a_server_uses_is_left_alone(released):
    with only_server(released):
        code, out, err = migrate(released)
    assert (code, out) == (2, "")
    assert "uses" in err
    assert err.count("\n") == 1


def test_an_empty_postgresql_gets_its_tables(blank_postgres_url):
    shown = "{0[1]} at {0[0]}".format(blank_postgres_url.partition("@")[2].split("/"))
    assert migrate(blank_postgres_url) == (
        0,
        f"The database {shown} was empty and has version {NEWEST} now.\n",
        "",
    )


def test_a_postgresql_that_is_not_there_is_one_sentence(postgres):
    url = postgres.url("nowhere", "postgres:correct-horse")
    assert migrate(url) == (
        2,
        "",
        f"showdown: There is no database nowhere at 127.0.0.1:{postgres.port}; "
        "create it, or give another --database.\n",
    )


def test_what_is_no_database_is_one_sentence():
    assert migrate("mysql://anna:correct-horse@db/x") == (
        2,
        "",
        "showdown: Setting database is wrong: A database is a path of SQLite or postgresql://..., "
        "and not mysql://...\n",
    )
