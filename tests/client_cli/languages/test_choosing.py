"""Which language is spoken, by who asks for one."""

import pytest

from client_cli.errors import UsageError
from client_cli.languages.choosing import language, of_locale, taken_out


def test_what_is_typed_wins_over_everything_else():
    assert language("ru", "fr", {"SHOWDOWN_LANG": "fr", "LC_ALL": "fr_FR.UTF-8"}) == "ru"


def test_the_environment_wins_over_the_settings_and_they_over_the_locale():
    assert language(None, "fr", {"SHOWDOWN_LANG": "ru", "LANG": "en_US.UTF-8"}) == "ru"
    assert language(None, "fr", {"LANG": "ru_RU.UTF-8"}) == "fr"
    assert language(None, "auto", {"LANG": "ru_RU.UTF-8"}) == "ru"


@pytest.mark.parametrize(
    ("environ", "code"),
    [
        ({"LC_ALL": "fr_FR.UTF-8", "LC_MESSAGES": "ru_RU", "LANG": "ru_RU"}, "fr"),
        ({"LC_MESSAGES": "ru_RU.KOI8-R", "LANG": "fr_FR"}, "ru"),
        ({"LANG": "fr"}, "fr"),
        ({"LC_ALL": "", "LANG": "fr-CA"}, "fr"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LC_ALL": "C.UTF-8", "LANG": "fr_FR.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_the_locale_is_read_as_the_system_reads_it(environ, code):
    assert of_locale(environ) == code


def test_one_that_there_is_not_is_refused_with_those_that_there_are():
    with pytest.raises(UsageError, match=r"There is no language 'de'; there are en, fr, ru\."):
        language("de", None, {})
    with pytest.raises(UsageError, match="'tlh'"):
        language(None, None, {"SHOWDOWN_LANG": "tlh"})


@pytest.mark.parametrize(
    ("arguments", "wanted", "rest"),
    [
        (["--lang", "fr", "play"], "fr", ["play"]),
        (["play", "--lang=ru", "--plain"], "ru", ["play", "--plain"]),
        (["play"], None, ["play"]),
        (["rank", "--", "--lang", "fr"], None, ["rank", "--", "--lang", "fr"]),
        (["--lang", "fr", "play", "--lang", "ru"], "ru", ["play"]),
    ],
)
def test_the_option_is_taken_out_of_a_command_line(arguments, wanted, rest):
    assert taken_out(arguments) == (wanted, rest)


def test_the_option_needs_a_language():
    with pytest.raises(UsageError, match="--lang needs a language, one of en, fr, ru"):
        taken_out(["play", "--lang"])
