"""What an operator is told of a setting that is wrong, however he has given it."""

import re
from typing import Any

import pytest
from msgspec.structs import fields
from pydantic_settings import SettingsError

from server.config import ConfigError, Settings, TableConfig, load_settings
from server.wrong_settings import LISTS, sentence_of_unread
from showdown import Ruleset


@pytest.mark.parametrize("name", LISTS)
def test_a_variable_that_is_not_json_is_named_with_how_it_is_written(monkeypatch, name):
    monkeypatch.setenv(f"SHOWDOWN_{name.upper()}", "not JSON")
    how = re.escape(LISTS[name])
    with pytest.raises(ConfigError, match=f"^SHOWDOWN_{name.upper()} is not JSON: .* {how}.$"):
        load_settings()
    monkeypatch.setenv(f"SHOWDOWN_{name.upper()}", LISTS[name])
    assert getattr(load_settings(), name)


def refusal(**overrides):
    """What is said of settings; empty if nothing."""
    try:
        load_settings(**overrides)
    except ConfigError as error:
        return str(error)
    return ""


def test_how_it_is_written_is_known_of_each_that_the_environment_has_as_json(monkeypatch):
    read_as_json = set()
    for name in Settings.model_fields:
        with monkeypatch.context() as environment:
            environment.setenv(f"SHOWDOWN_{name.upper()}", "not JSON")
            if "is not JSON" in refusal():
                read_as_json.add(name)
    assert read_as_json == LISTS.keys()


@pytest.mark.parametrize(
    ("overrides", "sentence"),
    [
        ({"log_level": "loud"}, "is 'loud', which is wrong: input should be 'debug', 'info', 'war"),
        ({"public_url": "http://x"}, "is 'http://x', which is wrong: it is written wss://HOST or"),
        ({"origins": ["x"]}, "Setting origins.0 is 'x', which is wrong: a page is written https:"),
        (
            {"node": "a b"},
            "is 'a b', which is wrong: a name has up to 64 letters, digits, - and _.",
        ),
        ({"tables": [{"sb": 5}]}, "Setting tables.0.name is missing."),
        ({"tables": [{"name": "a b"}]}, "wrong: a table has up to 32 letters, digits, - and _"),
        ({"limits": {"x": 1}}, "no setting 'limits.x'; the settings are limits.connections, "),
        ({"x": 1}, "There is no setting 'x'; the settings are host, port, "),
        (
            {"port": 70_000},
            "is 70000, which is wrong: input should be less than or equal to 65535.",
        ),
        ({"key_file": "a\0b"}, r"is 'a\x00b', which is wrong: no path has the sign of number 0 in"),
    ],
)
def test_what_was_found_and_what_is_wanted_is_said_in_one_sentence(overrides, sentence):
    with pytest.raises(ConfigError) as refused:
        load_settings(**overrides)
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


VALUES: tuple[Any, ...] = (5, -1.5, True, "x", "", "\0", [], [1], {}, {"x": 1}, [{"name": 5}], [{}])


@pytest.mark.parametrize("name", Settings.model_fields)
def test_a_value_of_whatever_type_is_taken_or_refused_in_a_sentence(name):
    for value in VALUES:
        said = refusal(**{name: value})
        assert "\n" not in said
        assert "tuple" not in said


OPTIONS = {*TableConfig.model_fields, *(each.name for each in fields(Ruleset))}


@pytest.mark.parametrize("name", sorted(OPTIONS))
def test_an_option_of_a_table_of_whatever_type_is_taken_or_refused_in_a_sentence(name):
    for value in (*VALUES, "nan", 10**30, -1):
        said = refusal(tables=[{"name": "main", "sb": 5, "bb": 10, name: value}])
        assert "\n" not in said
        assert "tuple" not in said


def test_what_the_library_says_of_another_variable_is_passed_on():
    error = SettingsError("something else")
    assert sentence_of_unread(error) == "The environment cannot be read: something else."
