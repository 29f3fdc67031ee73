"""Stored hands are written in every format, whole for the operator and as a player may see them."""

import shutil
import sqlite3

import pytest

from server.storage.sqlite.migrate import bring_up_to_date
from showdown.history import HandRecord, check, read_hands
from tests.client_cli.texts import MUCKED, POKERSTARS
from tests.end_to_end.released import RELEASES


@pytest.fixture
def released(tmp_path, monkeypatch):
    """A database of release 0.3.0, brought up to date, with 20 hands."""
    monkeypatch.delenv("SHOWDOWN_SECRET_KEY", raising=False)
    monkeypatch.delenv("SHOWDOWN_KEY_FILE", raising=False)
    for name in ("showdown.db", "showdown.db.key"):
        shutil.copy(RELEASES / "0.3.0" / name, tmp_path / name)
    (tmp_path / "showdown.db.key").chmod(0o600)
    bring_up_to_date(tmp_path / "showdown.db")
    return tmp_path / "showdown.db"


def records(text):
    found = list(read_hands(text))
    assert [each for each in found if not isinstance(each, HandRecord)] == []
    return found


@pytest.mark.parametrize("name", ["phh", "ohh", "json"])
def test_all_hands_are_written_and_hold(command, tmp_path, name):
    out = tmp_path / f"hands.{name}"
    code, said, err = command("export", "--to", name, "-o", str(out))
    assert (code, said) == (0, "")
    assert "20 hands written as " in err
    written = records(out.read_text("utf-8"))
    assert [each.hand for each in written] == list(range(20, 0, -1))
    assert all(check(each).ok for each in written)
    assert out.stat().st_mode & 0o777 == 0o600


def test_texts_of_pokerstars_are_read_again(command):
    code, out, _ = command("export", "--to", "pokerstars", "--until", "2020-01-01")
    assert (code, out) == (0, "")
    code, out, _ = command("export", "--to", "pokerstars", "--min-pot", "40")
    assert code == 0
    assert 0 < len(records(out)) < 20


def test_for_a_player_there_are_his_cards_and_those_that_were_shown(command):
    code, out, _ = command("export", "--to", "phh", "--for", "anna", "--player", "Anna")
    assert code == 0
    assert "?" in out
    for record in records(out):
        dealt = {each.seat for each in record.claims.dealt}
        names = {record.name_of(seat) for seat in dealt}
        assert names <= {"Anna"}


def test_what_he_imported_is_among_what_is_his(command, tmp_path):
    file = tmp_path / "stars.txt"
    file.write_text(POKERSTARS + "\n\n" + MUCKED, "utf-8")
    command("import", str(file), "--account", "Anna", "--as", "Hero")
    filters = ("--for", "Anna", "--table", "Blue II")
    code, out, _ = command("export", "--to", "phh", *filters)
    assert code == 0
    assert [each.claims.number or each.hand for each in records(out)] == [1002, 1001]
    assert command("export", "--to", "phh", "--table", "Blue II")[1] == ""
    one = command("export", "--to", "phh", *filters, "--result", "lost")[1]
    assert [each.hand for each in records(one)] == [1001]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--to", "pdf"), "There is no format 'pdf'; there are phh, ohh, pokerstars, json;"),
        (("--to", "json", "--for", "Anna"), "json holds whole hands"),
        (("--to", "phh", "--for", "Nobody"), "There is no account 'Nobody'; see account list."),
        (("--to", "phh", "--since", "now"), "'now' is no day or time"),
        (("--to", "phh", "--category", "chess"), "There is no hand called 'chess'"),
        (("--to", "phh", "-o", "{folder}/no/where"), "cannot be written: no such file"),
    ],
)
def test_wrong_use_is_code_2_and_says_why(command, tmp_path, arguments, sentence):
    code, out, err = command("export", *(each.format(folder=tmp_path) for each in arguments))
    assert (code, out) == (2, "")
    assert err.startswith("showdown: ")
    assert sentence in err


def test_that_somebody_has_read_everybodys_cards_is_noted(command, released):
    assert command("export", "--to", "phh", "--for", "anna")[0] == 0
    assert command("export", "--to", "json", "--min-pot", "40")[0] == 0
    with sqlite3.connect(released) as database:
        noted = database.execute("SELECT action, account, details FROM audit").fetchall()
    exports = [each for each in noted if each[0] == "export"]
    assert exports == [("export", None, '{"to":"JSON Lines","min_pot":40}')]
