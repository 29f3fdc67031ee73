"""Translations are compiled once, and again after they have changed."""

import os

import pytest

from client_cli.languages.catalogues import catalogue, source_of

HEAD = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\n"

msgid "pot"
msgstr "{}"
"""


@pytest.fixture
def folder(tmp_path):
    source_of("fr", tmp_path).parent.mkdir(parents=True)
    return tmp_path


def write(folder, text):
    source_of("fr", folder).write_text(HEAD.format(text), "utf-8")


def test_what_was_compiled_is_read_again(folder):
    write(folder, "pot")
    assert catalogue("fr", folder).gettext("pot") == "pot"
    ready = source_of("fr", folder).with_suffix(".mo")
    first = ready.stat().st_mtime_ns
    catalogue("fr", folder)
    assert ready.stat().st_mtime_ns == first


def test_a_change_is_heard(folder):
    write(folder, "tas")
    catalogue("fr", folder)
    write(folder, "pot commun")
    later = source_of("fr", folder).stat().st_mtime + 2
    os.utime(source_of("fr", folder), (later, later))
    assert catalogue("fr", folder).gettext("pot") == "pot commun"


def test_without_its_source_what_was_compiled_is_enough(folder):
    write(folder, "tas")
    catalogue("fr", folder)
    source_of("fr", folder).unlink()
    assert catalogue("fr", folder).gettext("pot") == "tas"


def test_where_nothing_can_be_written_it_is_read_all_the_same(folder, monkeypatch):
    def refuse(*_):
        raise PermissionError

    write(folder, "tas")
    monkeypatch.setattr("pathlib.Path.write_bytes", refuse)
    assert catalogue("fr", folder).gettext("pot") == "tas"
    assert not source_of("fr", folder).with_suffix(".mo").exists()
