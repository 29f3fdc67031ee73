"""A database of the first release, brought up to date, and commands typed at it."""

import shutil

import pytest
from typer.testing import CliRunner

from server.__main__ import app
from server.storage.sqlite.migrate import bring_up_to_date
from tests.end_to_end.released import RELEASES


@pytest.fixture(scope="session")
def migrated_release(tmp_path_factory):
    """Its folder; a copy saves each test the migrations."""
    folder = tmp_path_factory.mktemp("released")
    for name in ("showdown.db", "showdown.db.key"):
        shutil.copy(RELEASES / "0.1.0" / name, folder / name)
    (folder / "showdown.db.key").chmod(0o600)
    bring_up_to_date(folder / "showdown.db")
    return folder


@pytest.fixture
def released(migrated_release, tmp_path, monkeypatch):
    """The database, with 19 hands and one that runs; its key beside it."""
    monkeypatch.delenv("SHOWDOWN_SECRET_KEY", raising=False)
    monkeypatch.delenv("SHOWDOWN_KEY_FILE", raising=False)
    monkeypatch.delenv("SHOWDOWN_DATABASE", raising=False)
    for name in ("showdown.db", "showdown.db.0001.copy", "showdown.db.key"):
        shutil.copy(migrated_release / name, tmp_path / name)
    return tmp_path / "showdown.db"


@pytest.fixture
def command(released):
    """Type a command: exit code, stdout, stderr."""

    def typed(*arguments, stdin=""):
        line = [*arguments, "--database", str(released)]
        ended = CliRunner().invoke(app, line, input=stdin)
        if ended.exception is not None and not isinstance(ended.exception, SystemExit):
            raise ended.exception
        return ended.exit_code, ended.stdout, ended.stderr

    return typed
