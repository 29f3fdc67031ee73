"""How somebody likes his terminal, in a file that is never lost."""

import json

import pytest

from client_cli.errors import UsageError
from client_cli.settings import DEFAULTS, Ground, Language, Settings, SettingsFile


@pytest.fixture
def file(tmp_path):
    return SettingsFile(tmp_path / "config")


def test_without_a_file_everything_is_as_it_is_by_default(file):
    assert file.read() == (DEFAULTS, None)
    assert not file.folder.exists()


def test_what_is_stored_is_read_again(file):
    wanted = Settings(language=Language.FRENCH, ground=Ground.LIGHT, four_colours=True, chat=False)
    file.write(wanted)
    assert file.read() == (wanted, None)


def test_one_setting_is_changed_and_the_others_stay_as_somebody_has_edited_them(file):
    file.write(DEFAULTS)
    file.path.write_text('{"bell": true}')
    assert file.change(advice=True) == Settings(bell=True, advice=True)
    assert file.read().settings == Settings(bell=True, advice=True)


def test_values_of_another_version_stay(file):
    file.folder.mkdir()
    file.path.write_text('{"sound": "drum", "bell": true}')
    assert file.read() == (Settings(bell=True), None)
    file.change(bell=False)
    assert json.loads(file.path.read_text())["sound"] == "drum"


@pytest.mark.parametrize("text", ["{", "", "[]", "\x00"])
def test_a_broken_file_is_one_sentence_and_defaults_and_is_kept(file, text):
    file.folder.mkdir()
    file.path.write_text(text)
    settings, complaint = file.read()
    assert settings == DEFAULTS
    assert complaint is not None
    assert complaint.startswith(f"{file.path}")
    assert complaint.endswith("by default.")
    assert file.path.read_text() == text
    file.change(bell=True)
    assert file.read() == (Settings(bell=True), None)
    assert file.path.with_suffix(".broken.json").read_text() == text


def test_one_value_that_means_nothing_costs_no_other(file):
    file.folder.mkdir()
    text = '{"language": "klingon", "bell": true}'
    file.path.write_text(text)
    settings, complaint = file.read()
    assert settings == Settings(bell=True)
    assert complaint == (f"{file.path}: language cannot be understood and is as it is by default.")
    file.change(chat=False)
    assert file.read() == (Settings(bell=True, chat=False), None)
    assert file.path.with_suffix(".broken.json").read_text() == text


def test_a_file_that_is_no_text_is_one_sentence(file):
    file.folder.mkdir()
    file.path.write_bytes(b'{"language": "\xff"}')
    settings, complaint = file.read()
    assert settings == DEFAULTS
    assert complaint is not None


def test_what_cannot_be_written_is_one_sentence(tmp_path):
    (tmp_path / "config").write_text("not a folder")
    file = SettingsFile(tmp_path / "config")
    assert file.read() == (DEFAULTS, None)
    with pytest.raises(UsageError, match="cannot be written"):
        file.write(DEFAULTS)
