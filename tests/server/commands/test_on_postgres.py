"""The same commands, typed at a PostgreSQL."""

import json

import pytest
from typer.testing import CliRunner

from server.__main__ import app
from server.storage.keys import FIRST_KEY, new_key, write_keys


@pytest.fixture
def typed(postgres_url, monkeypatch):
    """Type a command: its exit code and what it printed."""
    monkeypatch.setenv("SHOWDOWN_DATABASE", postgres_url)
    monkeypatch.setenv("SHOWDOWN_SECRET_KEY", write_keys({FIRST_KEY: new_key()}))

    def type_it(*arguments, stdin=""):
        ended = CliRunner().invoke(app, arguments, input=stdin)
        return ended.exit_code, ended.stdout, ended.stderr

    return type_it


def test_accounts_are_made_changed_and_counted(typed):
    assert typed("account", "add", "Eve", "--chips", "1500")[:2] == (
        0,
        "Account 2 (Eve) has 1,500 chips; `account passwd Eve` or `account token Eve` opens it.\n",
    )
    assert typed("account", "add", "EVE")[0] == 2
    code, token, _ = typed("account", "token", "Eve")
    assert (code, len(token.strip())) == (0, 43)
    assert typed("account", "passwd", "Eve", stdin="correct horse\n")[0] == 0
    assert typed("account", "grant", "eve", "250")[1] == (
        "Eve has 1,750 chips beside the tables now.\n"
    )
    assert typed("account", "disable", "Eve")[0] == 0
    (eve,) = json.loads(typed("account", "list", "eve", "--json")[1])
    assert (eve["chips"], eve["has_password"]) == (1_750, True)
    assert eve["disabled_at"] is not None
    assert [each["kind"] for each in eve["tokens"]] == ["api"]
    code, out, err = typed("audit")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "accounts  2 with 1,750 chips",
        "tables    0 with 0 chips in 0 seats and 0 in the middle, 0 in a hand",
        "hands     0 replayed with 0 chips of rake",
        "ledger    2 postings, 1,750 chips issued, 1,750 found",
        "Everything holds.",
    ]
