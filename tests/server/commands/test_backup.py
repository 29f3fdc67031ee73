"""A copy of a database in use is whole, overwrites nothing, and has no key in it."""

import os
import shutil
import sqlite3
import stat
import threading
from contextlib import closing

import pytest
from typer.testing import CliRunner

from server.__main__ import app
from server.storage.keyfile import read_keys
from server.storage.sqlite import backup
from server.storage.sqlite.backup import back_up


def test_a_copy_is_a_database_that_holds_and_says_where_the_key_is(command, released, tmp_path):
    copy = tmp_path / "copy.db"
    code, out, err = command("backup", str(copy))
    assert code == 0
    assert out == f"{copy} is a copy of {released}, {copy.stat().st_size:,} bytes.\n"
    key = released.with_name("showdown.db.key")
    assert err.startswith(
        f"The key of its cards is not in it: it is in the key file {key}. Keep that apart;"
    )
    for master in read_keys(key).values():
        assert master not in copy.read_bytes()
    shutil.copy(key, tmp_path / "copy.db.key")
    released.unlink()
    shutil.move(copy, released)
    assert command("audit")[0] == 0


def test_it_is_its_owners_alone_and_nothing_else_is_left(command, released, tmp_path):
    folder = tmp_path / "backups"
    folder.mkdir()
    assert command("backup", str(folder / "copy.db"))[0] == 0
    assert [each.name for each in folder.iterdir()] == ["copy.db"]
    if os.name == "posix":
        assert stat.S_IMODE((folder / "copy.db").stat().st_mode) == 0o600


@pytest.mark.parametrize("make", ["file", "link"])
def test_what_is_there_already_is_left_alone(command, tmp_path, make):
    there = tmp_path / "there.db"
    if make == "file":
        there.write_text("mine")
    else:
        there.symlink_to(tmp_path / "elsewhere")
    code, out, err = command("backup", str(there))
    assert (code, out) == (2, "")
    assert err == f"showdown: {there} is there already; a backup overwrites nothing.\n"
    assert make == "link" or there.read_text() == "mine"


def test_a_place_that_is_not_there_is_one_sentence(command, tmp_path):
    code, _, err = command("backup", str(tmp_path / "no" / "copy.db"))
    assert code == 2
    assert err == (
        f"showdown: {tmp_path / 'no' / 'copy.db'} cannot be written: No such file or directory.\n"
    )


def test_a_copy_that_fails_leaves_nothing_behind(command, released, tmp_path):
    folder = tmp_path / "backups"
    folder.mkdir()
    released.write_bytes(b"this is not a database" * 100)
    code, out, err = command("backup", str(folder / "copy.db"))
    assert (code, out) == (2, "")
    assert err.startswith(f"showdown: The file {released} is not a database;")
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("links", [True, False])
def test_no_part_of_a_copy_ever_has_its_name(command, tmp_path, monkeypatch, links):
    """Who finds a file there, after a power cut as well, can rely on it."""
    file = tmp_path / "copy.db"
    copy = backup._copy

    def look(database, part):
        copy(database, part)
        assert not file.exists()

    def refuse(*_):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(backup, "_copy", look)
    if not links:
        monkeypatch.setattr("server.storage.files.os.link", refuse)
    assert command("backup", str(file))[0] == 0
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.parametrize("links", [True, False])
def test_what_comes_to_its_place_meanwhile_is_left_alone(command, tmp_path, monkeypatch, links):
    file = tmp_path / "backups" / "copy.db"
    file.parent.mkdir()

    def refuse(*_):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(backup, "_copy", lambda *_: file.write_text("mine"))
    if not links:
        monkeypatch.setattr("server.storage.files.os.link", refuse)
    code, _, err = command("backup", str(file))
    assert (code, err) == (
        2,
        f"showdown: {file} is there already; a backup overwrites nothing.\n",
    )
    assert file.read_text() == "mine"
    assert list(file.parent.iterdir()) == [file]


def test_a_copy_is_of_one_moment_while_somebody_writes(released, tmp_path):
    """Two numbers that always change together are the same in every copy."""
    with closing(sqlite3.connect(released)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    stop = threading.Event()

    def write():
        with closing(sqlite3.connect(released, isolation_level=None)) as connection:
            while not stop.is_set():
                connection.execute("BEGIN IMMEDIATE")
                for number in (2, 3):
                    change = "UPDATE accounts SET chips = chips + 1 WHERE id = ?"
                    connection.execute(change, (number,))
                connection.execute("COMMIT")

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for number in range(10):
            copy = tmp_path / f"{number}.db"
            back_up(released, copy)
            with closing(sqlite3.connect(copy)) as connection:
                rows = connection.execute("SELECT chips FROM accounts WHERE id IN (2, 3)")
                assert len({chips for (chips,) in rows}) == 1
                assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    finally:
        stop.set()
        writer.join()


def test_of_a_postgresql_it_names_the_program_that_copies_it():
    address = "postgresql://olga:secret@db.example/cards"
    line = ["backup", "copy.db", "--database", address]
    ended = CliRunner().invoke(app, line)
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert ended.stderr == (
        "showdown: The database cards at db.example is a PostgreSQL: copy it with pg_dump, which "
        "makes a consistent copy too.\n"
    )
