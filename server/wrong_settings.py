"""
What an operator is told of a setting that is wrong: what was found, and what is wanted.
"""

import re
from collections.abc import Iterable

from pydantic import ValidationError
from pydantic_core import ErrorDetails
from pydantic_settings import SettingsError

WRITTEN = {
    "origins": "a page is written https://cards.example",
    "public_url": "it is written wss://HOST or ws://HOST, with :PORT where it is not the usual one",
    "node": "a name has up to 64 letters, digits, - and _",
    "nats_prefix": "it has up to 32 letters, digits, - and _",
    "name": "a table has up to 32 letters, digits, - and _, a template up to 20",
}
"""How values are written for which there is a pattern; by the last word of their place."""

LISTS = {
    "origins": '["https://cards.example"]',
    "trusted_proxies": '["10.0.0.0/8"]',
    "tables": '[{"name": "main", "sb": 5, "bb": 10}]',
    "templates": '[{"name": "turbo", "sb": 5, "bb": 10}]',
    "limits": '{"connections": 5000}',
}
"""How settings of several values are written in the environment."""


TYPES = {
    "tuple_type": "it is a list, in brackets",
    "model_type": "it is names with values, each with its own",
    "string_type": "it is a text, in quotes",
    "path_type": "it is a path, in quotes",
}
"""What is wanted instead of a value of another type, where the library's word is Python's."""


def sentence_of(error: ValidationError, settings: Iterable[str], limits: Iterable[str]) -> str:
    """
    What the first mistake is.

    Args:
        settings: the names of all there are.
        limits: and of those that stand under ``limits``.
    """
    first = error.errors()[0]
    place = ".".join(map(str, first["loc"]))
    match first["type"]:
        case "extra_forbidden":
            of_limits = place.startswith("limits.")
            known = ", ".join((f"limits.{name}" for name in limits) if of_limits else settings)
            return f"There is no setting {place!r}; the settings are {known}."
        case "missing":
            return f"Setting {place} is missing."
    return f"Setting {place} is {first['input']!r}, which is wrong: {_wanted(first)}."


def sentence_of_unread(error: SettingsError) -> str:
    """What is said of a variable of the environment that is to hold several values."""
    found = re.search(r'field "(\w+)"', str(error))
    if found is None:
        return f"The environment cannot be read: {error}."
    name = found[1]
    how = LISTS.get(name, "[...]")
    return f"SHOWDOWN_{name.upper()} is not JSON: it is written {how}."


def _wanted(error: ErrorDetails) -> str:
    last = next((part for part in reversed(error["loc"]) if isinstance(part, str)), "")
    if error["type"] == "string_pattern_mismatch" and last in WRITTEN:
        return WRITTEN[last]
    if error["type"] in TYPES:
        return TYPES[error["type"]]
    text = error["msg"]
    return text[:1].lower() + text[1:].rstrip(".")
