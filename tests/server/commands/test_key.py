"""What an operator types to see his keys, and to put a new one into the place of an old one."""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from server.__main__ import app
from server.storage.keyfile import read_keys
from server.storage.keys import parse_keys
from server.storage.sqlite.lock import only_server
from server.storage.sqlite.migrate import bring_up_to_date
from tests.end_to_end.released import RELEASES
from tests.end_to_end.server_process import CHECKOUT


@pytest.fixture
def database(tmp_path, monkeypatch):
    """A database of the first release, brought up to date, with 19 hands and one that runs."""
    monkeypatch.delenv("SHOWDOWN_SECRET_KEY", raising=False)
    monkeypatch.delenv("SHOWDOWN_KEY_FILE", raising=False)
    for name in ("showdown.db", "showdown.db.key"):
        shutil.copy(RELEASES / "0.1.0" / name, tmp_path / name)
    (tmp_path / "showdown.db.key").chmod(0o600)
    bring_up_to_date(tmp_path / "showdown.db")
    return tmp_path / "showdown.db"


@pytest.fixture
def file(database):
    return database.with_name("showdown.db.key")


def key(database, *arguments):
    """Exit code, stdout, stderr."""
    place = ("--database", str(database)) if database is not None else ()
    ended = CliRunner().invoke(app, ["key", *arguments, *place])
    return ended.exit_code, ended.stdout, ended.stderr


def listed(database):
    code, out, err = key(database, "list", "--json")
    assert (code, err) == (0, "")
    return {each["number"]: each for each in json.loads(out)}


def test_a_new_key_is_printed_as_it_is_read():
    code, out, err = key(None, "new", "--number", "3")
    assert (code, err) == (0, "")
    assert parse_keys(out, "It").keys() == {3}


def test_the_keys_are_listed_with_what_needs_them(database, file):
    code, out, _ = key(database, "list")
    assert code == 0
    assert out.splitlines() == [
        f"Keys in the key file {file}:",
        "  key 1 (encrypts): needed by 104 rows of the journal, 19 hands",
    ]
    assert listed(database) == {
        1: {
            "number": 1,
            "encrypts": True,
            "needed_by": {
                "rows of the journal": 104,
                "hands": 19,
                "rows of evidence": 0,
                "invitations": 0,
                "imported hands": 0,
            },
        }
    }


def test_a_key_is_replaced_from_first_to_last(database, file):
    assert key(database, "rotate") == (
        0,
        f"Key 2 is in the key file {file} and encrypts from the next start of the server on.\n",
        "",
    )
    assert [each["encrypts"] for each in listed(database).values()] == [False, True]
    code, out, err = key(database, "retire", "1")
    assert (code, err) == (0, "")
    assert out == (
        f"123 rows were encrypted anew, and key 1 is gone from the key file {file}. "
        "Copies of the database that were made before still need it.\n"
    )
    assert read_keys(file).keys() == {2}
    assert listed(database)[2]["needed_by"]["hands"] == 19


def test_no_key_is_retired_beside_a_running_server(database, file):
    with only_server(database):
        assert key(database, "rotate")[0] == 0
        code, out, err = key(database, "retire", "1")
    assert (code, out) == (2, "")
    assert err == (
        f"showdown: Another server (process {os.getpid()}) uses {database}; "
        "stop it first or give another --database.\n"
    )
    assert read_keys(file).keys() == {1, 2}


@pytest.mark.parametrize("place", ["after_commit:3", "key_file"])
def test_a_retirement_that_is_killed_goes_on_when_it_is_asked_for_again(database, file, place):
    key(database, "rotate")
    killed = subprocess.run(
        [sys.executable, "-m", "server", "key", "retire", "1", "--database", str(database)],
        cwd=CHECKOUT,
        env=os.environ | {"SHOWDOWN_CRASH_AT": place},
        check=False,
    )
    assert killed.returncode == -signal.SIGKILL
    assert read_keys(file).keys() == {1, 2}
    assert key(database, "retire", "1")[0] == 0
    assert listed(database)[2]["needed_by"] == {
        "rows of the journal": 104,
        "hands": 19,
        "rows of evidence": 0,
        "invitations": 0,
        "imported hands": 0,
    }


def test_a_row_that_does_not_open_is_named_and_keeps_its_key(database, file):
    bring_a_hand_into_disorder(database)
    key(database, "rotate")
    code, out, err = key(database, "retire", "1")
    assert (code, out) == (1, "")
    assert err.splitlines() == [
        "The stored cards of hand 2 at table main do not open: "
        "they were changed, or encrypted with another key.",
        "Key 1 stays, since 1 of the rows still need it; --lost gives them up.",
    ]
    assert key(database, "retire", "1", "--lost")[1] == (
        "0 rows were encrypted anew; 1 stay closed for ever, and key 1 is gone from "
        f"the key file {file}. Copies of the database that were made before still need it.\n"
    )


def test_keys_of_the_environment_are_the_operators_to_change(database, file, monkeypatch):
    key(database, "rotate")
    monkeypatch.setenv("SHOWDOWN_SECRET_KEY", file.read_text())
    file.unlink()
    assert key(database, "rotate") == (
        2,
        "",
        "showdown: The keys are in SHOWDOWN_SECRET_KEY; add one there, as `python -m server key "
        "new --number 3` prints it, and start the server again.\n",
    )
    code, out, _ = key(database, "retire", "1")
    assert code == 0
    assert "and take key 1 out of SHOWDOWN_SECRET_KEY now." in out
    assert not file.exists()


@pytest.mark.parametrize("command", ["list", "rotate"])
def test_a_wrong_key_is_one_sentence_that_shows_nothing_of_it(database, monkeypatch, command):
    monkeypatch.setenv("SHOWDOWN_SECRET_KEY", "1:hidden")
    code, out, err = key(database, command)
    assert (code, out) == (2, "")
    assert err.startswith("showdown: SHOWDOWN_SECRET_KEY is not a key; a key is NUMBER:BASE64")
    assert err.count("\n") == 1
    assert "hidden" not in err


def test_where_there_is_no_database_there_is_nothing_to_list(tmp_path):
    assert key(tmp_path / "showdown.db", "list") == (
        2,
        "",
        f"showdown: There is no key file {tmp_path}/showdown.db.key; "
        "a server makes it with a new database.\n",
    )


def bring_a_hand_into_disorder(database):
    with sqlite3.connect(database) as connection:
        (secret,) = connection.execute("SELECT secret FROM hands WHERE id = 2").fetchone()
        connection.execute("UPDATE hands SET secret = ? WHERE id = 2", (secret + b"?",))
    connection.close()
