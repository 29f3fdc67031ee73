"""Files of ours: replaced in one step, and on disk before they are."""

import os

import pytest

from client_cli.replacing import replace_json


def test_the_new_content_takes_the_place_of_the_old_and_nothing_else_is_left(tmp_path):
    for content in ({"name": "Ada"}, {"name": "Bo"}):
        replace_json(tmp_path / "known.json", content)
    (file,) = tmp_path.iterdir()
    assert file.read_text("utf-8") == '{\n  "name": "Bo"\n}\n'


def test_what_is_not_on_disk_yet_takes_no_place(tmp_path, monkeypatch):
    file = tmp_path / "known.json"
    replace_json(file, {"token": "kept"})
    before = file.read_bytes()

    def fails(_: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(OSError, match="Input/output error"):
        replace_json(file, {"token": "lost"})
    assert file.read_bytes() == before
