"""The settings: changed where they stand, kept at once."""

import pytest

from client_cli.screens.settings import NAMES, other, said
from client_cli.seat import Wanted
from client_cli.settings import DEFAULTS, Ground, Language, Settings, SettingsFile, Suits
from tests.client_cli.full_screen import playing
from tests.client_cli.scripted import House


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.delenv("SHOWDOWN_LANG", raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("HOME", str(tmp_path))
    return SettingsFile()


async def test_a_change_is_kept_and_holds_at_once(tmp_path, file):
    async with playing(tmp_path, house=House("Bert", deals=0), wanted=Wanted()) as played:
        await played.shows("1 of 1 tables")
        await played.press("p")
        await played.shows("> Language           auto", "Kept in", "In which words everything")
        await played.press("right", "right")
        await played.shows("> Langue", "français", "Réglages")
        await played.press("left", "left")
        await played.shows("> Language")
        await played.press("down", "right", "right")
        await played.shows("a light screen")
        assert file.read().settings.ground == "light"
        assert played.app.theme == "showdown-light"
        await played.press("down", "left", "down", "space", "down", "space")
        await played.until(lambda: file.read().settings.colour_blind)
        assert file.read().settings == Settings(
            ground=Ground.LIGHT, suits=Suits.LETTERS, four_colours=True, colour_blind=True
        )
        file.path.write_text("{")
        await played.press("escape")
        await played.until(lambda: played.app.desk.front.id == "lobby")
        await played.press("p")
        await played.shows("cannot be read")


@pytest.mark.parametrize("name", NAMES)
def test_every_value_of_every_setting_has_a_name_and_leads_back_to_the_first(name):
    first = value = getattr(DEFAULTS, name)
    names: list[str] = []
    while not names or value != first:
        names.append(said(name, value))
        value = other(name, value, 1)
    assert len(set(names)) == len(names) > 1
    assert other(name, other(name, first, 1), -1) == first


def test_languages_are_called_what_their_speakers_call_them():
    assert said("language", Language.RUSSIAN) == "русский"
