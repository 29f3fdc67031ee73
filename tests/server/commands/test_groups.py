"""How help of the server's commands is written, and what wrong use of them says."""

import re
from importlib.metadata import version

import pytest
from typer.testing import CliRunner

from server.__main__ import app

COMMANDS = ["serve", "play", "migrate", "audit", "backup", "export", "import", "account", "key"]
ACCOUNT = ["add", "token", "list", "grant", "passwd", "disable"]


def typed(*words):
    """Exit code, stdout, stderr."""
    ended = CliRunner().invoke(app, list(words))
    return ended.exit_code, ended.stdout, ended.stderr


def test_help_says_all_that_each_command_does():
    code, out, err = typed("--help")
    assert (code, err) == (0, "")
    listed = [line for line in out.split("Commands:\n")[1].splitlines() if line[2:3] != " "]
    assert sorted(line.split()[0] for line in listed) == sorted(COMMANDS)
    assert "..." not in out.split("Commands:\n")[1]


@pytest.mark.parametrize(
    "line", [*([each] for each in COMMANDS), *(["account", each] for each in ACCOUNT)]
)
def test_the_help_of_a_command_speaks_of_no_types_of_python(line):
    code, out, err = typed(*line, "--help")
    assert (code, err) == (0, "")
    assert re.search(r"<[a-z]|[{}]", out) is None
    assert max(map(len, out.splitlines())) <= 80


def test_help_says_what_is_meant_where_nothing_is_said():
    _, out, _ = typed("serve", "--help")
    for default in ("127.0.0.1", "8765", "none", "info", "1"):
        assert f"[default: {default}]" in out


def test_the_version_is_that_of_the_distribution():
    assert typed("--version") == (0, f"{version('showdown-poker')}\n", "")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (["frobnicate"], "No such command 'frobnicate'"),
        (["serve", "--prot", "1"], "No such option: --prot (there is --host, --port, --private)"),
        (["serve", "--port", "x"], "Invalid value for '--port': it should be a whole number"),
        (["account", "grant", "Ada", "0"], "Invalid value for 'CHIPS': it should be 1 or more"),
        (["account", "grant", "Ada"], "Missing argument 'CHIPS'"),
        (["export"], "Missing option '--to'"),
        (
            ["export", "--to", "json", "--result", "x"],
            "Invalid value for '--result': 'x' is not one of",
        ),
    ],
)
def test_wrong_use_is_one_sentence_and_code_2(line, sentence):
    code, out, err = typed(*line)
    assert (code, out) == (2, "")
    assert err.startswith(f"showdown: {sentence}")
    assert err.endswith("; --help says what there is.\n")
    assert len(err.splitlines()) == 1


def test_a_group_without_a_command_shows_its_help():
    code, _, err = typed("account")
    assert code == 2
    assert err.startswith("Usage: ")
