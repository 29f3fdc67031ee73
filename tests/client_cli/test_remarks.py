"""Notes on players are kept by server and name, for you alone."""

import stat
import sys

import pytest

from client_cli.errors import UsageError
from client_cli.remarks import Remarks

HERE, THERE = "ws://here", "ws://there"


def test_a_note_is_found_however_the_name_is_written(tmp_path):
    Remarks(tmp_path).write(HERE, "Bert", "bluffs")
    assert Remarks(tmp_path).at(HERE) == {"bert": "bluffs"}


def test_a_note_takes_the_place_of_the_one_before(tmp_path):
    remarks = Remarks(tmp_path)
    remarks.write(HERE, "Bert", "bluffs")
    remarks.write(HERE, "BERT", "does not")
    assert remarks.at(HERE) == {"bert": "does not"}


def test_nothing_takes_a_note_away(tmp_path):
    remarks = Remarks(tmp_path)
    remarks.write(HERE, "Bert", "bluffs")
    remarks.write(HERE, "Bert", "")
    assert remarks.at(HERE) == {}


def test_another_server_has_other_players(tmp_path):
    Remarks(tmp_path).write(HERE, "Bert", "bluffs")
    assert Remarks(tmp_path).at(THERE) == {}


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such modes")
def test_nobody_else_reads_it(tmp_path):
    Remarks(tmp_path / "new").write(HERE, "Bert", "bluffs")
    (file,) = (tmp_path / "new").glob("*.json")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_broken_file_is_left_alone_and_told(tmp_path):
    (tmp_path / "remarks.json").write_text("{", encoding="utf-8")
    with pytest.raises(UsageError, match="so there are no notes on players"):
        Remarks(tmp_path).write(HERE, "Bert", "bluffs")
    assert (tmp_path / "remarks.json").read_text(encoding="utf-8") == "{"
