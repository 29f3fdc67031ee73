"""What keeps a server from beginning that no setting is wrong about."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from server import __main__ as program
from server import config


def typed(*words):
    """Exit code and stderr."""
    ended = CliRunner().invoke(program.app, list(words))
    return ended.exit_code, ended.stderr


@pytest.fixture
def no_folder(tmp_path, monkeypatch):
    """A file stands where the folder of the database should be."""
    file = tmp_path / "var"
    file.write_text("in the way")
    monkeypatch.delenv("SHOWDOWN_DATABASE", raising=False)
    monkeypatch.setattr(config, "DEFAULT_DATABASE", file / "showdown.db")
    monkeypatch.setattr(program, "PLAY_LOG", file / "play.log")
    return file


def test_a_usual_folder_that_cannot_be_made_is_named(no_folder: Path):
    code, said = typed("migrate", "--database", str(no_folder / "showdown.db"))
    assert (code, said) == (
        2,
        f"showdown: Cannot make the folder {no_folder}: file exists; give another --database.\n",
    )


def test_a_log_that_cannot_be_written_is_named(no_folder: Path):
    code, said = typed("play")
    log = no_folder / "play.log"
    assert (code, said) == (2, f"showdown: Cannot write the log {log}: file exists.\n")


def test_where_there_is_no_table_nobody_can_sit_down(tmp_path):
    file = tmp_path / "server.toml"
    file.write_text("tables = []")
    code, said = typed("play", "--config", str(file))
    assert code == 2
    assert said.startswith("showdown: There is no table at which you could sit down: ")
