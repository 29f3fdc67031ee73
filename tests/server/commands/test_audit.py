"""What an operator reads when every chip was counted again."""

import json
import sqlite3
from contextlib import closing

import pytest
from typer.testing import CliRunner

from server.__main__ import app

HOLDS = [
    "accounts  5 with 36,034 chips",
    "tables    1 with 3,966 chips in 4 seats and 0 in the middle, 1 in a hand",
    "hands     19 replayed with 0 chips of rake, 19 of them older than the ledger",
    "ledger    9 postings, 40,000 chips issued, 40,000 found",
    "Everything holds.",
]


def change(database, statement):
    with closing(sqlite3.connect(database)) as connection, connection:
        assert connection.execute(statement).rowcount == 1


def test_what_holds_is_said_in_numbers(command):
    code, out, err = command("audit")
    assert (code, err) == (0, "")
    assert out.splitlines() == HOLDS


def test_each_thing_that_does_not_hold_is_a_line_with_both_numbers(command, released):
    change(released, "UPDATE accounts SET chips = chips + 7 WHERE name = 'Anna'")
    change(released, "UPDATE hand_players SET net = net + 1 WHERE hand = 5 AND seat = 2")
    code, out, _ = command("audit")
    assert code == 1
    *_, anna, hand, verdict = out.splitlines()
    assert anna == "account 3 (Anna): has 9,007, the ledger says 9,000."
    assert hand.startswith("hand 5, seat 2: is listed with ")
    assert verdict == "2 things do not hold."


def test_one_thing_is_one(command, released):
    change(released, "UPDATE accounts SET chips = chips + 7 WHERE name = 'Anna'")
    assert command("audit")[1].splitlines()[-1] == "1 thing does not hold."


def test_programs_read_it_as_json(command, released):
    code, out, _ = command("audit", "--json")
    found = json.loads(out)
    assert (code, found["holds"], found["wrong"]) == (0, True, [])
    assert found["issued"] == found["counted"] == 40_000
    change(released, "UPDATE accounts SET chips = chips + 7 WHERE name = 'Anna'")
    code, out, _ = command("audit", "--json")
    found = json.loads(out)
    assert (code, found["holds"]) == (1, False)
    assert found["wrong"] == [
        {
            "where": "account 3 (Anna)",
            "sentence": "account 3 (Anna): has 9,007, the ledger says 9,000.",
            "found": 9_007,
            "wanted": 9_000,
        }
    ]


def test_without_the_key_it_says_what_is_missing(command, released):
    key = released.with_name("showdown.db.key")
    key.unlink()
    code, out, err = command("audit")
    assert (code, out) == (2, "")
    assert err == (
        f"showdown: There is no key file {key}, and hands cannot be replayed without it.\n"
    )
    assert not key.exists()


@pytest.mark.parametrize("line", [["audit"], ["export", "--to", "phh"]])
def test_where_there_is_no_database_that_is_said_and_not_that_it_has_no_keys(tmp_path, line):
    nowhere = tmp_path / "nowhere.db"
    ended = CliRunner().invoke(app, [*line, "--database", str(nowhere)])
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert ended.stderr == (
        f"showdown: There is no database {nowhere}; the first start of a server makes it.\n"
    )
